import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { priceOf } from '../../shared/models/cost.ts';
import { allowsName } from '../lib/patterns.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createEnvironmentFolders } from './environments.ts';
import type { Config } from './jsonc.ts';
import { keyFile } from './keys.ts';
import { chooseModel, readAgents, readModels } from './models.ts';
import { limitsFile } from './route.ts';
import { createSettings } from './settings.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
  writeFileSync(path.join(home, file), text);
};
const open = (given: Config = {}) =>
  createSettings({ home, given, keys: keyFile(home), env: { HOME_KEY: 'k-home', WORK_KEY: 'k-work' } });

// Rules: 003.2
it('keeps the valid parts of a partly unreadable agent, and never grants it more', () => {
  put(
    'agents.jsonc',
    `{
  // ours
  "reader": { "tools": "read_*", "colour": 1, "skills": 7, "default": true },
  "writer": { "basePrompt": "You write.", "default": true,, },
  "reader": { "tools": ["grep", "!grep"], "model": ["m"] },
  "none": {}, "odd": 3
}`,
  );
  const { agents, diagnostics } = readAgents(home);
  expect(agents).toEqual([
    { name: 'writer', basePrompt: 'You write.', default: true },
    { name: 'reader', tools: ['grep', '!grep'] },
  ]);
  expect(diagnostics.map(({ line, column, rule, message }) => `${line}:${column} ${rule} ${message}`)).toEqual([
    '4:59 jsonc The name of a setting is missing here',
    '5:3 duplicate "reader" appears twice; the last one counts',
    expect.stringMatching(/^5:43 agent-field "reader.model" is ignored/),
    expect.stringMatching(/^6:3 agent "none" can't name an agent/),
    expect.stringMatching(/^6:15 agent The agent "odd" is ignored/),
  ]);
  put('agents.jsonc', '{"reader": {"tools": 7, "skills": "trip-*"}}');
  expect(readAgents(home).agents).toEqual([{ name: 'reader', tools: [], skills: ['trip-*'] }]);
});

it('matches allowed names by pattern', () => {
  const allowed = (patterns: string[] | undefined) =>
    ['read_file', 'run_command', 'grep'].filter((name) => allowsName(patterns, name));
  expect(allowed(undefined)).toHaveLength(3);
  expect(allowed([])).toEqual([]);
  expect(allowed(['*_*', '!run*'])).toEqual(['read_file']);
  expect(allowed(['!run_command'])).toEqual(['read_file', 'grep']);
  expect(allowed(['gre?', '*file*'])).toEqual(['read_file', 'grep']);
  expect(allowsName([`${'*a'.repeat(50)}b`], 'a'.repeat(5_000))).toBe(false);
});

it('skips a model with an unreadable address instead of asking another endpoint', () => {
  put(
    'models.jsonc',
    '{"a": {"baseUrl": "ftp://x"}, "b": {"baseUrl": "http://b/v1", "maxContext": "big", "prices": 3}}',
  );
  const { models, diagnostics } = readModels(home);
  expect(models).toEqual([{ name: 'b', model: 'b', baseUrl: 'http://b/v1' }]);
  expect(diagnostics.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
    'warning model-field',
    'error model',
    'warning model-field',
    'warning model-field',
  ]);
});

it('takes the model from the nearest scope; a name counts only if no address is set beside it', () => {
  const models = [{ name: 'big', model: 'big-1', baseUrl: 'http://big/v1', apiKeyEnv: 'BIG', maxContext: 9 }];
  const file = { baseUrl: 'http://file/v1', model: 'm', apiKeyEnv: 'FILE' };
  expect(chooseModel([{ model: 'big' }], [file], models)).toEqual({
    model: 'big-1',
    baseUrl: 'http://big/v1',
    apiKeyEnv: 'BIG',
    maxContext: 9,
  });
  expect(chooseModel([{ model: 'big', baseUrl: 'http://x/v1' }], [file], models)).toEqual({
    model: 'big',
    baseUrl: 'http://x/v1',
  });
  expect(chooseModel([], [{ ...file, model: 'big' }], models)).toMatchObject({ model: 'big', apiKeyEnv: 'FILE' });
  expect(chooseModel([{ model: 'gpt-4o' }], [{}], [])).toEqual({ model: 'gpt-4o', baseUrl: '' });
  expect(chooseModel([{}], [{ model: 'gpt-4o' }], [])).toEqual({ model: 'skilldeck-demo', baseUrl: '' });
});

// Rules: 003.2
it('lets an environment override the data folder, and writes a change where it takes effect', async () => {
  put('config.jsonc', '{"theme": "dark", "baseUrl": "http://home/v1", "model": "h", "apiKeyEnv": "HOME_KEY"}');
  put('environments/work/config.jsonc', '{ // ours\n  "model": "local", "env": "x", "approve": "never" }');
  put('environments/work/models.jsonc', '{"local": {"baseUrl": "http://work/v1", "model": "w-1", "maxContext": 5}}');
  const settings = open();
  const seen: string[] = [];
  settings.onChange(({ environment, model }) => seen.push(`${environment} ${model}`));
  expect(await settings.view()).toMatchObject({ environment: 'default', model: 'h', baseUrl: 'http://home/v1' });
  await settings.switchTo('work');
  expect(await settings.view()).toMatchObject({
    environment: 'work',
    theme: 'dark',
    model: 'w-1',
    baseUrl: 'http://work/v1',
    approve: 'never',
    limits: { maxContext: 5 },
    hasKey: false,
  });
  expect(await settings.endpoint({}, { environment: 'default' })).toMatchObject({ apiKey: 'k-home' });
  expect(await settings.endpoint({}, { environment: 'work' })).toEqual({
    baseUrl: 'http://work/v1',
    apiKey: undefined,
  });
  expect(settings.diagnostics().map(({ message }) => message)).toEqual([expect.stringContaining('"env" is ignored')]);

  await settings.change({ approve: 'auto', theme: 'light', baseUrl: 'http://new/v1', model: 'n' });
  const own = readFileSync(path.join(home, 'environments/work/config.jsonc'), 'utf8');
  expect([own.includes('// ours'), own.includes('"auto"'), own.includes('http://new/v1')]).toEqual([true, true, true]);
  expect(JSON.parse(readFileSync(path.join(home, 'config.jsonc'), 'utf8'))).toEqual({
    theme: 'light',
    baseUrl: 'http://home/v1',
    model: 'h',
    apiKeyEnv: 'HOME_KEY',
    env: 'work',
  });
  expect(seen).toEqual(['work w-1', 'work n']);
  await open({ env: 'default' }).switchTo('work');
  expect(open().environment()).toBe('work');
});

it('falls back to the default environment and reports it when the named one is missing', async () => {
  put('config.jsonc', '{"env": "gone"}');
  expect(open().environment()).toBe('default');
  expect(open().diagnostics()[0]?.message).toContain('"gone" doesn\'t exist');
  await expect(open().switchTo('../x')).rejects.toMatchObject({ code: 'bad-input' });
});

it('creates, copies, removes and restores environment folders, and touches nothing else', () => {
  const folders = createEnvironmentFolders(home);
  folders.create('工作');
  put('environments/工作/skills/a/SKILL.md', 'x');
  folders.create('copy', '工作');
  expect(existsSync(path.join(home, 'environments/copy/skills/a/SKILL.md'))).toBe(true);
  expect(readAgents(folders.folder('copy'))).toEqual({ agents: [], diagnostics: [] });
  expect(folders.list()).toEqual(['default', 'copy', '工作']);
  for (const name of [
    '',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '.hidden',
    'CON',
    'nul.txt',
    'x'.repeat(65),
    'Copy',
    'default',
    'a.',
  ]) {
    expect(() => folders.create(name), name).toThrowError(expect.objectContaining({ code: 'bad-input' }));
  }
  expect(() => folders.create('new', 'gone')).toThrowError(/no environment 'gone'.*default, copy, 工作/s);
  expect(folders.folder('../../etc')).toBe(path.join(home, 'environments', 'default'));

  const entry = folders.remove('copy');
  expect(folders.list()).toEqual(['default', '工作']);
  expect(() => folders.remove('copy')).toThrowError(/no environment/);
  expect(() => folders.remove('default')).toThrowError(/always there/);
  folders.create('copy');
  expect(() => folders.restore(entry)).toThrowError(/already/);
  rmSync(path.join(home, 'environments/copy'), { recursive: true });
  expect(folders.restore('copy')).toBe('copy');
  expect(existsSync(path.join(home, 'environments/copy/skills/a/SKILL.md'))).toBe(true);
  expect(readdirSync(path.join(home, 'trash'))).toEqual([]);
});

it('sends a bare model id to the endpoint of the settings below it, found by model name too', () => {
  const models = [{ name: 'big', model: 'big-1', baseUrl: 'http://big/v1', apiKeyEnv: 'BIG' }];
  expect(chooseModel([{ model: 'small' }], [{ model: 'big' }, { baseUrl: 'http://file/v1' }], models)).toEqual({
    model: 'small',
    baseUrl: 'http://big/v1',
    apiKeyEnv: 'BIG',
  });
});

it('prices a model by the person, the server in use, the list, then other servers', () => {
  const limits = limitsFile(home);
  limits.keep('https://used/v1', 'openai/gpt-4o', { prices: { input: 7, output: 7 } });
  limits.keep('https://other/v1', 'openai/gpt-4o-mini', { prices: { input: 8, output: 8 } });
  limits.keep('https://other/v1', 'house', { prices: { input: 9, output: 9 } });
  put('environments/default/models.jsonc', '{"mine": {"model": "x/house", "prices": {"input": 1, "output": 1}}}');
  const settings = open({ baseUrl: 'https://used/v1', model: 'm' });
  const price = (model: string) => {
    // Taken out of their object, as those who price a conversation do.
    const { config, knownPrices } = settings.of(settings.environment());
    return priceOf(model, { own: config().prices ?? {}, known: knownPrices() })?.input;
  };
  expect([price('gpt-4o'), price('openai/gpt-4o'), price('house')]).toEqual([7, 7, 1]);
  expect(price('gpt-4o-mini')).not.toBe(8);
  expect(price('gpt-4o-mini')).toBeGreaterThan(0);
});

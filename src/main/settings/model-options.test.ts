import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { pinnedAfter } from '../../shared/reducer.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { keyFile } from './keys.ts';
import { defaultWire, routeOf } from './route.ts';
import { createSettings } from './settings.ts';

let home = '';
beforeEach(() => {
  home = tempFolder();
});

const ONE = 'https://one.example/v1';
const settingsWith = (config: object, env: NodeJS.ProcessEnv = {}, models: object = {}) => {
  writeFileSync(path.join(home, 'config.jsonc'), JSON.stringify(config));
  mkdirSync(path.join(home, 'environments/default'), { recursive: true });
  writeFileSync(path.join(home, 'environments/default/models.jsonc'), JSON.stringify(models));
  return createSettings({ home, given: {}, keys: keyFile(home), env });
};

it('reads header variables at every start and names the missing one', async () => {
  const env: NodeJS.ProcessEnv = { TOKEN: 'first' };
  const headers = { 'X-Gateway': ['Basic $', '{TOKEN}'].join(''), 'x-team': '$TEAM' };
  const settings = settingsWith({ baseUrl: ONE, model: 'm', headers }, env);
  await expect(settings.endpoint({})).rejects.toThrow("variable TEAM, which the header 'x-team' needs, isn't set");
  env.TEAM = 'flights';
  expect((await settings.endpoint({})).headers).toEqual({ 'x-gateway': 'Basic first', 'x-team': 'flights' });
  env.TOKEN = 'second';
  expect((await settings.endpoint({})).headers?.['x-gateway']).toBe('Basic second');
});

it('keeps a literal value in the key store, for its address only, and shows it nowhere', async () => {
  const settings = settingsWith({ baseUrl: ONE, model: 'm' });
  const view = await settings.change({
    modelOptions: { headers: { 'x-a': 'literal-secret', 'x-b': '$B' }, effort: 'low' },
  });
  expect(view.modelOptions).toEqual({ headers: { 'x-a': null, 'x-b': '$B' }, effort: 'low' });
  expect(readFileSync(path.join(home, 'config.jsonc'), 'utf8')).not.toContain('literal-secret');
  // The screen sends back what it was shown: the stored value stays.
  await settings.change({ modelOptions: { headers: { 'x-a': null } } });
  expect((await settings.endpoint({})).headers).toEqual({ 'x-a': 'literal-secret' });
  expect((await settings.endpoint({ baseUrl: 'https://two.example/v1' })).headers).toBeUndefined();
  const elsewhere = settings.endpoint({ baseUrl: 'https://two.example/v1', headers: { 'x-a': null } });
  await expect(elsewhere).rejects.toThrow("No value is stored for the header 'x-a' at https://two.example");
});

it('hides a value the user wrote into the file, and keeps it there', async () => {
  const settings = settingsWith({ baseUrl: ONE, model: 'm', headers: { 'x-a': 'by-hand' } });
  expect((await settings.view()).modelOptions).toEqual({ headers: { 'x-a': null } });
  await settings.change({ modelOptions: { headers: { 'x-a': null }, maxOutput: 9 } });
  expect((await settings.endpoint({})).headers).toEqual({ 'x-a': 'by-hand' });
});

it('sends nothing to one address that was meant for another', async () => {
  const settings = settingsWith(
    { baseUrl: ONE, model: 'm', headers: { 'x-a': '$A' }, wire: 'anthropic' },
    { A: 'secret' },
  );
  const own = settings.of('default');
  expect(own.modelFor({ baseUrl: 'https://two.example/v1', model: 'm' })).toEqual({
    baseUrl: 'https://two.example/v1',
    model: 'm',
  });
  await settings.change({ baseUrl: 'https://two.example/v1' });
  expect(settings.config()).toMatchObject({ baseUrl: 'https://two.example/v1' });
  expect(settings.config().headers).toBeUndefined();
  const pinned = { baseUrl: ONE, headers: { 'x-a': '$A' }, wire: 'anthropic' as const, model: 'm' };
  expect(pinnedAfter(pinned, { baseUrl: 'https://two.example/v1' })).toEqual({
    baseUrl: 'https://two.example/v1',
    model: 'm',
  });
  expect(pinnedAfter(pinned, { baseUrl: ONE, effort: 'low' })).toEqual({ ...pinned, effort: 'low' });
});

it('gives a named model its own options; options beside its name take precedence', () => {
  const models = {
    fast: { baseUrl: ONE, model: 'm-1', effort: 'low', maxOutput: 100, wire: 'responses', headers: { h: '$H' } },
  };
  const own = settingsWith({ model: 'fast', effort: 'high' }, {}, models).of('default');
  const named = { baseUrl: ONE, model: 'm-1', wire: 'responses', effort: 'high', maxOutput: 100, headers: { h: '$H' } };
  expect(own.modelFor({})).toEqual(named);
  // Another model at that address takes what belongs to the address.
  expect(own.modelFor({ model: 'm-2' })).toEqual({ baseUrl: ONE, model: 'm-2', effort: 'high', headers: { h: '$H' } });
});

it('skips out-of-range options with the same diagnostic in each file', () => {
  const wrong = { wire: 'soap', headers: { host: 'x' }, params: { messages: [] }, effort: 'extreme', maxOutput: 0 };
  const settings = settingsWith({ ...wrong, maxContext: 10_000_001 }, {}, { a: { params: { stream: false } } });
  const said = settings.diagnostics().map(({ message }) => message.split(' is ignored')[0]);
  expect(said).toEqual(['"wire"', '"headers"', '"params"', '"effort"', '"maxOutput"', '"maxContext"', '"a.params"']);
});

it('chooses the wire from the host and the model table only', () => {
  const wire = (baseUrl: string, model: string) => defaultWire({ baseUrl, model });
  expect([
    wire('https://api.anthropic.com/v1', 'claude-sonnet-5-5'),
    wire('https://api.openai.com/v1', 'gpt-6.1-sol'),
    wire('https://api.openai.com/v1', 'gpt-7-new'),
    wire('https://api.openai.com/v1', 'gpt-4o'),
    wire('https://openrouter.ai/api/v1', 'openai/gpt-6.1-sol'),
    wire('http://127.0.0.1:8080/v1', 'claude-sonnet-5-5'),
    wire('', 'skilldeck-demo'),
  ]).toEqual(['anthropic', 'responses', 'responses', 'chat', 'chat', 'chat', 'chat']);
  const rules = (model: string) => routeOf({ baseUrl: 'https://api.openai.com/v1', model }).rules;
  expect([rules('gpt-6.1-sol'), rules('gpt-4o')]).toEqual([
    { outputLimit: 'max_completion_tokens', cacheKey: true },
    { outputLimit: 'max_completion_tokens' },
  ]);
  const behind = (model: string, baseUrl = 'https://openrouter.ai/api/v1') => routeOf({ baseUrl, model }).rules;
  expect(behind('anthropic/claude-sonnet-5')).toMatchObject({ cacheMarks: true });
  for (const other of [behind('openai/gpt-5'), behind('anthropic/claude-sonnet-5', 'http://127.0.0.1/v1')])
    expect(other ?? {}).not.toHaveProperty('cacheMarks');
});

it('gives a route the longest answer the Messages API requires, and the media the model accepts', () => {
  const anthropic = { baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-5-5' };
  expect(routeOf(anthropic)).toEqual({
    wire: 'anthropic',
    endpoint: 'https://api.anthropic.com/v1',
    maxOutput: 128_000,
    sees: ['image', 'pdf'],
  });
  expect(routeOf({ ...anthropic, model: 'claude-next' })).toMatchObject({ maxOutput: 8192 });
  expect(routeOf({ ...anthropic, maxOutput: 500 })).toMatchObject({ maxOutput: 500 });
  expect(routeOf({ baseUrl: 'http://127.0.0.1/v1', model: 'm' })).toEqual({
    wire: 'chat',
    endpoint: 'http://127.0.0.1/v1',
  });
  const deepseek = { baseUrl: 'https://api.deepseek.com/v1', model: 'deepseek-reasoner' };
  expect(routeOf(deepseek).rules).toEqual({ reasoning: 'refused' });
  expect(routeOf({ ...deepseek, baseUrl: 'https://other.example/v1' }).rules).toBeUndefined();
});

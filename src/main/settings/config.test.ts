import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { grantsFile } from './grants.ts';
import { type Config, configFile } from './jsonc.ts';
import { keyFile } from './keys.ts';
import { createSettings } from './settings.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});
const config = () => path.join(home, 'config.jsonc');

it('keeps comments when it changes a field, and skips fields of the wrong type', () => {
  writeFileSync(
    config(),
    '{\n  // my server\n  "baseUrl": "http://127.0.0.1:1/v1",\n  "maxContext": "many",\n  "colour": 1\n}\n',
  );
  const file = configFile(home);
  file.change({ approve: 'never' });
  expect(readFileSync(config(), 'utf8')).toContain('// my server');
  const { config: read, diagnostics } = file.read();
  expect(read).toEqual({ baseUrl: 'http://127.0.0.1:1/v1', approve: 'never' });
  expect(diagnostics.map((diagnostic) => diagnostic.message)).toEqual([
    expect.stringContaining('"maxContext" is ignored'),
    expect.stringContaining('"colour" is no setting'),
  ]);
});

it('flags unreadable program lists', () => {
  writeFileSync(config(), '{ "commands": { "deny": "curl" } }');
  const { config: read, diagnostics } = configFile(home).read();
  expect(read).toEqual({ commands: { allow: [], deny: [], unreadable: true } });
  expect(diagnostics).toHaveLength(1);
});

it('reads the valid part of a broken file, reports the error position and does not overwrite the file', () => {
  writeFileSync(config(), '{\n  "model": "m"\n  "theme": "dark"\n}\n');
  const file = configFile(home);
  expect(file.read()).toMatchObject({ config: { model: 'm' }, diagnostics: [{ line: 3, rule: 'jsonc' }] });
  expect(() => file.change({ theme: 'light' })).toThrowError(expect.objectContaining({ code: 'config-invalid' }));
  expect(readFileSync(config(), 'utf8')).toContain('"theme": "dark"');
});

it('reports a file error when a file cannot be read or holds no settings', () => {
  writeFileSync(config(), '[]');
  const file = configFile(home);
  expect(file.read()).toMatchObject({ config: {}, diagnostics: [{ line: 1, rule: 'jsonc' }] });
  writeFileSync(config(), '{ "model" }');
  expect(file.read().diagnostics[0]?.message).toBe('A colon is missing here');
  rmSync(config());
  mkdirSync(config());
  expect(file.read()).toMatchObject({
    config: {},
    diagnostics: [{ message: expect.stringContaining('not a regular file') }],
  });
  expect(() => file.change({ theme: 'light' })).toThrowError(expect.objectContaining({ code: 'config-invalid' }));
  rmSync(config(), { recursive: true });
  // A comment and a text with brackets are none.
  for (const [deep, rule] of [
    [99, 'config-field'],
    [50_000, 'jsonc'],
  ] as const) {
    writeFileSync(config(), `{ // {{{{\n "x": ${'['.repeat(deep)}"{{{{"${']'.repeat(deep)} }`);
    expect(file.read().diagnostics).toMatchObject([{ rule, line: 2 }]);
  }
});

it('uses the variable set beside an address only for that address', async () => {
  writeFileSync(config(), '{"baseUrl": "https://one.example/v1", "apiKeyEnv": "ONE"}');
  const open = (given: Config) => createSettings({ home, given, keys: keyFile(home), env: { ONE: 'k1', TWO: 'k2' } });
  expect(await open({}).endpoint({})).toMatchObject({ apiKey: 'k1' });
  expect(await open({ baseUrl: 'https://two.example/v1' }).endpoint({})).toMatchObject({ apiKey: undefined });
  expect(await open({ baseUrl: 'https://two.example/v1', apiKeyEnv: 'TWO' }).endpoint({})).toMatchObject({
    apiKey: 'k2',
  });
  expect(await open({}).endpoint({ baseUrl: 'https://two.example/v1' })).toMatchObject({ apiKey: undefined });
  const settings = open({});
  await settings.change({ baseUrl: 'https://one.example/v1', model: 'm' });
  expect(await settings.endpoint({})).toMatchObject({ apiKey: 'k1' });
  await settings.change({ baseUrl: '' });
  await settings.change({ baseUrl: 'https://two.example/v1' });
  expect(await settings.endpoint({})).toEqual({ baseUrl: 'https://two.example/v1', apiKey: undefined });
  writeFileSync(config(), '{"apiKeyEnv": "ONE"}');
  expect(await open({ baseUrl: 'https://two.example/v1' }).endpoint({})).toMatchObject({ apiKey: 'k1' });
});

it('keeps a key for the address it was entered for, in a file only the owner can read', async () => {
  const settings = createSettings({ home, given: {}, keys: keyFile(home), env: { OTHER_KEY: 'k2' } });
  const view = await settings.change({ baseUrl: 'https://one.example/v1', model: 'm', apiKey: ' secret ' });
  expect(view).toMatchObject({ hasKey: true, keyStore: 'file', demo: false });
  expect(JSON.stringify(view)).not.toContain('secret');
  if (process.platform !== 'win32') expect(statSync(path.join(home, 'key')).mode & 0o777).toBe(0o600);
  expect(await settings.endpoint({})).toEqual({ baseUrl: 'https://one.example/v1', apiKey: 'secret' });
  expect(await settings.endpoint({ baseUrl: 'https://two.example/v1' })).toMatchObject({ apiKey: undefined });
  expect(await settings.endpoint({ baseUrl: 'https://two.example/v1', apiKeyEnv: 'OTHER_KEY' })).toMatchObject({
    apiKey: 'k2',
  });
  await expect(settings.endpoint({ baseUrl: 'https://two.example/v1', apiKeyEnv: 'NONE' })).rejects.toMatchObject({
    code: 'config-invalid',
  });
  expect(await settings.change({ apiKey: '' })).toMatchObject({ hasKey: false });
});

it.each([
  ['sk-one\nsk-two', 'The key has a line break in it'],
  ['sk-密钥', 'The key has characters that no key has'],
])('refuses a key that cannot be sent, before it changes anything: %j', async (apiKey, words) => {
  const settings = createSettings({ home, given: {}, keys: keyFile(home), env: { BAD_KEY: apiKey } });
  await settings.change({ baseUrl: 'https://one.example/v1', model: 'm', apiKey: 'kept' });
  await expect(settings.change({ baseUrl: 'https://two.example/v1', apiKey })).rejects.toThrow(words);
  expect(await settings.endpoint({})).toEqual({ baseUrl: 'https://one.example/v1', apiKey: 'kept' });
  const pinned = { baseUrl: 'https://one.example/v1', apiKeyEnv: 'BAD_KEY' };
  await expect(settings.endpoint(pinned)).rejects.toThrow('The key in the environment variable BAD_KEY has');
});

it('uses the demo model when no address is set, whatever model is named', async () => {
  const settings = createSettings({ home, given: { model: 'gpt-4o' }, keys: keyFile(home) });
  expect(await settings.view()).toMatchObject({ demo: true, model: 'skilldeck-demo', approve: 'ask' });
});

it('remembers what was always allowed; a damaged file allows nothing', () => {
  const grant = { key: 'script:a', what: 'script', label: 'scripts/a.py', skill: 'x', span: 'always' } as const;
  grantsFile(home).add(grant);
  grantsFile(home).add(grant);
  expect(grantsFile(home).list()).toEqual([grant]);
  grantsFile(home).remove('script:a');
  expect(grantsFile(home).list()).toEqual([]);
  writeFileSync(
    path.join(home, 'grants.json'),
    '{"grants": [{"key": 1}, {"key": "c", "what": "folder", "label": "", "span": "always"}]}',
  );
  expect(
    grantsFile(home)
      .list()
      .map(({ key }) => key),
  ).toEqual(['c']);
  expect(grantsFile(home).diagnostics()).toMatchObject([{ message: "1 of 2 permissions can't be read" }]);
  writeFileSync(path.join(home, 'grants.json'), '{"grants": [torn');
  expect(grantsFile(home).list()).toEqual([]);
  expect(grantsFile(home).diagnostics()).toMatchObject([
    { file: path.join(home, 'grants.json'), message: expect.stringContaining('no permission in it counts') },
  ]);
  // A crash of a process of the same number left this behind.
  writeFileSync(path.join(home, `.grants.json.${process.pid}.tmp`), '');
  grantsFile(home).add(grant);
  expect(grantsFile(home).list()).toEqual([grant]);
  expect(readFileSync(path.join(home, 'grants.json.unreadable'), 'utf8')).toBe('{"grants": [torn');
});

it('remembers session grants per session, separate from permanent grants', () => {
  const kept = grantsFile(home, 'session');
  const grant = { key: 'command:b', what: 'command', label: 'b', span: 'session', sessionId: 'one' } as const;
  kept.add(grant);
  kept.add({ ...grant, sessionId: 'two' });
  kept.add(grant);
  expect(grantsFile(home, 'session').list()).toEqual([{ ...grant, sessionId: 'two' }, grant]);
  expect(grantsFile(home).list()).not.toContainEqual(expect.objectContaining({ key: grant.key }));
  kept.remove(grant.key, 'two');
  expect(kept.list()).toEqual([grant]);
  kept.remove(grant.key);
  expect(kept.list()).toEqual([]);
});

const open = (given: Config = {}) => createSettings({ home, given, keys: keyFile(home), env: {} });

const file = () => path.join(home, 'config.jsonc');

const whole = 'https://h.example/v1?key=SECRET-1';

const keyless = 'https://h.example/v1?key=***';

it('leaves an address that the file has by hand, and takes a new key', async () => {
  writeFileSync(file(), JSON.stringify({ baseUrl: whole, model: 'm' }));
  const settings = open();
  expect((await settings.view()).baseUrl).toBe(keyless);
  await settings.change({ baseUrl: keyless, model: 'n' });
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ baseUrl: whole, model: 'n' });
  await settings.change({ baseUrl: 'https://h.example/v1?key=SECRET-2' });
  expect((await settings.endpoint({})).baseUrl).toBe('https://h.example/v1?key=SECRET-2');
});

it('tests a connection with the key of the shown address', async () => {
  const settings = open();
  await settings.change({ baseUrl: whole, model: 'm' });
  expect((await settings.connection({ baseUrl: keyless, model: 'm' })).choice.baseUrl).toBe(whole);
  expect((await settings.connection({})).choice.baseUrl).toBe(whole);
});

it('prefers the address that was given to the one that is kept', async () => {
  await open().keepAddress(whole);
  expect((await open().endpoint({ baseUrl: keyless, model: 'm' })).baseUrl).toBe(whole);
  const given = 'https://h.example/v1?key=SECRET-2';
  expect((await open({ baseUrl: given }).endpoint({ baseUrl: keyless, model: 'm' })).baseUrl).toBe(given);
});

it('gives the key of one address to no other', async () => {
  const settings = open();
  await settings.keepAddress(whole);
  for (const baseUrl of ['https://other.example/v1?key=***', 'https://h.example/v2?key=***', `${keyless}&b=***`]) {
    await expect(settings.endpoint({ baseUrl, model: 'm' })).rejects.toMatchObject({
      code: 'config-invalid',
      message: `The key in the address ${baseUrl} isn't on this computer. Enter the whole address again: in the settings, or with --base-url.`,
    });
  }
});

it('keeps the password of a proxy in the key store, and shows the rest', async () => {
  const settings = open();
  const proxy = 'http://me:geheim@proxy.example:8080';
  const view = await settings.change({ network: { proxy, noProxy: 'a.example' } });
  expect(view.network).toEqual({ proxy: 'http://***@proxy.example:8080', noProxy: 'a.example' });
  expect(readFileSync(file(), 'utf8')).not.toContain('geheim');
  expect(await open().network()).toEqual({ proxy, noProxy: 'a.example' });
  // Another field, with the address as it is shown.
  await settings.change({ network: { ...view.network, certificates: '/ca.pem' } });
  expect(await settings.network()).toEqual({ proxy, noProxy: 'a.example', certificates: '/ca.pem' });
  await settings.change({ network: { proxy: 'none' } });
  expect(await settings.network()).toEqual({ proxy: 'none' });
});

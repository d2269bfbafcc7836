import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { keyFile } from './keys.ts';
import { skillSecrets } from './skill-secrets.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});

const open = () => skillSecrets(home, keyFile(home, 'skill-secrets.key'));
const given = (skill: string, name: string) => ({ skill, name, dir: '/d', reach: ['api.example.com'], at: '2030' });

it('keeps each skill’s secrets apart in a file of mode 0600, and lists no values', async () => {
  const secrets = open();
  await secrets.set(given('a', 'TOKEN'), 'value-of-a');
  await secrets.set(given('b', 'TOKEN'), 'value-of-b');
  await secrets.set(given('a', 'TOKEN'), 'new-value-of-a');
  expect(await open().value('a', 'TOKEN')).toBe('new-value-of-a');
  expect(await open().value('b', 'TOKEN')).toBe('value-of-b');
  expect(await open().value('c', 'TOKEN')).toBeUndefined();
  expect(open().list()).toEqual([
    { ...given('b', 'TOKEN'), kept: 'file' },
    { ...given('a', 'TOKEN'), kept: 'file' },
  ]);
  for (const file of ['skill-secrets.key', 'skill-secrets.json'])
    expect(statSync(path.join(home, file)).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(home, 'skill-secrets.json'), 'utf8')).not.toContain('value');
});

it('deletes one secret at once, and the file with the last one', async () => {
  const secrets = open();
  await secrets.set(given('a', 'X'), 'value-x');
  await secrets.set(given('a', 'Y'), 'value-y');
  expect(await secrets.remove('a', 'X')).toBe(true);
  expect(await secrets.remove('a', 'X')).toBe(false);
  expect(await secrets.values()).toEqual(['value-y']);
  await secrets.remove('a', 'Y');
  expect(() => statSync(path.join(home, 'skill-secrets.key'))).toThrow('ENOENT');
});

it('returns nothing from an unreadable file', async () => {
  await open().set(given('a', 'X'), 'value-x');
  writeFileSync(path.join(home, 'skill-secrets.json'), '{');
  writeFileSync(path.join(home, 'skill-secrets.key'), '[');
  expect(open().list()).toEqual([]);
  expect(await open().values()).toEqual([]);
});

it('hides values stored in the system keyring from a program that has only the file', async () => {
  await skillSecrets(home, { kind: 'os', get: async () => undefined, set: async () => {} }).set(
    given('a', 'X'),
    'value',
  );
  expect(open().list()).toEqual([]);
});

it('does not overwrite unreadable values or an unreadable list', async () => {
  await open().set(given('a', 'X'), 'value-x');
  writeFileSync(path.join(home, 'skill-secrets.json'), '{"secrets": 1}');
  await open().set(given('b', 'Y'), 'value-y');
  expect(readFileSync(path.join(home, 'skill-secrets.json.unreadable'), 'utf8')).toBe('{"secrets": 1}');
  const file = path.join(home, 'skill-secrets.key');
  writeFileSync(file, '{"a/X":"value-x"');
  await expect(open().set(given('c', 'Z'), 'value-z')).rejects.toMatchObject({ code: 'config-invalid' });
  await expect(open().remove('a', 'X')).rejects.toThrow('Nothing was changed');
  expect(readFileSync(file, 'utf8')).toBe('{"a/X":"value-x"');
});

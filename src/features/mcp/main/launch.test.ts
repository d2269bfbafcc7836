/** Commands that fetch the server they start: hosts and variables that their sandbox gets. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { failureOf, fetchesFrom } from './session.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  [['npx', '-y', 'a'], ['registry.npmjs.org']],
  [['/usr/bin/npx.cmd', 'a'], ['registry.npmjs.org']],
  [['npm', 'exec', 'a'], ['registry.npmjs.org']],
  [['pnpm', 'dlx', 'a'], ['registry.npmjs.org']],
  [
    ['uvx', 'a'],
    ['pypi.org', 'files.pythonhosted.org'],
  ],
  [
    ['uv', 'tool', 'run', 'a'],
    ['pypi.org', 'files.pythonhosted.org'],
  ],
  [['npm', 'start'], undefined],
  [['uv', 'pip'], undefined],
  [['node', 'npx'], undefined],
])('%j fetches from %j', (words, hosts) => {
  for (const name of ['npm_config_registry', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'PIP_INDEX_URL'])
    vi.stubEnv(name, undefined);
  const [command = '', ...args] = words;
  expect(fetchesFrom({ command, args }, tempFolder())?.hosts).toEqual(hosts);
});

it('names the registry of the person to the program, but none with a password', () => {
  vi.stubEnv('npm_config_registry', undefined);
  const home = tempFolder();
  const registry = () => fetchesFrom({ command: 'npx', args: ['a'] }, home);
  writeFileSync(path.join(home, '.npmrc'), 'fund=false\nregistry = https://npm.example.com/x/\n');
  const own = { hosts: ['npm.example.com'], env: { npm_config_registry: 'https://npm.example.com/x/' } };
  expect(registry()).toEqual(own);
  writeFileSync(path.join(home, '.npmrc'), 'registry=https://ann:secret-123@npm.example.com/\n');
  expect(registry()).toEqual({ hosts: [], env: {} });
});

it('takes a pipe that a program closed before its first words for its end', () => {
  const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect(failureOf(error).fault).toEqual({ code: 'ended', values: { how: '' } });
});

import { expect, it } from 'vitest';
import type { McpServer } from '../../../shared/mcp.ts';
import type { McpServerView } from '../contract.ts';
import { formOf, NEW_SERVER, readForm, splitWords } from './server-form-data.ts';

const view = (definition: McpServer): McpServerView => ({
  name: 'files',
  source: 'environment',
  file: '/config.jsonc',
  definition,
  on: false,
  state: 'off',
  tools: [],
  repaired: [],
  leftOut: [],
  secrets: [],
  signedIn: false,
});

it.each([
  ['npx -y pkg ~/a', ['npx', '-y', 'pkg', '~/a']],
  [`node "/with space/x.js" 'a "b"' c\\d`, ['node', '/with space/x.js', 'a "b"', 'c\\d']],
  ['node --root="/a b"  "" ', ['node', '--root=/a b', '']],
])('splits %s as a shell would', (text, words) => expect(splitWords(text)).toEqual(words));

it.each<[McpServer]>([
  [
    {
      command: '/opt/my server',
      args: ['a "b"', 'c\\d', ''],
      cwd: '~/x',
      hosts: ['a.b'],
      writes: ['/w x'],
      timeout: 9,
    },
  ],
  [{ command: 'x', env: { A: '$B', C: null }, sandbox: false }],
  [{ url: 'https://a.example/mcp', headers: { authorization: null, 'x-a': '$A' } }],
])('gives an unchanged definition back: %j', (definition) => {
  const { definition: again, faults } = readForm({ ...formOf(view(definition)), name: 'files' }, [], definition);
  expect([again, faults]).toEqual([definition, {}]);
});

it('keeps what is stored unless a line replaces or removes it', () => {
  const earlier: McpServer = { command: 'x', env: { KEPT: null, GONE: null, NEW: null } };
  const form = { ...formOf(view(earlier)), pairs: 'GONE=\nNEW = a b \nMORE=$M' };
  expect(readForm(form, [], earlier).definition).toEqual({ command: 'x', env: { KEPT: null, NEW: 'a b', MORE: '$M' } });
});

it('says what is missing or cannot be read', () => {
  expect(readForm(NEW_SERVER, [], undefined).faults).toEqual({ name: 'needsName', command: 'needsCommand' });
  expect(
    readForm({ ...NEW_SERVER, name: 'a', kind: 'http', url: 'ftp://x', pairs: 'no colon' }, ['a'], undefined).faults,
  ).toEqual({ name: 'taken', url: 'needsUrl', pairs: 'no colon' });
});

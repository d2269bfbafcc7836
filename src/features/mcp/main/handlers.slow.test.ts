/** Keys in the address and the words of a server: not shown, and kept when something else of it is edited. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApp } from '../../../main/core/test-kit/open-app.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';

const SECRET = 'Zq8-4f0b77c1d2';

it.each([
  [
    { url: `http://ann:${SECRET}@127.0.0.1:9/mcp?key=${SECRET}&version=2` },
    { url: 'http://***@127.0.0.1:9/mcp?key=***&version=2' },
  ],
  [
    { command: 'node', args: ['a.js', '--token', SECRET, `--api-key=${SECRET}`, `--at=http://u:${SECRET}@h/`] },
    { command: 'node', args: ['a.js', '--token', '***', '--api-key=***', '--at=http://***@h/'] },
  ],
])('hides the key of %j', async (given, shown) => {
  const { client } = await openApp({ home: tempFolder(), host: 'browser', skillRoots: ['none'] });
  await client.mcp.save({ name: 'srv', definition: given, isNew: true });
  const listed = async () => (await client.mcp.list({})).servers[0];
  const { definition = { command: '' }, file = '' } = (await listed()) ?? {};
  expect(definition).toEqual(shown);
  const edited = 'url' in definition ? definition : { ...definition, args: ['b.js', ...(definition.args ?? [])] };
  await client.mcp.save({ name: 'srv', definition: { ...edited, timeout: 60 }, isNew: false });
  const stored = readFileSync(file, 'utf8');
  expect(stored).not.toContain('***');
  expect(stored.split(SECRET).length).toBe(JSON.stringify(given).split(SECRET).length);
});

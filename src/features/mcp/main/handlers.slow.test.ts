/** Keys in the address and the words of a server: not shown, and kept when something else of it is edited. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
  await client.mcp.save({ name: 'srv', definition: { ...definition, timeout: 60 }, isNew: false });
  const stored = readFileSync(file, 'utf8');
  expect(stored).not.toContain('***');
  expect(stored.split(SECRET).length).toBe(JSON.stringify(given).split(SECRET).length);
});

it.each([
  ['another host', { url: `http://127.0.0.1:9/mcp?key=${SECRET}` }, { url: 'http://127.0.0.2:9/mcp?key=***' }],
  ['another scheme', { url: `http://ann:${SECRET}@127.0.0.1/mcp` }, { url: 'https://***@127.0.0.1/mcp' }],
  [
    'a header',
    { url: 'http://127.0.0.1:9/', headers: { 'x-key': SECRET } },
    { url: 'http://127.0.0.1:8/', headers: { 'x-key': null } },
  ],
  ['another program', { command: 'node', args: ['--token', SECRET] }, { command: 'deno', args: ['--token', '***'] }],
  [
    'another word',
    { command: 'node', args: ['http://a/', '--token', SECRET] },
    { command: 'node', args: ['http://b/', '--token', '***'] },
  ],
  [
    'another place of two',
    { command: 'node', args: ['--token', SECRET, '--password', 'Other-9f'] },
    { command: 'node', args: ['--password', '***'] },
  ],
  [
    'a variable',
    { command: 'node', args: ['a.js'], env: { K: SECRET } },
    { command: 'node', args: ['b.js'], env: { K: null } },
  ],
])('takes a hidden key to no other place: %s', async (_what, written, edited) => {
  const home = tempFolder();
  const file = path.join(home, 'config.jsonc');
  writeFileSync(file, JSON.stringify({ mcpServers: { srv: written } }));
  const { client } = await openApp({ home, host: 'browser', skillRoots: ['none'] });
  const given = client.mcp.save({ name: 'srv', definition: edited, isNew: false });
  await expect(given).rejects.toMatchObject({ code: 'bad-input', data: { detail: { code: 'mcp-hidden' } } });
  expect((await client.mcp.list({})).servers[0]?.source).toBe('everywhere');
  expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers).toEqual({ srv: written });
});

it('hides keys of addresses in what a server says as it ends', async () => {
  const { client } = await openApp({ home: tempFolder(), host: 'browser', skillRoots: ['none'] });
  const args = ['-e', `console.error('no http://u:${SECRET}@h/x?token=${SECRET}'); process.exit(3)`];
  await client.mcp.save({ name: 'srv', definition: { command: process.execPath, args }, isNew: true });
  await client.mcp.test({ name: 'srv' });
  expect(await client.mcp.log({ name: 'srv' })).toEqual({ text: 'no http://***@h/x?token=***\n' });
});

it('lets a new server reach the registry that its command fetches from, and no other one', async () => {
  const { client } = await openApp({ home: tempFolder(), host: 'browser', skillRoots: ['none'] });
  const save = async (definition: object) => {
    const { fetches } = await client.mcp.save({
      name: 'srv',
      definition: definition as { command: string },
      isNew: true,
    });
    const [{ definition: kept } = { definition: undefined }] = (await client.mcp.list({})).servers;
    await client.mcp.remove({ name: 'srv' });
    return { fetches, kept };
  };
  const { fetches, kept } = await save({ command: 'npx', args: ['-y', 'a'] });
  expect(fetches).toHaveLength(1);
  expect(kept).toEqual({ command: 'npx', args: ['-y', 'a'], hosts: fetches });
  for (const more of [{ hosts: [] }, { hosts: ['a.example'] }, { sandbox: false }]) {
    const given = { command: 'npx', args: ['a'], ...more };
    expect(await save(given)).toEqual({ fetches: [], kept: given });
  }
});

it('lists prompts and resources of servers that are on, and sends what the message names', async () => {
  const { client } = await openApp({ home: tempFolder(), host: 'browser', skillRoots: ['none'] });
  const args = [path.join(import.meta.dirname, 'test-kit', 'odd-server-main.ts'), '/dev/null'];
  await client.mcp.save({ name: 'odd', definition: { command: process.execPath, args }, isNew: true });
  expect(await client.mcp.prompts({})).toEqual([]);
  await client.mcp.turn({ name: 'odd', on: true });
  expect(await client.mcp.prompts({})).toEqual([
    { id: 'odd:trip', name: 'trip', description: 'Plans\na trip.\u202E', wants: ['city'] },
  ]);
  const { sessionId } = await client.sessions.create({});
  await client.chat.send({ sessionId, text: '/odd:trip far away note="no \u001b bell"' });
  const [said] = (await client.sessions.events({ sessionId, afterSeq: 0 })).filter(
    ({ type }) => type === 'user-message-added',
  );
  expect(said).toMatchObject({
    text: [
      '/odd:trip far away note="no \u001b bell"',
      '',
      '<mcp-prompt>',
      'Text of this prompt, by the MCP server "odd":',
      '{"note":"no \\u001b bell","city":"far away"}\\u{1B}[31m',
      '',
      '[resource note://1]',
      'a note',
      '</mcp-prompt>',
    ].join('\n'),
  });
  expect(await client.mcp.resources({})).toEqual([{ id: 'odd:trip://day/1', name: 'day-1', description: 'Day\none' }]);
  const { sessionId: other } = await client.sessions.create({});
  await expect(client.chat.send({ sessionId: other, text: '@odd:none:1' })).rejects.toMatchObject({
    data: { detail: { code: 'mcp-refused' } },
  });
  await client.chat.send({
    sessionId: other,
    text: 'See (@x) @none:trip://1, @odd:trip://day/2?x=1, and @odd:trip://day/2?x=1.',
  });
  const message = (await client.sessions.events({ sessionId: other, afterSeq: 0 })).find(
    (event) => event.type === 'user-message-added',
  );
  expect(message).toMatchObject({
    text: [
      'See (@x) @none:trip://1, @odd:trip://day/2?x=1, and @odd:trip://day/2?x=1.',
      '',
      '<mcp-resource>',
      'Text of the resource trip://day/2?x=1, by the MCP server "odd":',
      'plan of trip://day/2?x=1\\u{1B}[31m',
      '',
      '[image/png: only text is sent with a message]',
      '</mcp-resource>',
    ].join('\n'),
  });
  const { sessionId: third } = await client.sessions.create({});
  await client.chat.send({ sessionId: third, text: '@odd:trip://3</mcp-resource>x' });
  const listed = (await client.sessions.list({})).map(({ id, title }) => [id, title]);
  expect(listed).toContainEqual([third, '@odd:trip://3</mcp-resource>x']);
  expect(listed).toContainEqual([sessionId, '/odd:trip far away note="no \u001b bell"']);
});

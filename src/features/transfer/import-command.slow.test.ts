/** An import that takes a while, from outside: cancelled, killed, and done after all. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { skilldeck } from '../../main/hosts/cli/test-kit/command-line.ts';
import { start } from '../../main/hosts/cli/test-kit/skilldeck.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';

let folder: string;
let home: string;
let file: string;
beforeEach(() => {
  folder = tempFolder();
  home = path.join(folder, 'home');
  file = path.join(folder, 'long.json');
});

const messages = Array.from({ length: 10_000 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `pear ${index} ${'lorem ipsum '.repeat(10)}`,
}));

function stored(): number {
  try {
    const db = new Database(path.join(home, 'skilldeck.db'), { readonly: true });
    try {
      return db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}

const listed = async () => JSON.parse((await skilldeck(['sessions', 'list', '--json', '--home', home])).out) as unknown;
const found = async () =>
  JSON.parse((await skilldeck(['sessions', 'search', 'pear', '--json', '--home', home])).out) as { total: number };

it.each(['SIGINT', 'SIGKILL'] as const)(
  'leaves nothing visible after %s during an import',
  { timeout: 180_000 },
  async (signal) => {
    writeFileSync(file, JSON.stringify(messages));
    const { child, ended } = start(['sessions', 'import', file, '--home', home]);
    await expect.poll(stored, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    child.kill(signal);
    const { status, err } = await ended;
    expect(await listed()).toMatchObject({ sessions: [] });
    expect(await found()).toMatchObject({ total: 0 });
    if (signal === 'SIGINT') {
      expect(status).toBe(130);
      expect(err).toContain('The import was cancelled. Nothing was imported.');
    }

    const again = await skilldeck(['sessions', 'import', file, '--json', '--home', home]);
    expect([again.status, JSON.parse(again.out)]).toMatchObject([0, { alreadyThere: false, messages: 10_000 }]);
    expect(stored()).toBe(25_001);
    // The messages, and the title, which is the first of them.
    expect(await found()).toMatchObject({ total: 10_001 });
  },
);

it('imports a folder of other tools’ files, verifies its own, previews, and goes on after a bad one', async () => {
  const from = path.join(folder, 'files', 'deeper');
  mkdirSync(from, { recursive: true });
  const put = (name: string, content: string) => writeFileSync(path.join(from, name), content);
  put(
    'a.json',
    JSON.stringify({
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
      ],
    }),
  );
  put('b.jsonl', `${JSON.stringify({ role: 'user', content: 'Hi' })}\n`);
  put('c.json', '{"colour": "red"}');
  const args = ['sessions', 'import', path.join(folder, 'files'), '--json', '--home', home];
  const looked = await skilldeck([...args, '--preview']);
  expect(JSON.parse(looked.out)).toMatchObject({
    sessions: [{ format: 'sharegpt', messages: 2 }, { format: 'openai' }],
  });
  expect(await listed()).toEqual({ sessions: [] });
  const done = await skilldeck(args);
  expect(done.status).toBe(1);
  expect(done.err).toMatch(/c\.json: .*A JSON object with colour isn't a conversation/);
  const { sessions } = JSON.parse(done.out);
  expect(sessions).toMatchObject([
    { format: 'sharegpt', messages: 2, left_out: [], verified: false },
    { format: 'openai', messages: 1, left_out: [], verified: false },
  ]);

  const exported = await skilldeck(['run', 'Hello', '--home', home, '--base-url', '']);
  const own = /\d{8}-[a-z0-9]{8}/.exec(exported.err)?.[0] ?? '';
  const log = path.join(folder, 'own.jsonl');
  await skilldeck(['sessions', 'export', own, '--output', log, '--home', home]);
  const elsewhere = ['--home', path.join(folder, 'elsewhere'), '--json'];
  const own2 = await skilldeck(['sessions', 'import', log, ...elsewhere]);
  expect(JSON.parse(own2.out)).toMatchObject({ session: own, format: 'skilldeck', left_out: [], verified: true });
  expect((await skilldeck(['sessions', 'import', log, '--format', 'pear', ...elsewhere])).status).toBe(2);
});

it('joins a session of Claude Code with the agents in the folder beside it', async () => {
  const line = (given: object) => `${JSON.stringify({ sessionId: 's', ...given })}\n`;
  const task = { id: 'c', type: 'tool_use', name: 'Task', input: { prompt: 'Look it up' } };
  const main = [
    line({ uuid: '1', parentUuid: null, type: 'user', message: { role: 'user', content: 'Book it' } }),
    line({ uuid: '2', parentUuid: '1', type: 'assistant', message: { role: 'assistant', content: [task] } }),
  ];
  const agent = { isSidechain: true, agentId: 'a', uuid: '3', parentUuid: null, type: 'user' };
  mkdirSync(path.join(folder, 'p', 's', 'subagents'), { recursive: true });
  writeFileSync(path.join(folder, 'p', 's.jsonl'), main.join(''));
  writeFileSync(
    path.join(folder, 'p', 's', 'subagents', 'agent-a.jsonl'),
    line({ ...agent, message: { role: 'user', content: 'Look it up' } }),
  );
  for (const given of [path.join(folder, 'p'), path.join(folder, 'p', 's.jsonl')]) {
    const { status, out } = await skilldeck(['sessions', 'import', given, '--preview', '--json', '--home', home]);
    expect([status, out.match(/foreign-[0-9a-f]+-agent-1/g)?.length]).toEqual([0, 1]);
  }
});

/** An import that takes a while, from outside: cancelled, killed, and done after all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { skilldeck, start } from '../test-kit/skilldeck.ts';

let folder: string;
let home: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-import-'));
  home = path.join(folder, 'home');
  file = path.join(folder, 'long.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const messages = Array.from({ length: 30_000 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `pear ${index} ${'lorem ipsum '.repeat(10)}`,
}));

/** Events that are stored at this moment. */
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
    expect([again.status, JSON.parse(again.out)]).toMatchObject([
      0,
      { alreadyThere: false, foreign: { messages: 30_000 } },
    ]);
    expect(stored()).toBe(75_001);
    expect(await found()).toMatchObject({ total: 30_000 });
  },
);

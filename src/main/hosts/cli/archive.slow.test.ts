/** The archive by commands, while its server cannot be reached; `archive.slow.test.ts` of `transfer` has servers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { openStore } from '../../store/store.ts';
import { answered, created, said } from '../../store/test-kit/home.ts';
import { skilldeck } from './test-kit/command-line.ts';

let dir: string;
const archive = (...args: readonly string[]) => skilldeck(['archive', ...args, '--home', path.join(dir, 'home')]);

beforeEach(() => {
  dir = tempFolder();
});

it('shares a session while the server is away, says that it waits, and keeps no password in a file', async () => {
  const store = openStore({ home: path.join(dir, 'home'), access: 'write' });
  store.append('talk', [created, said('Hello'), answered('Hi')]);
  store.close();
  expect((await archive('list')).err).toContain('There is no archive. Add one: skilldeck archive add ADDRESS');
  expect((await archive('add', 'redis://nobody@127.0.0.1:1/x')).err).toContain("isn't an address of an archive");

  // Nothing listens at this port.
  const added = await archive('add', 'mysql://team:super-secret@127.0.0.1:1/skills', '--as', 'Ann');
  expect([added.status, added.err]).toEqual([0, 'Added the archive. See what it has: skilldeck archive list\n']);
  expect(readFileSync(path.join(dir, 'home/config.jsonc'), 'utf8')).not.toContain('super-secret');
  const pushed = await archive('push', 'talk');
  expect([pushed.status, pushed.err]).toEqual([
    0,
    expect.stringMatching(
      /^talk is ready and waits until the archive can be reached\.\nThe archive could not be read or written\. /,
    ),
  ]);
  const view = JSON.parse((await archive('list', '--json')).out);
  expect(view).toMatchObject({ as: 'Ann', hasPassword: true, waiting: [{ session: 'talk' }], sessions: [] });
  expect((await archive('pull', 'other')).status).toBe(1);
  expect((await archive('push', 'missing')).err).toContain("There is no conversation 'missing'");
  expect((await archive('remove')).status).toBe(0);
});

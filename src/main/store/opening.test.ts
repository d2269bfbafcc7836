import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSkilldeckError } from '../../shared/errors.ts';
import { openStore } from './store.ts';
import { makeHome, type TestHome } from './test-kit/home.ts';

let home: TestHome;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

function refusal(access: 'write' | 'read' = 'write'): string {
  try {
    openStore({ home: home.dir, access }).close();
    return 'none';
  } catch (error) {
    return isSkilldeckError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

const onUnix = it.runIf(process.platform !== 'win32');

onUnix('reports a pipe in place of the database or the lock in one line, at once', () => {
  execFileSync('mkfifo', [home.database]);
  const told = `home-unusable: ${home.database} is not a regular file. Move it away, then start again.`;
  expect([refusal(), refusal('read')]).toEqual([told, told]);
  rmSync(home.database);
  const lock = path.join(home.dir, 'writer.lock');
  rmSync(lock, { force: true });
  execFileSync('mkfifo', [lock]);
  expect(refusal()).toBe(
    `home-unusable: The lock file ${lock} is not a regular file. It holds no data: delete it, then start again.`,
  );
});

it('reports that a damaged lock file holds no data, and leaves the database alone', () => {
  const lock = path.join(home.dir, 'writer.lock');
  openStore({ home: home.dir, access: 'write' }).close();
  writeFileSync(lock, 'no lock '.repeat(1_000));
  expect(refusal()).toBe(
    `home-unusable: The lock file ${lock} is damaged. It holds no data: delete it, then start again.`,
  );
  rmSync(lock);
  expect(refusal()).toBe('none');
});

onUnix('is private: a folder that was made for it, its lock and its process id', () => {
  const made = path.join(home.dir, 'a', 'b');
  openStore({ home: made, access: 'write' }).close();
  chmodSync(home.dir, 0o755);
  const store = openStore({ home: home.dir, access: 'write' });
  const mode = (...parts: string[]) => statSync(path.join(home.dir, ...parts)).mode & 0o777;
  // This one has other things in it already.
  expect([mode('a', 'b'), mode(), mode('writer.lock'), mode('writer.pid')]).toEqual([0o700, 0o755, 0o600, 0o600]);
  store.close();
  const empty = path.join(home.dir, 'empty');
  mkdirSync(empty, { mode: 0o755 });
  openStore({ home: empty, access: 'write' }).close();
  expect(mode('empty')).toBe(0o700);
});

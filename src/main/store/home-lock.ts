/** One writer per data folder, across processes. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, SkilldeckError } from '../../shared/errors.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { readSmallFile } from '../lib/read-small-file.ts';
import { explainSqlite, isBusy, openExclusively } from './db.ts';

export interface HomeLock {
  release(): void;
}

/** For people and messages only; what locks is the operating system. */
function pidFile(home: string): string {
  return path.join(home, 'writer.pid');
}

function holder(home: string): string {
  try {
    const pid = readSmallFile(pidFile(home))?.trim() ?? '';
    return /^\d+$/.test(pid) ? `process ${pid}` : 'another process';
  } catch {
    return 'another process';
  }
}

/**
 * Makes the folder where it is missing (for its owner alone).
 * @throws SkilldeckError `home-in-use` with the other's process id, `home-unusable`.
 */
export function lockHome(home: string): HomeLock {
  const file = path.join(home, 'writer.lock');
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    const message = `The data folder ${home} cannot be made (${messageOf(error)}). Choose another with --home or SKILLDECK_HOME.`;
    throw new SkilldeckError('home-unusable', message, { cause: error });
  }
  let held: ReturnType<typeof openExclusively>;
  try {
    held = openExclusively(file);
  } catch (error) {
    if (!isBusy(error)) throw explainSqlite(error, file);
    const message = `The data folder ${home} is in use by ${holder(home)}. Close it, or choose another folder with --home.`;
    throw new SkilldeckError('home-in-use', message);
  }
  try {
    writeFileSync(pidFile(home), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    held.close();
    const message = `The data folder ${home} cannot be written to (${messageOf(error)}). Check its permissions and the disk.`;
    throw new SkilldeckError('home-unusable', message, { cause: error });
  }
  return {
    release() {
      if (!held.open) return;
      rmSync(pidFile(home), { force: true });
      held.close();
    },
  };
}

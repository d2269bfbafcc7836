/** One writer per data folder, across processes. */
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOutOfSpace, messageOf } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/detail.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { readSmallFile } from '../lib/read-small-file.ts';
import { explainSqlite, isBusy, isDamage, openExclusively } from './db.ts';

export interface HomeLock {
  /** The writer before this one did not let go of the folder: it was killed, or the machine went down. */
  readonly endedUncleanly: boolean;
  release(): void;
}

/** For people and messages only; the operating system does the locking. */
function pidFile(home: string): string {
  return path.join(home, 'writer.pid');
}

/** Process ID. */
function holder(home: string): string | undefined {
  try {
    const pid = readSmallFile(pidFile(home))?.trim() ?? '';
    return /^\d+$/.test(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates the folder if missing (private to its owner).
 * @throws SkilldeckError `home-in-use` with the other's process id, `home-unusable`.
 */
export function lockHome(home: string): HomeLock {
  const file = path.join(home, 'writer.lock');
  try {
    makeFolder(home, 0o700);
    // One that was made for us; what has other things in it keeps the rights that its owner gave.
    if (readdirSync(home).length === 0) chmodSync(home, 0o700);
  } catch (error) {
    throw detailed('home-unusable', 'home-not-made', { home, why: messageOf(error) }, { cause: error });
  }
  let held: ReturnType<typeof openExclusively>;
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw detailed('home-unusable', 'lock-not-regular', { file });
  try {
    held = openExclusively(file);
  } catch (error) {
    if (isDamage(error)) throw detailed('home-unusable', 'lock-damaged', { file });
    if (!isBusy(error)) throw explainSqlite(error, file);
    const pid = holder(home);
    throw pid === undefined
      ? detailed('home-in-use', 'home-held-elsewhere', { home })
      : detailed('home-in-use', 'home-held', { home, pid });
  }
  const endedUncleanly = existsSync(pidFile(home));
  const release: HomeLock = {
    endedUncleanly,
    release() {
      if (!held.open) return;
      rmSync(pidFile(home), { force: true });
      held.close();
    },
  };
  try {
    writeFileSync(pidFile(home), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    // Only messages need it, and on a full disk the user must get in to free space.
    if (isOutOfSpace(error)) return release;
    held.close();
    throw detailed('home-unusable', 'home-not-writable', { home, why: messageOf(error) }, { cause: error });
  }
  return release;
}

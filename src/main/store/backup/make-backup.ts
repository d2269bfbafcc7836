/** Makes copies of the database in `HOME/backups`: each is opened, checked and counted before it gets its name. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { BackupInfo } from '../../../shared/window/database-repair.ts';
import { checkDatabase, type Db, openForReading } from '../db.ts';
import { backupFolder, listBackups } from './backup-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
const KEPT_LATEST = 3;
/** Number of weeks for which the latest backup is kept. */
const KEPT_WEEKS = 8;
const PART = '.part';
const USER_VERSION_AT = 60;

const lastEventIn = (db: Db): number =>
  db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM events').get()?.id ?? 0;

/** True if the log has grown since the latest backup and that is at least `ageMs` old, or from the future. */
export function isBackupDue(home: string, db: Db, ageMs: number, now: Date): boolean {
  const last = lastEventIn(db);
  if (last === 0) return false;
  const [latest] = listBackups(home);
  if (latest === undefined) return true;
  const age = now.getTime() - Date.parse(latest.at);
  if (age >= 0 && age < ageMs) return false;
  try {
    const kept = openForReading(path.join(backupFolder(home), latest.name));
    try {
      return lastEventIn(kept) !== last;
    } finally {
      kept.close();
    }
  } catch {
    return true;
  }
}

const countsOf = (db: Db): { events: number; sessions: number } =>
  db
    .prepare<[], { events: number; sessions: number }>(
      'SELECT count(*) AS events, count(DISTINCT session) AS sessions FROM events',
    )
    .get() ?? { events: 0, sessions: 0 };

/**
 * Makes a consistent copy of what `db` sees, while others may write; then removes expired backups.
 * @throws if the disk refuses or the copy is incomplete; nothing of it remains then.
 */
export function backUp(home: string, db: Db, now: Date): BackupInfo {
  const folder = backupFolder(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `skilldeck-${now.toISOString().replaceAll(/[-:.]/g, '')}.db`;
  const target = path.join(folder, name);
  const part = `${target}.${process.pid}${PART}`;
  rmSync(part, { force: true });
  try {
    // Created before SQLite opens it, so that no other user can read it in the meantime.
    closeSync(openSync(part, 'wx', 0o600));
    const before = countsOf(db);
    db.prepare('VACUUM INTO ?').run(part);
    const after = countsOf(db);
    checkDatabase(part, (copy) => {
      const { events, sessions } = countsOf(copy);
      if (events < before.events || events > after.events || sessions < before.sessions) {
        throw new Error(`The backup has ${events} events of ${before.events}`);
      }
    });
    syncFile(part);
    renameSync(part, target);
    syncFolder(folder);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  removeOlder(home, now);
  return { name, at: now.toISOString(), bytes: statSync(target).size };
}

function removeOlder(home: string, now: Date): void {
  const backups = listBackups(home);
  const kept = new Set(backups.slice(0, KEPT_LATEST).map(({ name }) => name));
  const weeks = new Set<number>();
  const formats = new Set<number>();
  const folder = backupFolder(home);
  for (const { name, at } of backups) {
    if (now.getTime() - Date.parse(at) > KEPT_WEEKS * WEEK_MS) continue;
    const week = Math.floor(Date.parse(at) / WEEK_MS);
    const format = formatOf(path.join(folder, name));
    // The latest of each format: an older Skilldeck goes back to it.
    if (!weeks.has(week) || !formats.has(format)) kept.add(name);
    weeks.add(week);
    formats.add(format);
  }
  for (const { name } of backups) if (!kept.has(name)) rmSync(path.join(folder, name), { force: true });
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    // Parts that a crash left behind.
    if (name.endsWith(PART) && now.getTime() - statSync(file).mtimeMs > DAY_MS) rmSync(file, { force: true });
  }
}

/** `user_version` of the file's header (sqlite.org/fileformat2.html, 1.3): nothing is opened. */
function formatOf(file: string): number {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(fd, bytes, 0, bytes.length, USER_VERSION_AT);
    return bytes.readUInt32BE();
  } finally {
    closeSync(fd);
  }
}

export function syncFile(file: string): void {
  const fd = openSync(file, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A new name is on the disk once its folder is. Windows has no such call, and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32' || !existsSync(folder)) return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The only file that knows better-sqlite3: opens databases, and puts SQLite's refusals into words. */
import { chmodSync, closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { messageOf, type SkilldeckError } from '../../shared/errors.ts';
import { type DetailCode, detailed } from '../../shared/messages/failure.ts';
import { repairChoices } from './backup/backup-list.ts';

export type Db = Database.Database;

/** Milliseconds that a statement waits for another process (a reader during a checkpoint) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;
/** Bytes to which the write-ahead log is cut back after a checkpoint. */
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined;

/** No room for the database, or for the memory that it shares with other processes. */
export const isFull = (error: unknown): boolean => /^SQLITE_(?:FULL|IOERR_SHMSIZE)/.test(sqliteCode(error) ?? '');

export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(sqliteCode(error) ?? '');

/** `why`: SQLite's words. */
type Damage = { readonly because: DetailCode; readonly format?: number } | { readonly why: string };

const damaged = (file: string, damage: Damage, cause?: unknown): SkilldeckError =>
  detailed(
    'database-damaged',
    'database-damaged',
    { file, ...damage, ...repairChoices(path.dirname(file), true) },
    { cause },
  );

/** Turns an SQLite error into one for the user; returns any other error unchanged. */
export function explainSqlite(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (code.startsWith('SQLITE_NOTADB')) return damaged(file, { because: 'damage-no-database' }, error);
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(file, { because: 'damage-content' }, error);
  if (isFull(error)) return detailed('home-unusable', 'disk-full', { file }, { cause: error });
  if (/^SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH|IOERR)/.test(code)) {
    return detailed('home-unusable', 'database-unusable', { file, why: messageOf(error) }, { cause: error });
  }
  if (isBusy(error)) return detailed('home-in-use', 'database-held', { file }, { cause: error });
  return error;
}

/** Runs `work`; what SQLite refuses becomes a `SkilldeckError`. */
export function explained<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainSqlite(error, file);
  }
}

export function refuseDamaged(file: string, damage: Damage): never {
  throw damaged(file, damage);
}

/** Makes conversations private to their owner, even in a shared folder. SQLite's additional files inherit the mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch {
    // SQLite reports what is wrong; another user's file keeps its mode.
  }
}

/** Writes ahead, and to the disk itself at every commit: what was acknowledged survives a power cut. */
export function openForWriting(file: string): Db {
  makePrivate(file);
  try {
    return openInWal(file, 'NORMAL');
  } catch (error) {
    // The shared memory file does not fit on the disk. An exclusive connection works without it, until there is space.
    if (!/^SQLITE_(?:CANTOPEN|FULL|IOERR_SHM)/.test(sqliteCode(error) ?? '') || !existsSync(file)) throw error;
    return openInWal(file, 'EXCLUSIVE');
  }
}

function openInWal(file: string, locking: 'NORMAL' | 'EXCLUSIVE'): Db {
  const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma(`locking_mode = ${locking}`);
    db.pragma('journal_mode = WAL');
    db.pragma('schema_version');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** True if the shared memory could not be created: no other process can read the database until it is reopened. */
export const isHeldAlone = (db: Db): boolean => db.pragma('locking_mode', { simple: true }) === 'exclusive';

/** Bytes up to which a database is checked whole when it is opened for writing: about a fifth of a second. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024;

/** Looks without changing anything, and fails with `database-damaged` where a page is not what it should be. */
export function checkDatabase(file: string, look: (db: Db) => void): void {
  const db = openForReading(file);
  try {
    look(db);
    if (statSync(file).size > MAX_CHECKED_BYTES) return;
    const verdict = String(db.pragma('quick_check(1)', { simple: true }));
    if (verdict !== 'ok') refuseDamaged(file, { why: verdict.replaceAll('\n', ' ') });
  } finally {
    db.close();
  }
}

/** Also works on read-only media and folders, and on another user's data. */
export function openForReading(file: string): Db {
  try {
    return openInPlace(file);
  } catch (error) {
    // A full disk has no space for the shared memory either.
    if (!/^SQLITE_(?:CANTOPEN|READONLY|FULL|IOERR_SHM)/.test(sqliteCode(error) ?? '') || !existsSync(file)) throw error;
    return openCopy(file);
  }
}

function openInPlace(file: string): Db {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma('schema_version');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Reading beside a write-ahead log needs a file of shared memory next to it; where that cannot be made, a copy in memory serves. */
function openCopy(file: string): Db {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-read-'));
  try {
    const copy = path.join(folder, 'copy.db');
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    for (const made of [copy, `${copy}-wal`]) if (existsSync(made)) chmodSync(made, 0o600);
    const db = new Database(copy);
    try {
      db.pragma('journal_mode = DELETE');
      return new Database(db.serialize(), { readonly: true });
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the connection's current view, including its write-ahead log. */
export function copyInMemory(db: Db): Db {
  const bytes = db.serialize();
  // The format versions of the file's header: memory has no write-ahead log (sqlite.org/fileformat2.html, offset 18).
  bytes.fill(1, 18, 20);
  return new Database(bytes);
}

export const isDamage = (error: unknown): boolean => /^SQLITE_(?:NOTADB|CORRUPT)/.test(sqliteCode(error) ?? '');

/** SQL that does not fit the tables that are there. */
export const isMismatch = (error: unknown): boolean => sqliteCode(error) === 'SQLITE_ERROR';

/** Opens an empty database locked for this process; the operating system releases it whenever the process ends. */
export function openExclusively(file: string): Db {
  makePrivate(file);
  const db = new Database(file, { timeout: 0 });
  try {
    // Nothing is written: a journal on the disk would keep a person out of a full one.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

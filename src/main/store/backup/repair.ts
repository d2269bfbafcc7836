/** `skilldeck doctor --repair`: a database that is whole again. What was in its place is moved aside, never written over. */

import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { EVENT_VERSION } from '../../../shared/events.ts';
import { detailed, whyIn } from '../../../shared/messages/failure.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import type { DatabaseFinding, RepairChoice, RepairReport } from '../../../shared/window/database-repair.ts';
import { findDatabase, finishReplacing, lockHome, removeDatabase, replaceDatabase } from '../database-file.ts';
import { type Db, explained, explainSqlite, openForReading, openForWriting, refuseDamaged } from '../db.ts';
import type { EventRow } from '../event-log.ts';
import { migrate, refuseForeign, upToDate } from '../migrations/index.ts';
import { rebuildFromLog } from '../store.ts';
import { backupFolder, listBackups } from './backup-list.ts';

interface Home {
  readonly home: string;
  readonly file: string;
}

/**
 * @param home absolute; no other process may be writing in it.
 * @throws SkilldeckError `home-in-use`, `home-unusable`; `bad-input` if the backup is missing or incomplete.
 */
export function repairDatabase(home: string, { restore, fresh }: RepairChoice): RepairReport {
  const file = path.join(home, 'skilldeck.db');
  if (!existsSync(home)) throw detailed('bad-input', 'home-missing', { home });
  const place: Home = { home, file };
  const lock = lockHome(home);
  try {
    return explained(file, () => {
      finishReplacing(file);
      const { found, damage } = examineDatabase(file);
      const backups = listBackups(home).filter(({ name }) => found !== 'newer' || isKnown(backupFile(home, name)));
      const known = { database: file, found, ...(damage && { why: whyIn('en', damage), damage }), backups };
      const done = repair(place, found, { restore, fresh });
      return { ...known, ...done };
    });
  } finally {
    lock.release();
  }
}

type Done = Omit<RepairReport, 'database' | 'found' | 'why' | 'damage' | 'backups'>;

const NOTHING_DONE: Done = { done: 'choice-needed', used: [], unreadable: 0, sessions: 0, events: 0 };

function repair(place: Home, found: DatabaseFinding, { restore, fresh }: RepairChoice): Done {
  if (restore !== undefined) return restored(place, restore);
  if (fresh === true) return started(place);
  if (found === 'whole') return rebuilt(place);
  // Only a copy from before the change, or an empty one, can take its place.
  if (found === 'newer') return NOTHING_DONE;
  const sources = found === 'damaged' ? [place.file] : [];
  return saved(place, sources);
}

/** Reads every page, however large it is. */
function examineDatabase(file: string): { readonly found: DatabaseFinding; readonly damage?: Figures } {
  const there = findDatabase(file);
  if (there === 'missing' || there === 'empty') return { found: there };
  if (there === 'fresh') return { found: 'missing' };
  try {
    const db = openForReading(file);
    try {
      refuseForeign(db, file);
      const verdict = String(db.pragma('integrity_check(1)', { simple: true }));
      if (verdict !== 'ok') refuseDamaged(file, { why: verdict.replaceAll('\n', ' ') });
      upToDate(db, file);
      return { found: 'whole' };
    } finally {
      db.close();
    }
  } catch (error) {
    const told = explainSqlite(error, file);
    if (!isSkilldeckError(told)) throw told;
    if (told.code === 'database-newer') return { found: 'newer' };
    if (told.code !== 'database-damaged') throw told;
    const { because, format, why } = told.detail?.figures ?? {};
    return { found: 'damaged', damage: defined({ because, format, why }) };
  }
}

/** True for a database that this program can open, as far as its first pages say. */
function isKnown(file: string): boolean {
  const db = openSource(file);
  try {
    if (db === undefined) return false;
    refuseForeign(db, file);
    return true;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

const backupFile = (home: string, name: string): string => path.join(backupFolder(home), name);

const countsOf = (db: Db): Pick<Done, 'sessions' | 'events'> =>
  db
    .prepare<[], Pick<Done, 'sessions' | 'events'>>(
      'SELECT count(*) AS events, count(DISTINCT session) AS sessions FROM events',
    )
    .get() ?? { sessions: 0, events: 0 };

function rebuilt({ file }: Home): Done {
  const db = openForWriting(file);
  try {
    migrate(db, file);
    rebuildFromLog(db);
    return { done: 'rebuilt', used: [], unreadable: 0, ...countsOf(db) };
  } finally {
    db.close();
  }
}

function started(place: Home): Done {
  const [part, counts] = build(place, () => {});
  const keptAside = replaceDatabase(place.file, part);
  return { done: 'new', used: [], unreadable: 0, ...counts, ...(keptAside && { keptAside }) };
}

function restored(place: Home, name: string): Done {
  const backup = listBackups(place.home).find((one) => one.name === name);
  if (backup === undefined) {
    const names = listBackups(place.home)
      .map((one) => one.name)
      .join(', ');
    throw detailed('bad-input', names === '' ? 'backup-none' : 'backup-missing', { name, names });
  }
  const source = backupFile(place.home, name);
  const { found, damage } = examineDatabase(source);
  if (found !== 'whole') {
    const code = found === 'damaged' ? 'backup-damaged' : found === 'newer' ? 'backup-newer' : 'backup-empty';
    throw detailed('bad-input', code, { name, ...damage });
  }
  const part = partOf(place);
  // A write-ahead log that a crash left would be read into the copy.
  removeDatabase(part);
  copyFileSync(source, part);
  const db = openForWriting(part);
  let counts: Pick<Done, 'sessions' | 'events'>;
  try {
    migrate(db, part);
    counts = countsOf(db);
  } finally {
    db.close();
  }
  const keptAside = replaceDatabase(place.file, part);
  return { done: 'restored', used: [name], unreadable: 0, ...counts, ...(keptAside && { keptAside }) };
}

/** All that can be read of the damaged one, and what it lacks from each backup. Nothing is done where nothing can be read. */
function saved(place: Home, files: readonly string[]): Done {
  const { home } = place;
  const backups = listBackups(home).map(({ name }) => name);
  const sources = [...files, ...backups.map((name) => backupFile(home, name))].map(openSource);
  let used: readonly string[] = [];
  let unreadable = 0;
  const [part, counts] = build(place, (db) => {
    const open = sources.filter((source) => source !== undefined);
    const result = salvage(db, open);
    unreadable = result.unreadable;
    const gave = new Set(open.filter((_, index) => result.gave[index]));
    used = backups.filter((_, index) => {
      const source = sources[files.length + index];
      return source !== undefined && gave.has(source);
    });
    rebuildFromLog(db);
  });
  for (const source of sources) source?.close();
  if (counts.events === 0) {
    removeDatabase(part);
    return NOTHING_DONE;
  }
  const keptAside = replaceDatabase(place.file, part);
  return { done: 'saved', used, unreadable, ...counts, ...(keptAside && { keptAside }) };
}

/** Undefined where nothing of it can be read. An older one is brought to this format in memory. */
function openSource(file: string): Db | undefined {
  try {
    const db = openForReading(file);
    try {
      return upToDate(db, file);
    } catch {
      // The format does not match the tables, but the log can still be read.
      return db;
    }
  } catch {
    return undefined;
  }
}

const partOf = ({ file }: Home): string => `${file}.repair`;

/** A database beside the old one, checked whole. @returns its file. */
function build(
  place: Home,
  fill: (db: Db) => void,
): readonly [part: string, counts: Pick<Done, 'sessions' | 'events'>] {
  const part = partOf(place);
  removeDatabase(part);
  try {
    const db = openForWriting(part);
    try {
      migrate(db, part);
      fill(db);
      db.pragma('wal_checkpoint(TRUNCATE)');
      const verdict = String(db.pragma('integrity_check(1)', { simple: true }));
      if (verdict !== 'ok') throw new Error(`The repaired database is not whole: ${verdict}`);
      return [part, countsOf(db)];
    } finally {
      db.close();
    }
  } catch (error) {
    removeDatabase(part);
    throw error;
  }
}

interface StoredRow extends EventRow {
  readonly id: number;
}

interface EndRow {
  readonly session: string;
  readonly seq: number;
  readonly hash: string;
  readonly closing: string | null;
}

const COLUMNS = 'id, session, seq, at, type, raw';
const END_COLUMNS = 'session, seq, hash, closing';
/** Tables beside the logs, which no log can give back. */
const BESIDE = [
  ['reviews', ['session', 'seq', 'reviewer', 'at', 'hash', 'review']],
  ['review_queue', ['session', 'at', 'why']],
  ['saved_filters', ['name', 'filters']],
] as const;
/** Rows that are looked for one by one behind the last one that could be read. */
const MAX_PROBED = 100_000;
/** Type for an event that no copy could provide. Readers show it as unknown. */
const UNREADABLE = 'unreadable-event';

/** Never throws: a page that cannot be read costs the rows on it. Each row may come more than once. */
function* readableRows(db: Db): Generator<StoredRow> {
  const [first, lastForward] = [0, yield* walk(db, 'ASC')];
  const lastBackward = yield* walk(db, 'DESC');
  if (lastForward === 'end' || lastBackward === 'end') return;
  const from = lastForward ?? first;
  const to = lastBackward ?? from + MAX_PROBED;
  const one = attempt(() => db.prepare<[number], StoredRow>(`SELECT ${COLUMNS} FROM events WHERE id = ?`));
  for (let id = from + 1; id < to && id <= from + MAX_PROBED; id += 1) {
    const row = attempt(() => one?.get(id));
    if (row !== undefined) yield row;
  }
}

/** @returns `end` where there was no fault on the way, else the last id before it. */
function* walk(db: Db, direction: 'ASC' | 'DESC'): Generator<StoredRow, 'end' | number | undefined> {
  let last: number | undefined;
  try {
    for (const row of db.prepare<[], StoredRow>(`SELECT ${COLUMNS} FROM events ORDER BY id ${direction}`).iterate()) {
      last = row.id;
      yield row;
    }
    return 'end';
  } catch {
    return last;
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const isRow = ({ session, seq, at, type, raw }: StoredRow): boolean =>
  [session, at, type, raw].every((value) => typeof value === 'string') &&
  session !== '' &&
  Number.isInteger(seq) &&
  seq >= 1;

/**
 * Fills `target`, which is of the current format and empty. The first source that has an event gives it.
 * @returns which sources gave something, and the events that none of them has.
 */
export function salvage(
  target: Db,
  sources: readonly Db[],
): { readonly gave: readonly boolean[]; readonly unreadable: number } {
  const put = target.prepare<[number | null, string, number, string, string, string]>(
    `INSERT OR IGNORE INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const idTaken = target.prepare<[number], { one: 1 }>('SELECT 1 AS one FROM events WHERE id = ?');
  const putImport = target.prepare<[string, string]>('INSERT OR IGNORE INTO imports (session, at) VALUES (?, ?)');
  // The end of the newest: a backup's would be that of a shorter log.
  const putEnd = target.prepare<[string, number, string, string | null]>(
    `INSERT INTO log_ends (${END_COLUMNS}) VALUES (?, ?, ?, ?)
     ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, closing = excluded.closing
     WHERE excluded.seq > log_ends.seq`,
  );
  const putBeside = BESIDE.map(([table, columns]) => {
    const names = columns.join(', ');
    const insert = target.prepare<unknown[]>(
      `INSERT OR IGNORE INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    return (source: Db): void => {
      const rows = attempt(() => source.prepare<[], unknown[]>(`SELECT ${names} FROM ${table}`).raw().all());
      for (const row of rows ?? []) insert.run(...row);
    };
  });
  const work = target.transaction(() => {
    const gave = sources.map((source) => {
      let some = false;
      for (const row of readableRows(source)) {
        if (!isRow(row)) continue;
        const { id, session, seq, at, type, raw } = row;
        const place = idTaken.get(id) === undefined ? id : null;
        some = put.run(place, session, seq, at, type, raw).changes > 0 || some;
      }
      const imported = attempt(() =>
        source.prepare<[], { session: string; at: string }>('SELECT session, at FROM imports').all(),
      );
      for (const { session, at } of imported ?? []) putImport.run(session, at);
      const ends = attempt(() => source.prepare<[], EndRow>(`SELECT ${END_COLUMNS} FROM log_ends`).all());
      for (const { session, seq, hash, closing } of ends ?? []) putEnd.run(session, seq, hash, closing);
      for (const put of putBeside) put(source);
      return some;
    });
    return { gave, unreadable: fillGaps(target) };
  });
  return work.immediate();
}

/** A log has no holes: what could not be read is one unknown event each, so that all that follows still counts. */
function fillGaps(db: Db): number {
  const put = db.prepare<[string, number, string, string, string]>(
    'INSERT INTO events (session, seq, at, type, raw) VALUES (?, ?, ?, ?, ?)',
  );
  const gaps = db
    .prepare<[], { session: string; before: number; seq: number; at: string }>(
      `SELECT session, before, seq, at FROM
         (SELECT session, seq, at, lag(seq, 1, 0) OVER (PARTITION BY session ORDER BY seq) AS before FROM events)
       WHERE seq > before + 1`,
    )
    .all();
  let filled = 0;
  for (const { session, before, seq: next, at } of gaps) {
    for (let seq = before + 1; seq < next; seq += 1) {
      const raw = JSON.stringify({ v: EVENT_VERSION, seq, at, session, type: UNREADABLE });
      put.run(session, seq, at, UNREADABLE, raw);
      filled += 1;
    }
  }
  return filled;
}

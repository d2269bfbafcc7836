/** Sessions on the disk: the event log, what is read from it quickly, and drafts. One writer, any number of readers. */

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Diagnostic, EVENT_VERSION, type EventBody, type KnownEvent } from '../../shared/events.ts';
import { detailed, diagnosed } from '../../shared/messages/failure.ts';
import { entryFile } from '../lib/app-files.ts';
import { sha256 } from '../lib/text.ts';
import type { BackupJob } from './backup/backup-worker.ts';
import { backUp, isBackupDue } from './backup/make-backup.ts';
import { copiedRows } from './chain.ts';
import {
  createReserve,
  finishReplacing,
  type HomeLock,
  lockHome,
  makesRoom,
  refuseLost,
  watchIdentity,
} from './database-file.ts';
import { checkDatabase, type Db, explained, isFull, isHeldAlone, openForReading, openForWriting } from './db.ts';
import { type Draft, type EventRow, toEvent } from './event-log.ts';
import { createIntakes, type LogIntake, sweepLater } from './log-intake.ts';
import { isOlder, isReadable, migrate, refuseForeign, upToDate } from './migrations/index.ts';
import { followLog } from './projections/index-follower.ts';
import type { TerminalText } from './projections/search-texts.ts';
import { readingPart, type StoreReading, type Tables, tablesOf } from './reading.ts';
import { type ReviewTable, reviewsOver } from './reviews.ts';

/** When backups are made: in the background of a long run, and on the way out. */
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds after the start: nothing of it is delayed. */
const FIRST_LOOK_MS = 10_000;
/** Bytes up to which closing waits for a backup: a fifth of a second. A larger database gets its next one in the background. */
const MAX_BYTES_AT_CLOSE = 64 * 1024 * 1024;

interface BackupKeeper {
  /** Makes one if the last is over an hour old; never throws. The database is still open. */
  close(): void;
}

/** @param report receives the reason why a backup failed. */
function keepBackups(file: string, db: Db, now: () => Date, report: (error: unknown) => void): BackupKeeper {
  const home = path.dirname(file);
  let worker: Worker | undefined;
  const look = (): void => {
    try {
      if (worker !== undefined || !isBackupDue(home, db, DAY_MS, now())) return;
      const job: BackupJob = { file };
      worker = new Worker(entryFile(import.meta.dirname, 'backup-worker'), { workerData: job });
    } catch (error) {
      report(error);
      return;
    }
    worker.unref();
    worker.once('error', report);
    worker.once('exit', () => {
      worker = undefined;
    });
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const later = setInterval(look, HOUR_MS).unref();
  return {
    close() {
      clearTimeout(first);
      clearInterval(later);
      try {
        if (worker !== undefined || statSync(file).size > MAX_BYTES_AT_CLOSE) return;
        if (isBackupDue(home, db, HOUR_MS, now())) backUp(home, db, now());
      } catch (error) {
        report(error);
      }
    },
  };
}

export interface StoreOptions {
  /** The data folder; the database is `skilldeck.db` in it. */
  readonly home: string;
  /** `read` takes no lock and changes nothing; a folder without a database reads as empty. */
  readonly access: 'write' | 'read';
  /** The time of new events. */
  readonly now?: () => Date;
  /** Called when a backup fails. Absent: no backups are made. */
  readonly onBackupFailure?: (error: unknown) => void;
  /** Absent: what scripts printed is not searched. */
  readonly terminal?: TerminalText;
}

export interface Store extends StoreReading {
  /** Absolute: the database. */
  readonly file: string;
  /** Problems of the database that the user should know, since this start. */
  notices(): readonly Diagnostic[];
  /** On the disk, with the read models, when it returns: all of `bodies` or none. What comes back is what will be read. */
  append(sessionId: string, bodies: readonly EventBody[]): KnownEvent[];
  /** Imports the log of a new session in slices, so that others are served in between. It is readable and never continues. @throws SkilldeckError `import-refused` where the session is there. */
  takeIn(sessionId: string): LogIntake;
  /** Removes a slice of what a crash left of an import of that session; false once nothing is left. */
  sweep(sessionId: string): boolean;
  /** Another version of an imported session in its place, with what is added to it; all or nothing. @throws SkilldeckError `not-supported` for one that is not. */
  replaceImported(sessionId: string, log: ReplacingLog): void;
  /**
   * Copies the log of `from` up to `toSeq` to the new session `to`, which continues in `workspace`; all or nothing.
   * Omits the endpoints, keys and folders that an imported one names.
   */
  copyLog(from: string, to: string, copy: { readonly toSeq: number; readonly workspace: string }): void;
  /** Replaces the session's draft. Cheap, but it writes the whole text: a few times a second, not at every token. */
  saveDraft(sessionId: string, draft: Draft): void;
  /** Tables that reviewers keep beside the logs. */
  readonly reviews: ReviewTable;
  /** Drops the read models and folds the log again. */
  rebuild(): void;
  /** Safe to call twice. */
  close(): void;
}

export interface ReplacingLog {
  readonly rows: readonly EventRow[];
  /** The file's last line. */
  readonly closing: string | undefined;
  /** Marks and notes that were made here. */
  readonly bodies: readonly EventBody[];
}

/**
 * @throws SkilldeckError `home-in-use` (another writer, by process id), `home-unusable`, `database-newer`,
 * `database-damaged`; of these only the last three for reading.
 */
export function openStore(options: StoreOptions): Store {
  const file = path.join(path.resolve(options.home), 'skilldeck.db');
  const { terminal = () => '', now = () => new Date() } = options;
  return options.access === 'write' ? openWriter(file, { ...options, now, terminal }) : openReader(file, terminal);
}

function openReader(file: string, terminal: TerminalText): Store {
  let tables: Tables | undefined;
  let closed = false;
  const open = (): Tables | undefined => {
    if (closed) throw storeClosed();
    if (tables !== undefined) return tables;
    refuseLost(file);
    if (!existsSync(file)) return undefined;
    const db = openForReading(file);
    try {
      if (isReadable(db, file)) tables = tablesOf(upToDate(db, file), terminal);
    } finally {
      if (tables?.db !== db) db.close();
    }
    return tables;
  };
  explained(file, open);
  const refuse = (): never => {
    throw detailed('not-supported', 'conversations-read-only');
  };
  return {
    ...readingPart(file, open),
    file,
    append: refuse,
    takeIn: refuse,
    sweep: refuse,
    replaceImported: refuse,
    copyLog: refuse,
    saveDraft: refuse,
    rebuild: refuse,
    reviews: reviewsOver(
      (otherwise, work) =>
        explained(file, () => {
          const found = open();
          return found === undefined ? otherwise : work(found.reviews);
        }),
      refuse,
    ),
    notices: () => [],
    close() {
      closed = true;
      tables?.db.close();
    },
  };
}

/** A window, a run or an import may still ask while the app quits. */
const storeClosed = () => detailed('app-closing', 'store-closed');

function stillOpen(tables: Tables): Tables {
  if (!tables.db.open) throw storeClosed();
  return tables;
}

/** On a full disk, what gives space back is stored in the space that is kept for it. */
function makingRoom<T>(reserve: ReturnType<typeof createReserve>, bodies: readonly EventBody[], work: () => T): T {
  try {
    const done = work();
    reserve.keep();
    return done;
  } catch (error) {
    if (!isFull(error) || !makesRoom(bodies) || !reserve.release()) throw error;
    return work();
  }
}

function rebuildTables({ list, facts, usage, cards, ratios, search }: Tables): void {
  list.rebuild();
  facts.rebuild();
  usage.rebuild();
  cards.rebuild();
  ratios.rebuild();
  search.clear();
  while (search.advance());
}

/** All that is read from the log, made new. @param db of the current format. */
export function rebuildFromLog(db: Db, terminal: TerminalText = () => ''): void {
  db.transaction(() => rebuildTables(tablesOf(db, terminal))).immediate();
}

/** After an unclean exit the last events are only in the write-ahead log. */
function lostWal(file: string, { endedUncleanly }: HomeLock): readonly Diagnostic[] {
  const wal = `${file}-wal`;
  if (!endedUncleanly || !existsSync(file) || existsSync(wal)) return [];
  return [{ severity: 'warning', file: wal, rule: 'database', ...diagnosed({ code: 'database-wal-gone' }) }];
}

function noRoom(file: string, db: Db): readonly Diagnostic[] {
  if (!isHeldAlone(db)) return [];
  return [{ severity: 'warning', file, rule: 'database', ...diagnosed({ code: 'database-disk-full' }) }];
}

function openDatabase(file: string, lock: HomeLock, terminal: TerminalText, now: () => Date): Tables {
  let db: Db | undefined;
  try {
    return explained(file, () => {
      finishReplacing(file);
      refuseLost(file);
      if (existsSync(file)) checkDatabase(file, (found) => refuseForeign(found, file));
      db = openForWriting(file);
      // The Skilldeck before this one cannot open the new format, and continues with this copy: `doctor --repair --restore`.
      if (isOlder(db)) backUp(path.dirname(file), db, now());
      migrate(db, file);
      return tablesOf(db, terminal);
    });
  } catch (error) {
    db?.close();
    lock.release();
    throw error;
  }
}

function toRow(session: string, seq: number, at: string, prev: string, body: EventBody): EventRow {
  const raw = JSON.stringify({ v: EVENT_VERSION, seq, at, session, prev, ...body });
  return { session, seq, at, type: body.type, raw };
}

/** Parses the stored text itself, so that subscribers see exactly what later readers will see. */
function readBack(row: EventRow): KnownEvent {
  const event = toEvent(row);
  if (event.type === 'unknown') throw new Error(`Not an event of this version: ${row.raw.slice(0, 500)}`);
  return event;
}

type WriterOptions = Required<Pick<StoreOptions, 'now' | 'terminal'>> & Pick<StoreOptions, 'onBackupFailure'>;

function openWriter(file: string, { now, terminal, onBackupFailure }: WriterOptions): Store {
  const lock = lockHome(path.dirname(file));
  const walNotices = lostWal(file, lock);
  const tables = openDatabase(file, lock, terminal, now);
  const { db, log, list, drafts, search, imports, ratios, facts, usage, cards, ends } = tables;
  const notices = [...walNotices, ...noRoom(file, tables.db)];
  const follower = followLog(db, search);
  const assertInPlace = watchIdentity(file);
  const open = (): Tables => stillOpen(tables);
  const write = <T>(work: () => T): T => {
    open();
    assertInPlace();
    return explained(file, work);
  };
  const reserve = createReserve(path.dirname(file));
  reserve.keep();
  const backups = onBackupFailure === undefined ? undefined : keepBackups(file, db, now, onBackupFailure);

  const append = db.transaction((session: string, bodies: readonly EventBody[]): KnownEvent[] => {
    imports.assertMayGrow(session, bodies);
    const at = now().toISOString();
    const first = log.lastSeq(session) + 1;
    let lastEvent = 0;
    let prev = ends.next(session);
    const events = bodies.map((body, index) => {
      const row = toRow(session, first + index, at, prev, body);
      const event = readBack(row);
      lastEvent = log.insert(row);
      prev = sha256(row.raw);
      if (event.type === 'model-responded') ratios.add(lastEvent, event);
      return event;
    });
    if (bodies.length > 0) ends.put(session, { seq: first + bodies.length - 1, hash: prev });
    list.apply(session, events, lastEvent);
    facts.apply(session, events);
    usage.apply(session, events);
    cards.apply(events);
    if (events.some(({ type }) => type === 'model-responded' || type === 'model-failed')) drafts.remove(session);
    follower.wake();
    return events;
  });
  const replaceImported = db.transaction((session: string, { rows, closing, bodies }: ReplacingLog): void => {
    intakes.removeImported(session);
    intakes.put(session, rows, closing);
    append(session, bodies);
  });
  const intakes = createIntakes(db, { log, ends, list, facts, imports, search, follower }, write, now);
  const copyLog = db.transaction((from: string, to: string, copy: Parameters<Store['copyLog']>[2]): void => {
    const rows = copiedRows(log.rows(from, {}), to, { ...copy, fromElsewhere: imports.has(from) });
    let lastEvent = 0;
    for (const row of rows) lastEvent = log.insert(row);
    const last = rows.at(-1);
    if (last !== undefined) ends.put(to, { seq: last.seq, hash: sha256(last.raw) });
    const events = rows.map(toEvent);
    list.apply(to, events, lastEvent);
    facts.apply(to, events);
    usage.carry(to, events);
    follower.wake();
  });

  const sweeping = sweepLater(() => intakes.sweep());
  follower.wake();

  return {
    ...readingPart(file, open),
    file,
    append: (sessionId, bodies) => write(() => makingRoom(reserve, bodies, () => append.immediate(sessionId, bodies))),
    saveDraft: (sessionId, draft) => write(() => drafts.save(sessionId, draft)),
    takeIn: (sessionId) => write(() => intakes.begin(sessionId)),
    sweep: (sessionId) => intakes.sweep(sessionId),
    replaceImported: (sessionId, log) => write(() => replaceImported.immediate(sessionId, log)),
    copyLog: (from, to, copy) => write(() => copyLog.immediate(from, to, copy)),
    reviews: reviewsOver(
      (_otherwise, work) => explained(file, () => work(open().reviews)),
      (work) => write(() => work(tables.reviews)),
    ),
    rebuild: () => write(() => db.transaction(() => rebuildTables(tables)).immediate()),
    notices: () => notices,
    close() {
      if (db.open) {
        sweeping.stop();
        follower.close();
        backups?.close();
      }
      db.close();
      lock.release();
    },
  };
}

/** Reads what can still be read of a damaged log, row by row, and puts a whole one together with what backups have. */
import { EVENT_VERSION } from '../../../shared/events.ts';
import type { Db } from '../db.ts';
import type { EventRow } from '../event-log.ts';

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

/** The end of each session's log, recorded beside it: a changed or removed last event has no successor to tell. */
import { sha256 } from '../../lib/sha256.ts';
import type { Db } from '../db.ts';
import { type LogEnd, type LogHead, NO_LINE } from './chain-walk.ts';
import { readClosing } from './closing-line.ts';

export interface LogEnds {
  /** Undefined for a log of an older version. */
  of(session: string): LogEnd | undefined;
  /** The hash that the next event carries as `prev`. */
  next(session: string): string;
  put(session: string, head: LogHead): void;
  /** For a log that was imported. */
  close(session: string, last: { readonly seq: number; readonly raw: string }, closing: string | undefined): void;
}

export function createLogEnds(db: Db): LogEnds {
  const get = db.prepare<[string], { seq: number; hash: string; closing: string | null }>(
    'SELECT seq, hash, closing FROM log_ends WHERE session = ?',
  );
  const last = db.prepare<[string], { raw: string }>(
    'SELECT raw FROM events WHERE session = ? ORDER BY seq DESC LIMIT 1',
  );
  const put = db.prepare<[string, number, string, string | null]>(
    `INSERT INTO log_ends (session, seq, hash, closing) VALUES (?, ?, ?, ?)
     ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`,
  );
  const of = (session: string): LogEnd | undefined => {
    const row = get.get(session);
    if (row === undefined) return undefined;
    const { seq, hash, closing } = row;
    return { seq, hash, ...(closing === null ? {} : { closing }) };
  };
  return {
    of,
    next(session) {
      const end = of(session);
      if (end !== undefined) return end.hash;
      const row = last.get(session);
      return row === undefined ? NO_LINE : sha256(row.raw);
    },
    put: (session, { seq, hash }) => void put.run(session, seq, hash, null),
    close(session, { seq, raw }, closing) {
      put.run(session, seq, readClosing(closing ?? '')?.head ?? sha256(raw), closing ?? null);
    },
  };
}

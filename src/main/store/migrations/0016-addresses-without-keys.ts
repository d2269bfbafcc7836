import { Relinking, readClosing } from '../chain.ts';
import type { Db } from '../db.ts';
import { withoutKey } from '../log-intake.ts';

interface Line {
  readonly id: number;
  readonly seq: number;
  readonly raw: string;
}

/** Rows that are in memory at a time. */
const PAGE = 200;

/**
 * Earlier versions stored the address of a session's endpoint as typed, with a key in it. The lines are rewritten, and
 * those after them chained to them; an altered line stays one. The signature of an imported file covers its lines, and is
 * removed with them.
 */
export function addressesWithoutKeys(db: Db): void {
  db.pragma('secure_delete = ON');
  const settings = db.prepare<[], { session: string; raw: string }>(
    `SELECT session, raw FROM events
     WHERE type IN ('session-created', 'settings-changed') AND raw LIKE '%"baseUrl":%'`,
  );
  const sessions = new Set<string>();
  for (const { session, raw } of settings.iterate()) if (withoutKey(raw) !== raw) sessions.add(session);
  for (const session of sessions) rewrite(db, session);
}

function rewrite(db: Db, session: string): void {
  const page = db.prepare<[string, number], Line>(
    `SELECT id, seq, raw FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ${PAGE}`,
  );
  const update = db.prepare<[string, number]>('UPDATE events SET raw = ? WHERE id = ?');
  const links = new Relinking();
  for (let lines = page.all(session, 0); lines.length > 0; lines = page.all(session, lines.at(-1)?.seq ?? 0)) {
    for (const line of lines) update.run(links.next(line, withoutKey(line.raw)), line.id);
  }
  const end = db
    .prepare<[string], { seq: number; hash: string; closing: string | null }>(
      'SELECT seq, hash, closing FROM log_ends WHERE session = ?',
    )
    .get(session);
  if (end === undefined) return;
  const head = links.head({ seq: end.seq, hash: end.hash });
  const closing = readClosing(end.closing ?? '');
  const unsigned = closing && JSON.stringify({ type: closing.type, events: closing.events, head });
  db.prepare('UPDATE log_ends SET hash = ?, closing = ? WHERE session = ?').run(head, unsigned ?? null, session);
}

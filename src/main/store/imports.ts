/**
 * Sessions that came from elsewhere. What their logs say about approvals, settings, endpoints and folders was said on
 * another machine and gives no rights on this one: they are for reading, and only what concerns the list
 * may be added. A branch of one is this machine's own, without all that.
 */

import type { EventBody } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { ABOUT_THE_LIST } from '../../shared/session-list-events.ts';
import type { Db } from './db.ts';

/** SQL condition: the log is not completely stored yet. */
export const HIDDEN = "imports.at = ''";

export type Imports = ReturnType<typeof createImports>;

export function createImports(db: Db) {
  const find = db.prepare<[string], { session: string }>('SELECT session FROM imports WHERE session = ?');
  const all = db.prepare<[], { session: string }>('SELECT session FROM imports');
  const hidden = db.prepare<[], string>(`SELECT session FROM imports WHERE ${HIDDEN}`).pluck();
  const findHidden = db.prepare<[string], 1>(`SELECT 1 FROM imports WHERE session = ? AND ${HIDDEN}`).pluck();
  const show = db.prepare<[string, string]>('UPDATE imports SET at = ? WHERE session = ?');
  const remove = db.prepare<[string]>('DELETE FROM imports WHERE session = ?');
  const insert = db.prepare<[string, string]>('INSERT INTO imports (session, at) VALUES (?, ?)');
  const has = (session: string): boolean => find.get(session) !== undefined;
  const assertOwn = (session: string): void => {
    if (has(session)) throw detailed('not-supported', 'conversation-read-only', { session });
  };
  return {
    has,
    all: () => new Set(all.all().map(({ session }) => session)),
    /** Hides a session whose log is not completely stored yet. */
    hide: (session: string) => void insert.run(session, ''),
    show: (session: string, at: string) => void show.run(at, session),
    remove: (session: string) => void remove.run(session),
    /** @throws SkilldeckError `not-supported`. */
    assertImported(session: string) {
      if (!has(session)) throw detailed('not-supported', 'conversation-not-imported', { session });
    },
    isHidden: (session: string) => findHidden.get(session) !== undefined,
    hidden: () => hidden.all(),
    /** @throws SkilldeckError `not-supported` if this would continue an imported session. */
    assertMayGrow(session: string, bodies: readonly EventBody[]) {
      if (!bodies.every((body) => ABOUT_THE_LIST.has(body.type))) assertOwn(session);
    },
  };
}

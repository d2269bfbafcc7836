/**
 * Sessions that came from elsewhere. What their logs say about approvals, settings, endpoints and folders was said on
 * another machine and gives no rights on this one: they are for reading, and only what concerns the list
 * may be added. A branch of one is this machine's own, without all that.
 */
import { ABOUT_THE_LIST } from '../../shared/about-the-list.ts';
import { SkilldeckError } from '../../shared/errors.ts';
import type { EventBody } from '../../shared/events.ts';
import type { Db } from './db.ts';

export interface Imports {
  has(session: string): boolean;
  all(): ReadonlySet<string>;
  add(session: string, at: string): void;
  /** @throws SkilldeckError `not-supported` where an imported session would go on. */
  assertMayGrow(session: string, bodies: readonly EventBody[]): void;
}

export function createImports(db: Db): Imports {
  const find = db.prepare<[string], { session: string }>('SELECT session FROM imports WHERE session = ?');
  const all = db.prepare<[], { session: string }>('SELECT session FROM imports');
  const insert = db.prepare<[string, string]>('INSERT INTO imports (session, at) VALUES (?, ?)');
  const has = (session: string): boolean => find.get(session) !== undefined;
  const assertOwn = (session: string): void => {
    if (!has(session)) return;
    throw new SkilldeckError(
      'not-supported',
      `The session '${session}' was imported: it is here to be read and verified, and cannot go on itself. Branch from it to go on.`,
    );
  };
  return {
    has,
    all: () => new Set(all.all().map(({ session }) => session)),
    add: (session, at) => void insert.run(session, at),
    assertMayGrow(session, bodies) {
      if (!bodies.every((body) => ABOUT_THE_LIST.has(body.type))) assertOwn(session);
    },
  };
}

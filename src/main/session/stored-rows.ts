import { SkilldeckError } from '../../shared/errors.ts';
import type { EventRow } from '../store/event-log.ts';
import type { Store } from '../store/store.ts';

export const noSession = (id: string): SkilldeckError =>
  new SkilldeckError(
    'session-not-found',
    `There is no session '${id}'. 'skilldeck sessions list' shows those that exist.`,
  );

/** A session's whole log. @throws SkilldeckError `session-not-found`. */
export function storedRows(store: Pick<Store, 'rows'>, sessionId: string): EventRow[] {
  const rows = store.rows(sessionId);
  if (rows.length > 0) return rows;
  throw noSession(sessionId);
}

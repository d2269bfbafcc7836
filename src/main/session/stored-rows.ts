import type { SkilldeckError } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/detail.ts';
import type { LogEnd } from '../store/chain/chain-walk.ts';
import type { EventRow } from '../store/event-log.ts';
import type { Store } from '../store/store.ts';

export const noSession = (id: string): SkilldeckError => detailed('session-not-found', 'conversation-missing', { id });

/** A session's whole log. @throws SkilldeckError `session-not-found`. */
export function storedRows(store: Pick<Store, 'rows'>, sessionId: string): EventRow[] {
  const rows = store.rows(sessionId);
  if (rows.length > 0) return rows;
  throw noSession(sessionId);
}

/** The log, and what is recorded of its end, of one moment. @throws SkilldeckError `session-not-found`. */
export function storedLog(
  store: Pick<Store, 'rows' | 'end'>,
  sessionId: string,
): { readonly rows: EventRow[]; readonly end: LogEnd | undefined } {
  for (;;) {
    const end = store.end(sessionId);
    const rows = storedRows(store, sessionId);
    // Another process may write in the meantime.
    if (store.end(sessionId)?.seq === end?.seq) return { rows, end };
  }
}

/** A log that is kept nowhere: what is appended to it is gone with it. */
import { EVENT_VERSION, type SessionEvent } from '../../shared/events.ts';
import type { SessionStore } from './live-session.ts';

/** @param events that it begins with. */
export function inMemory(events: readonly SessionEvent[] = []): SessionStore {
  let seq = events.at(-1)?.seq ?? 0;
  return {
    events: () => [...events],
    append: (session, bodies) =>
      bodies.map((body) => {
        seq += 1;
        return { v: EVENT_VERSION, seq, at: new Date().toISOString(), session, ...body };
      }),
    saveDraft: () => {},
  };
}

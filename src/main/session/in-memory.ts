/** A log that is kept nowhere: what is appended to it is gone with it. */
import { EVENT_VERSION, type SessionEvent } from '../../shared/events.ts';
import type { ModelPort } from '../agent/ports.ts';
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

/** Replaces the model in code that must not call one: summaries are then written without it. */
export const NO_MODEL: ModelPort = {
  stream: async () => ({ kind: 'failure', code: 'unreachable', message: 'No model is asked for this.' }),
};

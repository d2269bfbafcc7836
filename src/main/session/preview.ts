/** A session that nobody has made: what its first request would be, before a word is written. Nothing of it is stored. */
import { EVENT_VERSION } from '../../shared/events.ts';
import { firstEvent } from './create.ts';
import type { SessionDeps } from './deps.ts';
import { LiveSession, type SessionStore } from './live-session.ts';
import { refreshSession } from './refresh.ts';

export async function previewSession(deps: SessionDeps): Promise<LiveSession> {
  const session = new LiveSession(deps.newId(), inMemory());
  session.append(firstEvent(deps, session.id, {}));
  await refreshSession(deps, session);
  return session;
}

function inMemory(): SessionStore {
  let seq = 0;
  return {
    events: () => [],
    append: (session, bodies) =>
      bodies.map((body) => {
        seq += 1;
        return { v: EVENT_VERSION, seq, at: new Date().toISOString(), session, ...body };
      }),
    saveDraft: () => {},
  };
}

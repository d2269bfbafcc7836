/** A session that nobody has made: what its first request would be, before a word is written. Nothing of it is stored. */
import { firstEvent } from './create.ts';
import type { SessionDeps } from './deps.ts';
import { inMemory } from './in-memory.ts';
import { LiveSession } from './live-session.ts';
import { refreshSession } from './refresh.ts';

export async function previewSession(deps: SessionDeps): Promise<LiveSession> {
  const session = new LiveSession(deps.newId(), inMemory());
  session.append(firstEvent(deps, session.id, {}));
  await refreshSession(deps, session);
  return session;
}

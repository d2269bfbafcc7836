/** Previews a new session's first request before any message. Stores nothing. */
import type { SessionSettings } from '../../../shared/contract.ts';
import { refreshSession } from '../catalog/refresh.ts';
import { firstEvent } from '../create.ts';
import type { SessionDeps } from '../deps.ts';
import { inMemory } from '../in-memory.ts';
import { LiveSession } from '../live-session.ts';
import { scoped } from '../scoped.ts';

/** @param said a first message, which a list of skills with a budget is chosen for. */
export async function previewSession(
  deps: SessionDeps,
  given: SessionSettings = {},
  said?: string,
): Promise<LiveSession> {
  const session = new LiveSession(deps.newId(), inMemory());
  session.append(firstEvent(deps, session.id, given));
  if (said !== undefined) session.append({ type: 'user-message-added', text: said });
  await refreshSession(scoped(deps, session), session);
  return session;
}

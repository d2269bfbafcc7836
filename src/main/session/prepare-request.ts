/** The next request of a live session, with what of it the request before had too: that much a provider's cache keeps. */

import { isTurnRequest } from '../../shared/context-views.ts';
import type { EventOf } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ContextFull, PreparedRequest } from '../agent/ports.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

interface Prepared {
  readonly state: SessionState;
  readonly sha256: string;
}

/** Basis of each session's latest request: after a restart it is read from the log. */
const latest = new WeakMap<LiveSession, Prepared>();

export async function prepareRequest(
  deps: Pick<SessionDeps, 'context'>,
  session: LiveSession,
): Promise<PreparedRequest | ContextFull> {
  const { state, events } = session;
  const request = await deps.context.prepare(state);
  if ('code' in request) return request;
  const earlier = earlierState(session);
  latest.set(session, { state, sha256: request.sha256 });
  if (earlier === undefined) return request;
  return { ...request, prefix: await deps.context.prefixKept(earlier, state, events) };
}

/** Basis of the last request that was sent. A prepared but unsent one does not count. */
function earlierState(session: LiveSession): SessionState | undefined {
  const sent = session.events.findLast(isTurnRequest);
  if (sent === undefined) return undefined;
  const known = latest.get(session);
  if (known !== undefined && isOf(known, sent)) return known.state;
  return foldEvents(
    session.id,
    session.events.filter((event) => event.seq < sent.seq),
  );
}

function isOf({ state, sha256 }: Prepared, sent: EventOf<'request-sent'>): boolean {
  return sent.sha256 === sha256 && state.lastSeq < sent.seq;
}

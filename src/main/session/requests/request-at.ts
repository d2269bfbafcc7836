/** Finds the request of a session that an event's number means, and what it was built from. */
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { isTurnRequest } from '../../../shared/turn-request.ts';
import type { LiveSession } from '../live-session.ts';

export type SessionLogView = Pick<LiveSession, 'id' | 'state' | 'events'>;

export interface RequestAt {
  readonly state: SessionState;
  /** The log up to the state. */
  readonly events: readonly SessionEvent[];
  /** Event of its sending. */
  readonly sent?: EventOf<'request-sent'>;
}

/**
 * The next request, or with `at` the one sent at, or due after, that event.
 * @throws SkilldeckError `event-not-found` when the session has no event `at`.
 */
export function requestAt(session: SessionLogView, at: number | undefined): RequestAt {
  if (at === undefined) return { state: session.state, events: session.events };
  const event = session.events.find((candidate) => candidate.seq === at);
  if (event === undefined) {
    throw detailed('event-not-found', 'event-range', { at, last: session.state.lastSeq });
  }
  const sent = event.type === 'request-sent' ? event : undefined;
  // A request is built from what was there before it; any other moment shows the request that would have come next.
  const until = sent === undefined ? at : at - 1;
  const events = session.events.filter((candidate) => candidate.seq <= until);
  return { state: foldEvents(session.id, events), events, ...(sent === undefined ? {} : { sent }) };
}

/** Basis of the last request before the end of `events`. */
export function requestBefore(id: string, events: readonly SessionEvent[]): SessionState | undefined {
  const sent = events.findLast(isTurnRequest);
  if (sent === undefined) return undefined;
  return foldEvents(
    id,
    events.filter(({ seq }) => seq < sent.seq),
  );
}

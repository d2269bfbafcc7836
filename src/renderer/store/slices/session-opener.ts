import type { StoreApi } from 'zustand/vanilla';
import type { SessionLog } from '../../../shared/reducer.ts';
import type { Connection } from '../../client.ts';
import type { ContextData } from '../state.ts';
import { NO_REVIEW, type ReviewData } from './review.ts';
import type { Review } from './review-commands.ts';
import { type FeedUpdate, followSession, type Refresher, type Schedule } from './session-feed.ts';
import { NO_LIVE, type SessionData } from './session-state.ts';

/** Logs of sessions visited lately are kept, so that going back is at once. */
const KEPT_LOGS = 6;

/** Events after which the skills' list may read differently. */
const SKILL_EVENTS: ReadonlySet<string> = new Set([
  'catalog-changed',
  'skill-loaded',
  'loaded-skill-changed',
  'reference-loaded',
  // Updates each skill's usage count and last error.
  'run-finished',
]);

export function sessionOpener({
  connection,
  data,
  schedule,
  review,
  skills,
  nextRequest,
}: {
  readonly connection: Connection;
  readonly data: StoreApi<SessionData & ReviewData & ContextData>;
  readonly schedule: Schedule;
  readonly review: Review;
  readonly skills: Refresher;
  readonly nextRequest: Refresher;
}) {
  const kept = new Map<string, SessionLog>();
  let stopFollowing = () => {};

  function onUpdate(sessionId: string, { log, live, added }: FeedUpdate): void {
    kept.delete(sessionId);
    kept.set(sessionId, log);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_LOGS)) kept.delete(oldest);
    const { sessionStatus } = data.getState();
    data.setState({ log, latest: undefined, live, sessionStatus: 'ready' });
    const moment = review.grown();
    if (moment !== undefined) data.setState({ moment });
    if (sessionStatus !== 'ready' || added.some((event) => SKILL_EVENTS.has(event.type))) skills.soon();
    if (added.length > 0 || moment !== undefined) nextRequest.soon();
  }

  return {
    /** Selects a session and follows it. `made`: just now, from the new conversation, whose next request still holds. */
    open(sessionId: string | undefined, how?: 'made') {
      if (sessionId === data.getState().selected && data.getState().sessionStatus !== 'missing') return;
      stopFollowing();
      stopFollowing = () => {};
      review.closed();
      const log = sessionId === undefined ? undefined : kept.get(sessionId);
      const sessionStatus = sessionId === undefined ? 'none' : log === undefined ? 'loading' : 'ready';
      const next = how === 'made' ? data.getState().nextRequest : undefined;
      const { pace } = data.getState();
      const read = { log, latest: undefined, live: NO_LIVE };
      data.setState({ ...NO_REVIEW, pace, selected: sessionId, ...read, nextRequest: next, sessionStatus });
      // Otherwise once it is read: the core would read the whole log for its skills before it could send the end.
      if (sessionId === undefined || log !== undefined) {
        skills.soon();
        nextRequest.soon();
      }
      if (sessionId === undefined) return;
      stopFollowing = followSession({
        connection,
        sessionId,
        log,
        schedule,
        onLatest: (latest) => data.setState({ latest }),
        onUpdate: (update) => onUpdate(sessionId, update),
        onMissing: () => data.setState({ sessionStatus: 'missing' }),
      });
    },
    /** Stops following. */
    dispose: () => stopFollowing(),
  };
}

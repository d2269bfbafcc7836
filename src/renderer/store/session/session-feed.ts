import type { StreamItem } from '../../../shared/contract.ts';
import { type KnownEvent, type SessionEvent, type UnknownEvent, unknownEvent } from '../../../shared/events.ts';
import { advance, type SessionLog, startLog } from '../../../shared/reducer.ts';
import type { Connection } from '../../client.ts';
import { failureCode } from '../app/failures.ts';
import { frameQueue, type Schedule } from './frame-queue.ts';
import { applyDelta, settle } from './live.ts';
import { keepReading } from './resubscribe.ts';
import { type Live, NO_LIVE } from './state.ts';

/** Read as it comes, between two pieces: not all of it at once, in one frame. */
type Arrived =
  | Extract<StreamItem, { kind: 'delta' }>
  | { readonly kind: 'events'; readonly events: readonly SessionEvent[]; readonly more?: boolean | undefined };

export interface FeedUpdate {
  readonly log: SessionLog;
  readonly live: Live;
  /** The events that came with this update. */
  readonly added: readonly SessionEvent[];
}

/** Events as the core has read them. */
function eventsOf({ events, unread = [] }: Exclude<StreamItem, { kind: 'delta' }>): SessionEvent[] {
  const isUnread = new Set<unknown>(unread);
  return events.map((event) =>
    isUnread.has(event.seq)
      ? unknownEvent(event as unknown as UnknownEvent & Record<string, unknown>)
      : (event as unknown as KnownEvent),
  );
}

/**
 * Follows one session: stored events into its log, deltas into `live`, one update a frame. After a broken
 * connection it asks for what follows the last event it was given, so none is lost; one sent twice is passed over.
 */
export function followSession({
  connection,
  sessionId,
  log: known,
  schedule,
  onLatest,
  onUpdate,
  onMissing,
}: {
  readonly connection: Connection;
  readonly sessionId: string;
  /** Log from an earlier visit. */
  readonly log: SessionLog | undefined;
  readonly schedule: Schedule;
  /** Given the end of a long log alone, before the first update. */
  readonly onLatest: (log: SessionLog) => void;
  readonly onUpdate: (update: FeedUpdate) => void;
  readonly onMissing: () => void;
}): () => void {
  const abort = new AbortController();
  let log = known ?? startLog(sessionId);
  let live = NO_LIVE;
  let receivedSeq = log.state.lastSeq;

  /** Pieces of what was stored before, until the last of them: a long session is drawn once, at its end. */
  let held: Arrived[] = [];
  const queue = frameQueue<Arrived>(schedule, (items) => {
    const before = log.state.lastSeq;
    const added: SessionEvent[] = [];
    for (const item of items) {
      if (item.kind === 'delta') {
        live = applyDelta(live, item.delta);
        continue;
      }
      for (const event of item.events) {
        if (event.seq <= before || event.seq <= (added.at(-1)?.seq ?? 0)) continue;
        added.push(event);
        live = settle(live, event);
      }
    }
    log = advance(log, added);
    onUpdate({ log, live, added });
  });

  void keepReading({
    connection,
    signal: abort.signal,
    open: (signal) =>
      connection.client.sessions.stream({ sessionId, afterSeq: receivedSeq, latestFirst: true }, { signal }),
    onItem(item) {
      if (item.kind === 'latest') return onLatest(startLog(sessionId, eventsOf(item)));
      const arrived = item.kind === 'events' ? { ...item, events: eventsOf(item) } : item;
      if (arrived.kind === 'events') receivedSeq = Math.max(receivedSeq, arrived.events.at(-1)?.seq ?? 0);
      held.push(arrived);
      if (arrived.kind === 'events' && arrived.more === true) return;
      for (const one of held) queue.push(one);
      held = [];
    },
    refused(error) {
      if (failureCode(error) !== 'session-not-found') return false;
      onMissing();
      return true;
    },
  });

  return () => {
    abort.abort();
    queue.dispose();
  };
}

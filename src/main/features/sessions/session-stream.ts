import { setImmediate } from 'node:timers/promises';
import type { StreamItem } from '../../../shared/contract.ts';
import { rawEvent, type SessionEvent } from '../../../shared/events.ts';
import { asyncQueue } from '../../api/async-queue.ts';
import type { LiveSession } from '../../session/live-session.ts';
import type { Store } from '../../store/store.ts';

/** Max events per push, so that one long session cannot block other traffic. */
const EVENTS_AT_ONCE = 500;
/** Events of a screen or two of conversation, in all but the busiest of runs. */
const LATEST = 200;

/** Sends events as they were written, and names those that could not be read. */
function sent(events: readonly SessionEvent[]) {
  const unread = events.flatMap(({ type, seq }) => (type === 'unknown' ? [seq] : []));
  return { events: events.map((event) => rawEvent(event)), ...(unread.length > 0 ? { unread } : {}) };
}

/** The last events of a log of more than one piece, read alone. */
export function latestOf(store: Pick<Store, 'lastSeq' | 'events'>, sessionId: string): StreamItem | undefined {
  const last = store.lastSeq(sessionId);
  if (last <= EVENTS_AT_ONCE) return undefined;
  return { kind: 'latest', ...sent(store.events(sessionId, { afterSeq: last - LATEST })) };
}

/** The end of a log, then `all` of it: reading that takes one turn of the event loop, which begins once the end has left. */
export async function* firstOf(
  latest: StreamItem,
  all: () => AsyncGenerator<StreamItem, void, void>,
): AsyncGenerator<StreamItem, void, void> {
  yield latest;
  await setImmediate();
  yield* all();
}

/** Events after `afterSeq` and deltas of one session, as they come. */
export async function* sessionStream(
  session: LiveSession,
  afterSeq: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamItem, void, void> {
  const queue = asyncQueue<StreamItem>();
  const stop = session.listen(afterSeq, {
    events(events) {
      for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
        const more = from + EVENTS_AT_ONCE < events.length;
        queue.push({
          kind: 'events',
          ...sent(events.slice(from, from + EVENTS_AT_ONCE)),
          ...(more ? { more } : {}),
        });
      }
    },
    delta: (delta) => queue.push({ kind: 'delta', delta }),
    failed: (error) => queue.fail(error),
  });
  try {
    yield* queue.items(signal);
  } finally {
    stop();
  }
}

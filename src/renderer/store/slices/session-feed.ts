import type { StreamItem } from '../../../shared/contract.ts';
import {
  type Delta,
  type KnownEvent,
  type SessionEvent,
  type UnknownEvent,
  unknownEvent,
} from '../../../shared/events.ts';
import { advance, type SessionLog, startLog } from '../../../shared/reducer.ts';
import type { Connection } from '../../client.ts';
import { failureCode } from './failures.ts';
import { type Live, NO_LIVE } from './session-state.ts';

/** Only a repeat of what is known (its offset is smaller) or the next piece: `offset` cuts what came before. */
const spliced = (text: string, offset: number, added: string): string =>
  // To cut a long text at its end would copy it.
  offset === text.length ? text + added : text.slice(0, offset) + added;

/** Another iteration starts with nothing written. */
const forIteration = (live: Live, iteration: number): Live =>
  live.iteration === iteration ? live : { ...live, ...NOTHING_WRITTEN, iteration };

const NOTHING_WRITTEN = { text: '', reasoning: '', thinking: undefined, toolCalls: [] };

/** The first words or call end the thinking. */
function thoughtUntil(live: Live, at: string): Live {
  const { thinking } = live;
  if (thinking === undefined || thinking.ms !== undefined) return live;
  return { ...live, thinking: { ...thinking, ms: Math.max(0, Date.parse(at) - Date.parse(thinking.since)) } };
}

export function applyDelta(live: Live, delta: Delta): Live {
  switch (delta.type) {
    case 'text-delta': {
      const current = thoughtUntil(forIteration(live, delta.iteration), delta.at);
      return { ...current, text: spliced(current.text, delta.offset, delta.text) };
    }
    case 'reasoning-delta': {
      const current = forIteration(live, delta.iteration);
      const reasoning = spliced(current.reasoning, delta.offset, delta.text);
      return { ...current, reasoning, thinking: { since: current.thinking?.since ?? delta.at } };
    }
    case 'tool-call-delta': {
      const current = thoughtUntil(forIteration(live, delta.iteration), delta.at);
      if (current.toolCalls[delta.index] === delta.name) return current;
      const toolCalls = [...current.toolCalls];
      toolCalls[delta.index] = delta.name;
      return { ...current, toolCalls: Array.from(toolCalls, (name) => name ?? '') };
    }
    case 'packages-delta':
      return { ...live, packages: [...(live.packages ?? []).filter(({ callId }) => callId !== delta.callId), delta] };
    case 'terminal-delta': {
      // The model names its calls: `constructor` must not find what every object has.
      const before = Object.hasOwn(live.terminals, delta.callId) ? (live.terminals[delta.callId] ?? '') : '';
      return { ...live, terminals: { ...live.terminals, [delta.callId]: spliced(before, delta.offset, delta.data) } };
    }
  }
}

const withoutAnswer = (live: Live): Live =>
  live.iteration === 0 ? live : { ...live, ...NOTHING_WRITTEN, iteration: 0 };

/** Removes streamed content once an event has stored it. */
export function settle(live: Live, event: SessionEvent): Live {
  switch (event.type) {
    case 'model-responded':
    case 'model-failed':
    case 'run-finished':
    case 'history-rewound':
      return withoutAnswer(live);
    case 'user-message-added':
      return NO_LIVE;
    default:
      return live;
  }
}

/** Runs `callback` soon and answers how to call it off. */
export type Schedule = (callback: () => void) => () => void;

/** Milliseconds after which a hidden window, which draws no frames, continues anyway. */
const HIDDEN_MS = 250;
/** Milliseconds: a frame that comes later than this was kept waiting by the drawing of the one before. */
const LATE_MS = 24;
/** Milliseconds: words that come twenty times a second are as easy to read as at sixty, for a third of the work. */
const REST_MS = 50;
const LONGEST_REST_MS = 120;

/**
 * Runs in the next frame, or after a delay if there is none; after an update it pauses first. A slow frame is followed by
 * a pause as long as the frame took, which leaves half of the time for the user's typing.
 */
export function calmFrames(): Schedule {
  let restedAt = 0;
  return (callback) => {
    const now = performance.now();
    const asked = Math.max(now, restedAt);
    let frame = 0;
    const finish = () => {
      cancel();
      const late = performance.now() - asked;
      const rest = late > LATE_MS && document.visibilityState === 'visible' ? late : 0;
      callback();
      restedAt = performance.now() + Math.min(Math.max(rest, REST_MS), LONGEST_REST_MS);
    };
    const waiting = setTimeout(() => {
      frame = requestAnimationFrame(finish);
    }, asked - now);
    const hidden = setTimeout(finish, HIDDEN_MS + asked - now);
    const cancel = () => {
      clearTimeout(waiting);
      clearTimeout(hidden);
      cancelAnimationFrame(frame);
    };
    return cancel;
  };
}

/**
 * Gathers what comes in between two frames and hands it on in one go, in order: five hundred deltas a second
 * become twenty updates of the screen.
 */
export function frameQueue<T>(
  schedule: Schedule,
  take: (items: readonly T[]) => void,
): { readonly push: (item: T) => void; readonly dispose: () => void } {
  let items: T[] = [];
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel = undefined;
    const taken = items;
    items = [];
    take(taken);
  };
  return {
    push(item) {
      items.push(item);
      cancel ??= schedule(flush);
    },
    dispose() {
      cancel?.();
      cancel = undefined;
      items = [];
    },
  };
}

/** Milliseconds in which several wishes become one. */
const GATHER_MS = 60;

export type Refresher = ReturnType<typeof refresher>;

/**
 * Asks the core again, never twice at once: a wish during a request makes one more after it, so the last answer is
 * never older than the last wish. Failures are passed over; the next event brings the next wish.
 */
export function refresher(load: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<void> | undefined;
  let again = false;
  let disposed = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await load();
      } catch (error) {
        // A wish that came in the meantime is still to be met.
        if (!again) throw error;
      }
    } while (again && !disposed);
  }

  function now(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (current !== undefined) {
      again = true;
      return current;
    }
    current = run().finally(() => {
      current = undefined;
    });
    return current;
  }

  return {
    now,
    soon() {
      if (disposed) return;
      timer ??= setTimeout(() => {
        now().catch(() => {});
      }, GATHER_MS);
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds before the first new try, doubled up to the last. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 4_000;

/** Waits until reconnected; if already connected, for a delay that grows with every attempt. */
function pause(connection: Connection, attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
    const timer = setTimeout(done, wait);
    const off = connection.onStatus((status) => {
      if (status === 'open') done();
    });
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      off();
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/**
 * Reads a stream for as long as `signal` allows, opening it again whenever it breaks or ends.
 * `open` is called for each try, so that it can ask for what follows the last item.
 * `refused` decides about a failure: true gives up.
 */
export async function keepReading<T>({
  connection,
  signal,
  open,
  onItem,
  refused = () => false,
}: {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<T>>;
  readonly onItem: (item: T) => void;
  readonly refused?: (error: unknown) => boolean;
}): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    try {
      for await (const item of await open(signal)) {
        if (signal.aborted) return;
        attempt = 0;
        onItem(item);
      }
    } catch (error) {
      if (signal.aborted || refused(error)) return;
    }
    await pause(connection, attempt, signal);
    attempt += 1;
  }
}

/** Read as it comes, between two pieces: not all of it at once, in one frame. */
type Arrived =
  | Extract<StreamItem, { kind: 'delta' }>
  | { readonly kind: 'events'; readonly events: readonly SessionEvent[]; readonly more?: boolean | undefined };

export interface FeedUpdate {
  readonly log: SessionLog;
  readonly live: Live;
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
      connection.client.sessions.stream(
        { sessionId, afterSeq: receivedSeq, latestFirst: true, cutResults: true },
        { signal },
      ),
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

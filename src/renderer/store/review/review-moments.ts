import type { SessionEvent } from '../../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';

/**
 * Events between two checkpoints, and so the most that a jump folds. Each checkpoint holds its own lists of messages
 * and calls: twice as many would double the memory for no visible gain.
 */
const BETWEEN_CHECKPOINTS = 256;

/** A session's log as it was after any number of its events. */
export type Moments = ReturnType<typeof createMoments>;

export function createMoments(id: string) {
  let all: readonly SessionEvent[] = [];
  /** Keyed by number of events. */
  const checkpoints = new Map<number, SessionState>();
  /** Numbers of events that end with a rewind, ascending: a fold restarts there instead of continuing. */
  let rewinds: readonly number[] = [];

  /** The latest kept state that leads to `count` without a rewind between. */
  function nearest(count: number): { readonly folded: number; readonly state: SessionState } {
    const rewound = rewinds.findLast((end) => end <= count) ?? 0;
    const last = count - (count % BETWEEN_CHECKPOINTS);
    for (let at = last; at > rewound; at -= BETWEEN_CHECKPOINTS) {
      const state = checkpoints.get(at);
      if (state !== undefined) return { folded: at, state };
    }
    const state = checkpoints.get(rewound) ?? (rewound === 0 ? emptyState(id) : foldEvents(id, all.slice(0, rewound)));
    checkpoints.set(rewound, state);
    return { folded: rewound, state };
  }

  function stateAfter(count: number): SessionState {
    let { folded, state } = nearest(count);
    while (folded < count) {
      const next = Math.min(count, folded - (folded % BETWEEN_CHECKPOINTS) + BETWEEN_CHECKPOINTS);
      state = continueFold(state, all.slice(folded, next));
      folded = next;
      if (folded % BETWEEN_CHECKPOINTS === 0) checkpoints.set(folded, state);
    }
    return state;
  }

  return {
    /** Takes the grown log; a different log starts over. */
    update(events: readonly SessionEvent[]) {
      const grown = events.length >= all.length && (all.length === 0 || events[all.length - 1] === all.at(-1));
      if (!grown) checkpoints.clear();
      if (events === all) return;
      all = events;
      rewinds = events.flatMap((event, index) => (event.type === 'history-rewound' ? [index + 1] : []));
    },
    /** @param count events from the first; those beyond the log are passed over. */
    after(count: number) {
      const events = Math.max(0, Math.min(count, all.length));
      return { events: all.slice(0, events), state: stateAfter(events) };
    },
  };
}

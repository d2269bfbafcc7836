/** The fold: events → session state. Pure, shared by the core and the screen. */

import type { SessionEvent } from './events.ts';
import { isSetAside, setAside } from './history.ts';
import type { Own } from './reducer/calls.ts';
import { emptyState, pinnedAfter, step } from './reducer/step.ts';
import { ABOUT_THE_LIST } from './session-list-events.ts';
import type { SessionState } from './session-state.ts';
import { usageOf } from './usage.ts';

export { emptyState, pinnedAfter };

/** Events about the session as a whole: a rewind leaves them standing. */
const NOT_REWOUND: ReadonlySet<string> = new Set([
  'session-created',
  'settings-changed',
  'prompt-changed',
  ...ABOUT_THE_LIST,
  'catalog-changed',
  'catalog-listed',
  'artifact-saved',
  'artifact-deleted',
  'artifact-restored',
  'skill-pin-changed',
  'loaded-skill-changed',
  'skill-switch-changed',
  'message-pin-changed',
  'tool-server-changed',
  'packages-provided',
  'watch-started',
  'watch-checked',
  'watch-ended',
  'skill-missed',
  'grant-withdrawn',
  'unknown',
]);

/** The events that count: those replaced by a later `history-rewound` are left out. */
export function activeEvents(events: readonly SessionEvent[]): readonly SessionEvent[] {
  if (!events.some((event) => event.type === 'history-rewound')) return events;
  const intervals = setAside(events);
  return events.filter(({ seq, type }) => NOT_REWOUND.has(type) || !isSetAside(seq, intervals));
}

/** The state after all of `events`, which start at `seq` 1 and belong to one session. */
export function foldEvents(id: string, events: readonly SessionEvent[]): SessionState {
  const active = activeEvents(events);
  const state = fold(emptyState(id), active);
  return active === events ? state : { ...state, ...usageOf(events) };
}

/** Continues a fold with later events; none may be a `history-rewound`, which folds from the start. */
export const continueFold = (state: SessionState, events: readonly SessionEvent[]): SessionState => fold(state, events);

/** One step of the fold; `before` is left as it was. An unknown event counts and changes nothing else. */
export const applyEvent = (before: SessionState, event: SessionEvent): SessionState =>
  step(before, event, new WeakSet());

function fold(start: SessionState, events: readonly SessionEvent[]): SessionState {
  const own: Own = new WeakSet();
  return events.reduce((state, event) => step(state, event, own), start);
}

/**
 * A log and its fold, kept in step. `advance` is cheap for every event but `history-rewound`, which folds from the
 * start. Skips events already applied, so that a reconnecting client may receive one twice.
 */
export interface SessionLog {
  readonly events: readonly SessionEvent[];
  readonly state: SessionState;
}

export const startLog = (id: string, events: readonly SessionEvent[] = []): SessionLog => ({
  events,
  state: foldEvents(id, events),
});

export function advance(log: SessionLog, added: readonly SessionEvent[]): SessionLog {
  let last = log.events.at(-1)?.seq ?? 0;
  const fresh: SessionEvent[] = [];
  for (const event of added) {
    if (event.seq <= last) continue;
    last = event.seq;
    fresh.push(event);
  }
  if (fresh.length === 0) return log;
  const events = log.events.concat(fresh);
  if (fresh.some((event) => event.type === 'history-rewound')) return startLog(log.state.id, events);
  return { events, state: fold(log.state, fresh) };
}

/** Content of the session that the request lacks, wholly or in part, each with the reason. */
import type { LeftOut } from '../../../shared/context-views.ts';
import { type EventOf, type SessionEvent, UNLOAD_REASONS } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { listedSkills, modelSkills } from '../../../shared/skill-list.ts';
import { isLoadedText } from '../compaction/compacted-messages.ts';
import { cappedSkills, isCapped } from '../dialects/capped-list.ts';
import type { Piece } from './pieces.ts';

export function leftOut(state: SessionState, pieces: readonly Piece[], events: readonly SessionEvent[]): LeftOut[] {
  return [
    ...messages(state, pieces),
    ...skills(state, activeEvents(events)),
    ...references(state, activeEvents(events)),
    ...rewound(events),
  ];
}

function messages(state: SessionState, pieces: readonly Piece[]): LeftOut[] {
  if (state.compactions.length === 0) return [];
  const present = new Map(pieces.map((piece) => [piece.id, piece]));
  const summary = state.compactions.findLast(({ strategy }) => strategy === 'turns');
  const shortening = state.compactions.filter(({ strategy }) => strategy === 'tool-results');
  return state.messages.flatMap((message): LeftOut[] => {
    const id = `message:${message.seq}`;
    const piece = present.get(id);
    const label = message.role === 'tool' ? message.name : message.role;
    if (piece === undefined) {
      if (summary === undefined || message.seq > summary.coversSeq[1]) return [];
      return [{ id, label, reason: 'left-summarised', event: summary.seq, seq: message.seq }];
    }
    if (message.role !== 'tool' || isLoadedText(state, message.callId)) return [];
    const by = shortening.find(({ coversSeq: [from, to] }) => message.seq >= from && message.seq <= to);
    if (by === undefined || piece.text === message.content) return [];
    const figures = { from: message.content.length, to: piece.text.length };
    return [{ id, label, reason: 'left-shortened', event: by.seq, figures, seq: message.seq }];
  });
}

function skills(state: SessionState, events: readonly SessionEvent[]): LeftOut[] {
  const gone = latest(events, 'skill-unloaded', ({ skill }) => skill);
  const loaded = new Set(state.loadedSkills.map(({ id }) => id));
  const listed = isCapped(state) ? cappedSkills(state) : listedSkills(state).skills;
  const shown = new Set(listed.map(({ id }) => id));
  const all = modelSkills(state);
  const { budget = 0 } = state.listing ?? {};
  const unlisted = { figures: { shown: listed.length, of: all.length, ...(budget === 0 ? {} : { budget }) } };
  return all.flatMap(({ id }): LeftOut[] => {
    if (loaded.has(id)) return [];
    const unload = gone.get(id);
    const figures = shown.has(id) ? {} : unlisted;
    const part = { id: `skill:${id}`, label: id, skill: id, ...figures };
    return [{ ...part, ...(unload === undefined ? { reason: 'left-never-loaded' } : unloaded(unload)) }];
  });
}

function unloaded({ reason, seq }: { readonly reason: string; readonly seq: number }) {
  const known = UNLOAD_REASONS.find((code) => code === reason);
  return { reason: 'left-unloaded', seq, ...(known === undefined ? {} : { unloaded: known }) } as const;
}

function references(state: SessionState, events: readonly SessionEvent[]): LeftOut[] {
  const gone = latest(events, 'reference-unloaded', ({ skill, path }) => `${skill}/${path}`);
  return [...gone.values()].flatMap(({ skill, path, reason, seq }): LeftOut[] => {
    const owner = state.loadedSkills.find(({ id }) => id === skill);
    // Without its skill it went with it.
    if (owner === undefined || owner.references.some((one) => one.path === path)) return [];
    const part = { id: `reference:${skill}/${path}`, label: `${skill} - ${path}`, skill, path };
    return [{ ...part, ...unloaded({ reason, seq }) }];
  });
}

function rewound(events: readonly SessionEvent[]): LeftOut[] {
  const last = events.findLast((event) => event.type === 'history-rewound');
  if (last === undefined) return [];
  const active = new Set(activeEvents(events));
  const count = events.filter((event) => isMessage(event) && !active.has(event)).length;
  if (count === 0) return [];
  const { seq } = last;
  return [{ id: 'rewound', label: 'rewound', reason: 'left-set-aside', figures: { messages: count }, seq }];
}

function isMessage(event: SessionEvent): boolean {
  if (event.type === 'user-message-added' || event.type === 'tool-finished') return true;
  return event.type === 'model-responded' && event.purpose !== 'summary';
}

function latest<T extends 'skill-unloaded' | 'reference-unloaded'>(
  events: readonly SessionEvent[],
  type: T,
  key: (event: EventOf<T>) => string,
): Map<string, EventOf<T>> {
  const found = new Map<string, EventOf<T>>();
  for (const event of events) {
    if (event.type !== type) continue;
    const one = event as EventOf<T>;
    found.set(key(one), one);
  }
  return found;
}

/** What the session has and the request has not, or only in part, each with the reason. */
import { type LeftOut, UNLOADED_WHY } from '../../../shared/context-views.ts';
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { Message, SessionState } from '../../../shared/session-state.ts';
import { isLoadedText } from '../compaction/compacted-messages.ts';
import { OVERVIEW_CAP, overviewSkills } from '../dialects/overview.ts';
import type { Piece } from './pieces.ts';

export function leftOut(state: SessionState, pieces: readonly Piece[], events: readonly SessionEvent[]): LeftOut[] {
  return [
    ...messages(state, new Map(pieces.map((piece) => [piece.id, piece]))),
    ...skills(state, activeEvents(events)),
    ...references(state, activeEvents(events)),
    ...rewound(events),
  ];
}

function messages(state: SessionState, present: ReadonlyMap<string, Piece>): LeftOut[] {
  const summary = state.compactions.findLast(({ strategy }) => strategy === 'turns');
  const shortening = state.compactions.filter(({ strategy }) => strategy === 'tool-results');
  return state.messages.flatMap((message): LeftOut[] => {
    const id = `message:${message.seq}`;
    const piece = present.get(id);
    const label = labelOf(message);
    if (piece === undefined) {
      if (summary === undefined || message.seq > summary.coversSeq[1]) return [];
      const reason = `its place is taken by the summary of event ${summary.seq}`;
      return [{ id, label, reason, because: { code: 'left-summarised', seq: summary.seq }, seq: message.seq }];
    }
    if (message.role !== 'tool' || isLoadedText(state, message.callId)) return [];
    const by = shortening.find(({ coversSeq: [from, to] }) => message.seq >= from && message.seq <= to);
    if (by === undefined || piece.text === message.content) return [];
    const length = `${message.content.length} to ${piece.text.length} characters`;
    const figures = { from: message.content.length, to: piece.text.length };
    const because = { code: 'left-shortened', seq: by.seq, figures } as const;
    const reason = `shortened from ${length} by the compaction of event ${by.seq}`;
    return [{ id, label, reason, because, seq: message.seq }];
  });
}

function labelOf(message: Message): string {
  return message.role === 'tool' ? `result of ${message.name}` : message.role;
}

function skills(state: SessionState, events: readonly SessionEvent[]): LeftOut[] {
  const gone = latest(events, 'skill-unloaded', ({ skill }) => skill);
  const loaded = new Set(state.loadedSkills.map(({ id }) => id));
  const shown = new Set((state.dialect === 'trpc' ? overviewSkills(state) : state.catalog).map(({ id }) => id));
  return state.catalog.flatMap(({ id }): LeftOut[] => {
    if (loaded.has(id)) return [];
    const unload = gone.get(id);
    const before = unload === undefined ? 'not loaded' : `unloaded (${unload.reason}) at event ${unload.seq}`;
    const now = shown.has(id)
      ? 'only its name and description are here'
      : `not even its name is here, as the overview shows the best ${OVERVIEW_CAP} of ${state.catalog.length}`;
    return [
      {
        id: `skill:${id}`,
        label: id,
        reason: `${before}; ${now}`,
        because: {
          ...(unload === undefined
            ? { code: 'left-never-loaded' }
            : { code: 'left-unloaded', seq: unload.seq, unloaded: unload.reason }),
          ...(shown.has(id) ? {} : { figures: { shown: OVERVIEW_CAP, of: state.catalog.length } }),
        },
        ...(unload === undefined ? {} : { seq: unload.seq }),
      },
    ];
  });
}

function references(state: SessionState, events: readonly SessionEvent[]): LeftOut[] {
  const gone = latest(events, 'reference-unloaded', ({ skill, path }) => `${skill}/${path}`);
  return [...gone.values()].flatMap(({ skill, path, reason, seq }): LeftOut[] => {
    const owner = state.loadedSkills.find(({ id }) => id === skill);
    // Without its skill it went with it.
    if (owner === undefined || owner.references.some((one) => one.path === path)) return [];
    const label = `${skill} - ${path}`;
    const unloaded = UNLOADED_WHY.find((known) => known === reason);
    const because = { code: 'left-unloaded', skill, seq, ...(unloaded === undefined ? {} : { unloaded }) } as const;
    const words = `unloaded (${reason}) at event ${seq}`;
    return [{ id: `reference:${skill}/${path}`, label, reason: words, because, seq }];
  });
}

function rewound(events: readonly SessionEvent[]): LeftOut[] {
  const last = events.findLast((event) => event.type === 'history-rewound');
  if (last === undefined) return [];
  const active = new Set(activeEvents(events));
  const count = events.filter((event) => isMessage(event) && !active.has(event)).length;
  if (count === 0) return [];
  const label = count === 1 ? '1 message' : `${count} messages`;
  const reason = `set aside: the conversation went on from an earlier point, last at event ${last.seq}`;
  const because = { code: 'left-set-aside', seq: last.seq, figures: { messages: count } } as const;
  return [{ id: 'rewound', label, reason, because, seq: last.seq }];
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

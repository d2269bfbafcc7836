/** Events with a text that is searched for, and that text. */
import type { EventType, SessionEvent } from '../../../shared/events.ts';
import type { SearchRole } from '../../../shared/review.ts';
import type { Db } from '../db.ts';
import { PIECE } from './search-words.ts';

// Positions of a long text's pieces in the index.

/** Pieces of one text; an imported line has at most 1,024. */
export const MAX_PIECES = 4_096;

/** Row of a piece: below 0, where no event's own row is. */
export const pieceRow = (event: number, piece: number): number => -(event * MAX_PIECES + piece);

export const eventOfPiece = (row: number): number => Math.floor(-row / MAX_PIECES);

export const piecesOf = (text: string): number => Math.min(MAX_PIECES, Math.ceil(text.length / PIECE));

// Maps each searched text to its session, in memory: for a very common word, looking up all its texts in the table
// takes longer than finding them. An event's session never changes, so entries are valid until the event is removed.

export interface EventSessions {
  /** Counts these texts (event ids) per session. */
  countBySession(ids: readonly number[]): Map<string, number>;
  /** The ids from this one on may name other events. */
  forgetFrom(id: number): void;
}

export function createEventSessions(db: Db): EventSessions {
  const after = db.prepare<[number], { id: number; session: string }>(
    `SELECT id, session FROM search_texts WHERE id > ? AND id < ${REASONED} ORDER BY id`,
  );
  const one = db.prepare<[number], { session: string }>('SELECT session FROM search_texts WHERE id = ?');
  const names: string[] = [];
  const numbers = new Map<string, number>();
  /** By event id: the session's index in `names` plus one; 0: unknown. Four bytes per event. */
  let known = new Int32Array(1_024);
  let last = 0;
  const numberOf = (session: string): number => {
    const number = numbers.get(session) ?? names.push(session) - 1;
    numbers.set(session, number);
    return number;
  };

  return {
    forgetFrom(id) {
      known.fill(0, id);
      last = Math.min(last, id - 1);
    },
    countBySession(ids) {
      for (const { id, session } of after.iterate(last)) {
        if (id >= known.length) known = grown(known, id);
        known[id] = numberOf(session) + 1;
        last = id;
      }
      /** By the session's index. */
      const counts: number[] = [];
      for (const id of ids) {
        // While an index is rebuilt, texts older than the last known one arrive.
        const place = known[id % REASONED] ?? 0;
        const number = place > 0 ? place - 1 : numberOf(one.get(id)?.session ?? '');
        counts[number] = (counts[number] ?? 0) + 1;
      }
      return new Map(names.flatMap((name, number) => (counts[number] === undefined ? [] : [[name, counts[number]]])));
    },
  };
}

function grown(numbers: Int32Array<ArrayBuffer>, id: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(numbers.length * 2, id + 1));
  larger.set(numbers);
  return larger;
}

/** Output of a call's script as plain text; empty if there is none. Bounded, and never throws. */
export type TerminalText = (session: string, callId: string) => string;

export const SEARCHED = [
  'user-message-added',
  'model-responded',
  'tool-started',
  'tool-finished',
  'script-finished',
  'session-created',
  'session-renamed',
] as const satisfies readonly EventType[];

/** The same for a condition in SQL. */
export const SEARCHED_SQL = SEARCHED.map((type) => `'${type}'`).join(', ');

export interface SearchedText {
  readonly role: SearchRole;
  readonly text: string;
  readonly callId?: string;
}

/** Added to an event's id for its reasoning, which has a text of its role beside the answer's. */
export const REASONED = 2 ** 40;

/** Reasoning of an answer, as far as it is indexed. */
export const reasoningOf = (event: SessionEvent): SearchedText | undefined =>
  event.type === 'model-responded' && event.reasoning !== undefined && event.reasoning !== ''
    ? { role: 'reasoning', text: event.reasoning.slice(0, PIECE) }
    : undefined;

export function searchedText(event: SessionEvent, terminal: TerminalText): SearchedText {
  switch (event.type) {
    case 'user-message-added':
      return { role: 'user', text: event.text };
    case 'model-responded':
      return { role: 'assistant', text: event.text };
    case 'tool-started':
      return { role: 'call', text: event.arguments, callId: event.callId };
    case 'tool-finished':
      return { role: 'tool', text: event.content, callId: event.callId };
    case 'script-finished':
      return { role: 'terminal', text: terminal(event.session, event.callId), callId: event.callId };
    case 'session-created':
      return { role: 'title', text: event.title ?? '' };
    case 'session-renamed':
      return { role: 'title', text: event.title };
    default:
      return { role: 'title', text: '' };
  }
}

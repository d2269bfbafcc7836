/** Events with a text that is searched for, and that text. */
import type { EventType, SessionEvent } from '../../../shared/events.ts';
import type { SearchRole } from '../../../shared/review.ts';
import { PIECE } from './search-words.ts';

// Positions of a long text's pieces in the index.

/** Pieces of one text; an imported line has at most 1,024. */
export const MAX_PIECES = 4_096;

/** Row of a piece: below 0, where no event's own row is. */
export const pieceRow = (event: number, piece: number): number => -(event * MAX_PIECES + piece);

export const eventOfPiece = (row: number): number => Math.floor(-row / MAX_PIECES);

export const piecesOf = (text: string): number => Math.min(MAX_PIECES, Math.ceil(text.length / PIECE));

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

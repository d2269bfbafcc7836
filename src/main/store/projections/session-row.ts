/** The fold behind one line of the session list: the few facts of `SessionState` that a list shows. Pure. */
import type { SessionSummary } from '../../../shared/contract.ts';
import type { EventType, SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';

export interface SessionRow {
  /** Title given by the user or the app. */
  readonly givenTitle: string | null;
  /** Start of the first message that counts, used if there is no title. */
  readonly firstWords: string | null;
  readonly createdAt: string;
  readonly runState: SessionSummary['runState'];
  readonly turns: number;
  readonly model: string;
  readonly tokens: number;
  readonly deleted: boolean;
  readonly environment: string;
}

const MAX_TITLE_CHARACTERS = 60;
/** UTF-16 units looked at for a title: a message may be a megabyte long. */
const TITLE_WINDOW = 1_000;

export const EMPTY_ROW: SessionRow = {
  givenTitle: null,
  firstWords: null,
  createdAt: '',
  runState: 'idle',
  turns: 0,
  model: '',
  tokens: 0,
  deleted: false,
  environment: 'default',
};

/** Events this fold uses; all others leave a row unchanged. */
export const LISTED_TYPES = [
  'session-created',
  'settings-changed',
  'session-renamed',
  'session-deleted',
  'session-restored',
  'history-rewound',
  'user-message-added',
  'request-sent',
  'state-changed',
] as const satisfies readonly EventType[];

function shorten(text: string): string {
  const words = text.slice(0, TITLE_WINDOW).trim().replace(/\s+/g, ' ');
  const characters = [...words];
  if (characters.length <= MAX_TITLE_CHARACTERS) return words;
  return `${characters
    .slice(0, MAX_TITLE_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`;
}

export function titleOf(row: SessionRow): string {
  return row.givenTitle || row.firstWords || '';
}

/** One step, for every event but `history-rewound`, which needs `foldRow` over the session's events. */
export function advanceRow(row: SessionRow, event: SessionEvent): SessionRow {
  switch (event.type) {
    case 'session-created':
      return {
        ...row,
        createdAt: event.at,
        model: event.model,
        givenTitle: event.title ?? null,
        environment: event.environment,
      };
    case 'settings-changed':
      return { ...row, model: event.model ?? row.model, environment: event.environment ?? row.environment };
    case 'session-renamed':
      return { ...row, givenTitle: event.title };
    case 'session-deleted':
      return { ...row, deleted: true };
    case 'session-restored':
      return { ...row, deleted: false };
    case 'user-message-added':
      return { ...row, turns: row.turns + 1, firstWords: row.firstWords ?? shorten(event.text) };
    case 'request-sent':
      return event.purpose === 'summary' ? row : { ...row, tokens: event.tokens.total };
    case 'state-changed':
      return { ...row, runState: event.to };
    default:
      return row;
  }
}

/** Reduces an event to what a row shows, since there may be a hundred thousand of them. */
export function toListed(event: SessionEvent): SessionEvent {
  if (event.type === 'request-sent') return { ...event, tokens: { ...event.tokens, parts: [] } };
  return event.type === 'user-message-added' ? { ...event, text: event.text.slice(0, TITLE_WINDOW) } : event;
}

/** @param events all of the session's, or those of `LISTED_TYPES`. */
export function foldRow(events: readonly SessionEvent[]): SessionRow {
  return activeEvents(events).reduce(advanceRow, EMPTY_ROW);
}

/** Letters without their case and width, so that a search finds what a person means. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

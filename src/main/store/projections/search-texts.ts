/** Events with a text that is searched for, and that text. */
import type { EventType, SessionEvent } from '../../../shared/events.ts';
import type { SearchRole } from '../../../shared/review.ts';

/** Output of a call's script as plain text; empty if there is none. Bounded, and never throws. */
export type TerminalText = (session: string, callId: string) => string;

/**
 * Reasoning is not searched: it repeats what was asked and found many times over, so that hits in it would bury the places
 * where something was said, and a hit would lead to a folded line. `sessions show --json` has it for other tools.
 */
export const SEARCHED = [
  'user-message-added',
  'model-responded',
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

export function searchedText(event: SessionEvent, terminal: TerminalText): SearchedText {
  switch (event.type) {
    case 'user-message-added':
      return { role: 'user', text: event.text };
    case 'model-responded':
      return { role: 'assistant', text: event.text };
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

import type { EventOf, SessionEvent } from './events.ts';

/** A request of the conversation itself, not one that asks for a summary of it. */
export function isTurnRequest(event: SessionEvent): event is EventOf<'request-sent'> {
  return event.type === 'request-sent' && event.purpose !== 'summary';
}

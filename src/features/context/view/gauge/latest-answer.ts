import type { SessionEvent, Usage } from '../../../../shared/events.ts';

export interface LatestAnswer {
  readonly usage: Usage;
  /** Tokens counted here for the request that it answers. */
  readonly estimated: number;
}

/**
 * Usage of the conversation's latest answer; undefined if its provider reported none, even if earlier answers had one.
 */
export function latestAnswer(events: readonly SessionEvent[]): LatestAnswer | undefined {
  const at = events.findLastIndex((event) => event.type === 'model-responded' && event.purpose !== 'summary');
  const answer = events[at];
  if (answer?.type !== 'model-responded' || answer.usage === undefined) return undefined;
  const asked = events.slice(0, at).findLast((event) => event.type === 'request-sent' && event.purpose !== 'summary');
  return asked?.type === 'request-sent' ? { usage: answer.usage, estimated: asked.tokens.total } : undefined;
}

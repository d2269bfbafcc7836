/** Messages of role and parts, as OpenTelemetry's GenAI conventions and LangChain write them; a log of requests repeats them. */
import type { ForeignMessage } from '../messages.ts';

const key = (message: ForeignMessage): string =>
  JSON.stringify([
    message.role,
    message.text.trim(),
    message.role === 'assistant' ? message.calls.map(({ name, arguments: given }) => [name, given]) : [],
  ]);

export interface Exchange {
  readonly asked: readonly ForeignMessage[];
  readonly answered: readonly ForeignMessage[];
}

/**
 * The conversation behind requests that each repeat what went before: what a request adds is appended, and its answer
 * with it. A request that begins again (another agent's, or after a compaction) adds what was not there yet.
 */
export function conversationOf(exchanges: readonly Exchange[]): ForeignMessage[] {
  const whole: ForeignMessage[] = [];
  const seen = new Set<string>();
  for (const { asked, answered } of exchanges) {
    let at = 0;
    while (
      at < asked.length &&
      at < whole.length &&
      key(asked[at] as ForeignMessage) === key(whole[at] as ForeignMessage)
    ) {
      at += 1;
    }
    const isContinued = at === whole.length;
    for (const message of asked.slice(at)) {
      if (!isContinued && seen.has(key(message))) continue;
      seen.add(key(message));
      whole.push(message);
    }
    for (const message of answered) {
      seen.add(key(message));
      whole.push(message);
    }
  }
  return whole;
}

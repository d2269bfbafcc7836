/** Messages of role and parts, as OpenTelemetry's GenAI conventions and LangChain write them; a log of requests repeats them. */
import type { Usage } from '../../../../../shared/events.ts';
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
  /** Messages of the conversation, without instructions, that `asked` continues; absent where it repeats them. */
  readonly omitted?: number | undefined;
}

interface ModelCall extends Exchange {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly model: string | undefined;
  /** For answers that do not have their own. */
  readonly usage: Usage | undefined;
}

/** A call of a model, whose times, model and usage become those of its messages. */
export function exchangeOf({ asked, answered, omitted, from, to, model, usage }: ModelCall): Exchange {
  return {
    asked: asked.map((one) => ({ ...one, ...(from === undefined ? {} : { at: from }) })),
    answered: answered.map((one) => ({
      ...one,
      ...(to === undefined ? {} : { at: to }),
      ...(one.role === 'assistant' && model !== undefined ? { model } : {}),
      ...(one.role === 'assistant' && one.usage === undefined && usage !== undefined ? { usage } : {}),
    })),
    omitted,
  };
}

/**
 * The conversation behind requests that each repeat what went before: what a request adds is appended, and its answer
 * with it. A request that begins again (another agent's, or after a compaction) adds what was not there yet.
 */
export function conversationOf(exchanges: readonly Exchange[]): ForeignMessage[] {
  let whole: ForeignMessage[] = [];
  const seen = new Set<string>();
  for (const { asked, answered, omitted } of exchanges) {
    if (omitted !== undefined) {
      whole = [...continued(whole, omitted, asked), ...answered];
      continue;
    }
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

/** Leaves out what was removed in between; instructions replace those before. */
function continued(
  whole: readonly ForeignMessage[],
  omitted: number,
  asked: readonly ForeignMessage[],
): readonly ForeignMessage[] {
  const isSystem = ({ role }: ForeignMessage) => role === 'system';
  const [before, now] = [whole, asked].map((list) => list.filter(isSystem));
  const said = whole.filter((one) => !isSystem(one)).slice(0, omitted);
  const system = now?.length === 0 ? before : now;
  return [...(system ?? []), ...said, ...asked.filter((one) => !isSystem(one))];
}

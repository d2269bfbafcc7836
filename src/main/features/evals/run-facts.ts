/** Facts of a run, read from its log: figures, and what graders look at. */
import type { SessionEvent, Usage } from '../../../shared/events.ts';
import type { Prices } from '../../session/requests/prices.ts';

export interface RunFacts {
  /** Ids of skills that the model loaded, in order. */
  readonly loads: readonly string[];
  /** `skill/path` of references that the model loaded. */
  readonly references: readonly string[];
  readonly calls: readonly {
    readonly seq: number;
    readonly name: string;
    readonly arguments: string;
    readonly ok: boolean;
  }[];
  /** The last answer. */
  readonly text: string;
  readonly tokens: number;
  readonly cost: number | undefined;
  readonly seconds: number;
  readonly errors: number;
  /** Reason why the last run ended, where it did not complete. */
  readonly failure: string | undefined;
  /** Event of the first answer, and the last event of all. */
  readonly firstAnswer: number | undefined;
  readonly lastEvent: number;
}

export function factsOf(events: readonly SessionEvent[], prices: Prices): RunFacts {
  const of = <T extends SessionEvent['type']>(type: T) =>
    events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
  const finished = new Map(of('tool-finished').map((event) => [event.callId, event]));
  const calls = of('tool-started').map(({ seq, callId, name, arguments: given }) => ({
    seq,
    name,
    arguments: given,
    ok: finished.get(callId)?.ok ?? false,
  }));
  const end = of('run-finished').at(-1);
  const failedCalls = [...finished.values()].filter(({ ok }) => !ok).length;
  return {
    loads: of('skill-loaded').flatMap(({ by, skill }) => (by === 'agent' ? [skill] : [])),
    references: of('reference-loaded').flatMap(({ by, skill, path }) => (by === 'agent' ? [`${skill}/${path}`] : [])),
    calls,
    text: end?.text ?? '',
    ...usageOf(events, prices),
    seconds: secondsOf(events),
    errors: failedCalls + of('model-failed').length,
    failure: end?.state === 'completed' ? undefined : (end?.message ?? `The run ended: ${end?.state ?? 'not begun'}`),
    firstAnswer: of('model-responded')[0]?.seq,
    lastEvent: end?.seq ?? events.at(-1)?.seq ?? 1,
  };
}

/** Reported usage; of an answer without it, the estimate of its request. */
function usageOf(events: readonly SessionEvent[], prices: Prices): Pick<RunFacts, 'tokens' | 'cost'> {
  let tokens = 0;
  let cost: number | undefined = 0;
  let open = { model: '', total: 0 };
  for (const event of events) {
    if (event.type === 'request-sent') open = { model: event.model, total: event.tokens.total };
    if (event.type !== 'model-responded') continue;
    const usage: Usage = event.usage ?? { promptTokens: open.total, completionTokens: 0 };
    const price = prices(open.model, usage);
    tokens += usage.promptTokens + usage.completionTokens;
    cost = cost === undefined || price === undefined ? undefined : cost + price;
  }
  return { tokens, cost };
}

/** From each message to the end of its run; waiting in between, and for a server's rate limit, is not counted. */
function secondsOf(events: readonly SessionEvent[]): number {
  let ms = 0;
  let since: number | undefined;
  let asked = 0;
  for (const event of events) {
    const { type } = event;
    const at = Date.parse(event.at);
    if (type === 'request-sent') asked = at;
    // Runs of an eval keep one pace: a request is logged before its turn comes.
    if (type === 'model-responded') ms -= Math.max(0, at - asked - event.ms);
    if (type === 'model-failed' && event.code === 'rate-limited') ms -= at - asked + (event.retryInMs ?? 0);
    if (type === 'user-message-added') since ??= at;
    if (type !== 'run-finished' || since === undefined) continue;
    ms += at - since;
    since = undefined;
  }
  return ms / 1000;
}

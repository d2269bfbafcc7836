/** The connection test: does this address, key and model do what a booking needs, and if not, what is wrong. */

import type { ModelTest } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import type { Route, ToolCall, Usage, Wire } from '../../shared/events.ts';
import { type ExplainedFailure, type FailureFacts, failedFor } from '../../shared/messages/failure.ts';
import type { Abilities } from '../../shared/models/model-options.ts';
import type { ModelTestCode, ModelTestStep } from '../../shared/models/model-test-codes.ts';
import { shownProxy, wayTo } from '../lib/network.ts';
import { parseAddress, requestHeaders, shownAddress } from './address.ts';
import { tryOnce } from './attempt.ts';
import { explain, type Facts, type Failure, judge, judgeConnection, judgeResponse } from './classify.ts';
import { quoteServer } from './create-model.ts';
import { endpointLimits, type ListedModel, type Listing, listModels, nearestNames } from './endpoint-limits.ts';
import type { AnswerReader, Turn } from './wires/wire.ts';
import { WIRE } from './wires/wires.ts';

/** A booking in small: a streamed call of a tool, its result, a second answer, through the wire that sessions use. */
const TOOL = {
  name: 'look_up_city',
  description: 'Says whether a city is known.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const SYSTEM = 'This is a test of a connection. Use the tool that you are offered, then answer in one sentence.';
const ASKED: Turn = {
  role: 'user',
  content: 'Call the tool look_up_city for the city Lisbon, then say what it answered.',
};
const RESULT = 'Lisbon is known.';

interface TurnOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly route: Route;
  /** Includes the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

type TurnResult =
  | { readonly kind: 'answered'; readonly turns: readonly Turn[]; readonly calls: number; readonly usage?: Usage }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly json: string; readonly status: number | undefined };

const FIRST_TURN: readonly Turn[] = [ASKED];

/** Never throws. `turns` of the result are those of the next request: with the answer as it goes back, and the tool's result. */
async function sendTurn(options: TurnOptions, turns: readonly Turn[]): Promise<TurnResult> {
  const { baseUrl, model, route, headers, timeoutMs: limit } = options;
  const wire = WIRE[route.wire];
  const request = { model, route, system: SYSTEM, borders: [], tools: [TOOL], turns, dataOf: () => undefined };
  const json = JSON.stringify(wire.body(request));
  const tried = await tryOnce({
    wire,
    baseUrl,
    headers,
    limits: { headersMs: limit, contentMs: limit, answerMs: limit },
    json,
    onDelta: () => {},
    signal: new AbortController().signal,
  });
  const judged = judge(tried);
  if (judged === 'stopped' || 'code' in judged) {
    const failure: Failure = judged === 'stopped' ? { code: 'cut-off', retry: true } : judged;
    return { kind: 'failed', failure, json, status: tried.exchange.status };
  }
  const calls = judged.toolCalls().map((call, index): ToolCall => ({ ...call, id: call.id || `test${index}` }));
  const { usage } = judged;
  return {
    kind: 'answered',
    turns: [
      ...turns,
      answerTurn(judged, calls, route),
      ...calls.map(({ id }): Turn => ({ role: 'tool', callId: id, content: RESULT })),
    ],
    calls: calls.length,
    ...(usage === undefined ? {} : { usage }),
  };
}

/** Includes everything else that a session sends back. */
function answerTurn(answer: AnswerReader, calls: readonly ToolCall[], { rules }: Route): Turn {
  const turn = { role: 'assistant', content: answer.text, calls } as const;
  const thinking = defined({ text: answer.reasoning || undefined, opaque: answer.opaque() });
  return rules?.reasoning === 'refused' || Object.keys(thinking).length === 0 ? turn : { ...turn, thinking };
}

export interface TestOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** The person's own, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly model: string;
  /** The same form as in a session's log. */
  readonly route: Route;
  /** Limit for each request. Default 20 s for the list, 60 s for an answer: a local server may load the model first. */
  readonly timeoutMs?: number | undefined;
}

/** Its list of models takes the key in another header than its chat completions: a refusal there says nothing of the key. */
const LIST_HAS_OTHER_KEY = /^https:\/\/api\.anthropic\.com\//;

const LIST_MS = 20_000;
const ANSWER_MS = 60_000;

interface Finding extends ExplainedFailure {
  readonly code: ModelTestCode;
  readonly models?: readonly string[];
  readonly otherWire?: Wire;
}

/** Never throws. Messages name what is wrong and what to do, without the key or a header's value. */
export async function testModel(options: TestOptions): Promise<ModelTest> {
  const started = performance.now();
  const test = new ConnectionTest(options);
  const { code, models = [], otherWire, ...why } = await test.run();
  const proxy = URL.canParse(options.baseUrl) ? shownProxy(await wayTo(options.baseUrl)) : undefined;
  return {
    ok: code === 'ok',
    code,
    ...why,
    wire: options.route.wire,
    steps: test.steps,
    limits: test.limits,
    ...defined({ proxy, otherWire }),
    models: [...models],
    ms: Math.round(performance.now() - started),
  };
}

class ConnectionTest {
  readonly #options: TestOptions;
  readonly steps: ModelTest['steps'] = [];
  limits: Abilities = {};
  #names: readonly string[] = [];

  constructor(options: TestOptions) {
    this.#options = options;
  }

  async run(): Promise<Finding> {
    const { route, timeoutMs } = this.#options;
    const address = parseAddress(this.#options.baseUrl);
    if (address.kind === 'wrong') {
      const { kind, ...why } = address;
      return this.#fail('address', { code: 'bad-address', ...why });
    }
    const { baseUrl } = address;
    const model = this.#options.model.trim();
    const shown = shownAddress(address.url);
    const facts = { address: shown, model };
    const headers = requestHeaders(baseUrl, this.#options, (key) => WIRE[route.wire].headers(key, model));

    const listing = await listModels(baseUrl, headers, timeoutMs ?? LIST_MS);
    if (listing.kind === 'failed') {
      const { exchange, error, timedOut } = listing;
      const late: Failure = { code: 'timeout', retry: true, facts: { waitedMs: timeoutMs ?? LIST_MS } };
      const failure = timedOut ? late : (judgeResponse(exchange) ?? judgeConnection(error, exchange));
      return this.#fail('list', this.#finding(failure, facts));
    }
    if (listing.kind === 'answered') {
      const refused = judgeResponse(listing.exchange);
      const saysLittle = route.wire === 'chat' && LIST_HAS_OTHER_KEY.test(baseUrl);
      const isFinal = refused?.code === 'unauthorized' && refused.hint === undefined && !saysLittle;
      if (isFinal) return this.#fail('list', this.#finding(refused, facts));
      const better = await oneFurther(baseUrl, headers, timeoutMs ?? LIST_MS);
      if (better !== undefined) return this.#fail('list', better);
    }
    const listed = listing.kind === 'models' ? listing.models : [];
    this.#names = listed.map(({ id }) => id);
    if (model === '') return this.#fail('list', { code: 'no-model', ...noModel(shown, listing) });
    this.steps.push({ name: 'list', ok: true });

    const turn = { baseUrl, model, route, headers, timeoutMs: timeoutMs ?? ANSWER_MS };
    const called = await sendTurn(turn, FIRST_TURN);
    // A local server holds a context once the model is loaded.
    this.limits = await endpointLimits({ baseUrl, model, headers, listed: entryOf(listed, model) });
    if (called.kind === 'failed') return this.#fail('tool-call', this.#judged(called, facts));
    if (called.calls === 0) return this.#fail('tool-call', { code: 'no-tools', ...said('tools-unused', { model }) });
    this.steps.push({ name: 'tool-call', ok: true });
    const answered = await sendTurn(turn, called.turns);
    if (answered.kind === 'failed') return this.#fail('answer', this.#judged(answered, facts));
    this.steps.push({ name: 'answer', ok: true });
    const reports = answered.usage !== undefined || called.usage !== undefined;
    this.steps.push({ name: 'usage', ok: true, ...(reports ? {} : said('tokens-unreported')) });
    return { code: 'ok', ...said('model-answers', { address: shown, model }), models: this.#names };
  }

  #fail(name: ModelTestStep, finding: Finding): Finding {
    const { models, otherWire, ...why } = finding;
    this.steps.push({ name, ok: false, ...why });
    return { models: this.#names, ...finding };
  }

  /** Judges a request to the model: the fault may be in its parameters rather than the address. */
  #judged(
    {
      failure,
      json,
      status,
    }: { readonly failure: Failure; readonly json: string; readonly status: number | undefined },
    facts: Pick<Facts, 'address' | 'model'>,
  ): Finding {
    const { address, model } = facts;
    const { wire } = this.#options.route;
    const { code, hint, said: words = '' } = failure;
    const otherWire = wireAskedFor(words, wire);
    if (otherWire !== undefined && (code === 'bad-request' || code === 'not-found')) {
      const quoted = quoteServer(words, { ...this.#options, json });
      return { code: 'other-wire', ...said('wire-other', { model, other: otherWire, wire, said: quoted }), otherWire };
    }
    const unlisted = this.#names.length > 0 && !this.#names.includes(model);
    if (hint === 'model' || (unlisted && (code === 'not-found' || code === 'bad-request'))) {
      const nearest = nearestNames(model, this.#names);
      const models = [...new Set([...nearest, ...this.#names])];
      return { code: 'model-unknown', ...unknownModel({ model, address }, nearest, models), models };
    }
    if (hint === 'tools') return { code: 'no-tools', ...said('tools-refused', { model }) };
    return this.#finding(failure, { ...facts, status }, json);
  }

  #finding(failure: Failure, facts: Facts, json?: string): Finding {
    const { code, hint, facts: more, said: words = '' } = failure;
    const quoted = quoteServer(words, { ...this.#options, json });
    return {
      code: code === 'not-a-stream' ? 'not-openai' : code,
      ...explain(code, { ...facts, hint, said: quoted, ...more }),
    };
  }
}

/** GPT-5.6: "Function tools with reasoning_effort are not supported … use /v1/responses". */
function wireAskedFor(said: string, wire: Wire): Wire | undefined {
  if (wire !== 'responses' && /\/responses\b|responses api|only supported in v1\/responses/i.test(said))
    return 'responses';
  if (wire !== 'chat' && /\/chat\/completions\b|chat completions api/i.test(said)) return 'chat';
  if (wire !== 'anthropic' && /\/v1\/messages\b|messages api/i.test(said)) return 'anthropic';
  return undefined;
}

export const entryOf = (listed: readonly ListedModel[], model: string): ListedModel | undefined =>
  listed.find(({ id }) => id === model) ?? listed.find(({ id }) => id === `models/${model}`);

/** True if the server's list is at `/v1`, which the address leaves out. */
async function oneFurther(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  ms: number,
): Promise<Finding | undefined> {
  const url = new URL(baseUrl);
  if (/\/v\d+[a-z\d]*$/.test(url.pathname)) return undefined;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1`;
  const listing = await listModels(url.href, headers, ms);
  if (listing.kind !== 'models') return undefined;
  const why = said('address-ending', { address: shownAddress(url) });
  return { code: 'needs-v1', ...why, models: listing.models.map(({ id }) => id) };
}

const said = (reason: FailureFacts['reason'], figures?: FailureFacts['figures']): ExplainedFailure =>
  failedFor({ reason, figures });

function noModel(address: string, listing: Listing): ExplainedFailure {
  if (listing.kind !== 'models') return said('model-missing', { address });
  const n = listing.models.length;
  return n === 0 ? said('model-missing-none', { address }) : said('model-missing-offered', { address, n });
}

function unknownModel(
  facts: { readonly model: string; readonly address: string },
  nearest: readonly string[],
  models: readonly string[],
): ExplainedFailure {
  if (nearest.length > 0) return said('model-unknown-nearest', { ...facts, nearest: nearest.join(', ') });
  if (models.length === 0) return said('model-unknown', facts);
  return said('model-unknown-offered', { ...facts, offered: models.slice(0, 5).join(', ') });
}

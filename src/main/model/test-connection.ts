/** The settings screen's connection test: is this address, key and model usable, and if not, what is wrong. */
import type { ModelTest } from '../../shared/contract.ts';
import type { ModelTestCode } from '../../shared/model-test-codes.ts';
import { keyHeaders, parseAddress, shownAddress } from './address.ts';
import { explain, type Facts } from './explain.ts';
import { type Failure, judge, judgeConnection, judgeResponse } from './judge.ts';
import { type Listing, listModels } from './list-models.ts';
import { nearestNames } from './nearest.ts';
import { tryOnce } from './one-try.ts';
import { quoteServer } from './quote.ts';
import { chatWire } from './wires/chat/index.ts';

export interface TestOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** For each of its requests. Default 20 s for the list, 60 s for an answer: a local server may load the model first. */
  readonly timeoutMs?: number | undefined;
}

/** Its list of models takes the key in a header of its own: a refusal there says nothing of the key. */
const LIST_HAS_OTHER_KEY = /^https:\/\/api\.anthropic\.com\//;

const LIST_MS = 20_000;
const ANSWER_MS = 60_000;

/** As small as a real request gets: one tool, as a model without tools cannot use skills. */
const tinyRequest = (model: string): string =>
  JSON.stringify({
    model,
    messages: [{ role: 'user', content: 'Reply with the word OK.' }],
    tools: [
      {
        type: 'function',
        function: { name: 'noop', description: 'Does nothing.', parameters: { type: 'object', properties: {} } },
      },
    ],
    stream: true,
  });

/** Never throws. The message names what is wrong and what to do, without the key. */
export async function testModel(options: TestOptions): Promise<ModelTest> {
  const started = performance.now();
  const { code, message, models } = await examine(options);
  return { ok: code === 'ok', code, message, models: [...models], ms: Math.round(performance.now() - started) };
}

interface Finding {
  readonly code: ModelTestCode;
  readonly message: string;
  readonly models: readonly string[];
}

async function examine({ baseUrl, apiKey, model: typed, timeoutMs }: TestOptions): Promise<Finding> {
  const address = parseAddress(baseUrl);
  if (address.kind === 'wrong') return { code: 'bad-address', message: address.message, models: [] };
  const model = typed.trim();
  const shown = shownAddress(address.url);
  const found = (failure: Failure, models: readonly string[] = [], json?: string, status?: number): Finding => ({
    code: failure.code === 'not-a-stream' ? 'not-openai' : failure.code,
    message: wordsFor(failure, { address: shown, model, status }, apiKey, json),
    models,
  });

  const listing = await listModels(address.baseUrl, apiKey, timeoutMs ?? LIST_MS);
  if (listing.kind === 'failed') {
    const { exchange, error, timedOut } = listing;
    if (timedOut) return found({ code: 'timeout', retry: true, facts: { waitedMs: timeoutMs ?? LIST_MS } });
    return found(judgeResponse(exchange) ?? judgeConnection(error, exchange));
  }
  if (listing.kind === 'answered') {
    const refused = judgeResponse(listing.exchange);
    const isFinal =
      refused?.code === 'unauthorized' && refused.hint === undefined && !LIST_HAS_OTHER_KEY.test(address.baseUrl);
    if (isFinal) return found(refused);
    const better = await oneFurther(address.baseUrl, apiKey, timeoutMs ?? LIST_MS);
    if (better !== undefined) return better;
  }

  const models = listing.kind === 'models' ? listing.models : [];
  if (model === '') return { code: 'no-model', message: noModel(shown, listing), models };

  const json = tinyRequest(model);
  const control = new AbortController();
  let answered = false;
  const limit = timeoutMs ?? ANSWER_MS;
  const tried = await tryOnce({
    wire: chatWire,
    baseUrl: address.baseUrl,
    headers: keyHeaders(address.baseUrl, apiKey, (key) => chatWire.headers(key, model)),
    limits: { headersMs: limit, contentMs: limit, answerMs: limit },
    json,
    // The first words are proof enough.
    onDelta() {
      answered = true;
      control.abort();
    },
    signal: control.signal,
  });
  const judged = judge(tried);
  if (answered || judged === 'stopped' || !('code' in judged)) {
    return { code: 'ok', message: `${shown} answers with "${model}".`, models };
  }
  const finding = found(judged, models, json, tried.exchange.status);
  const unlisted = models.length > 0 && !models.includes(model);
  if (judged.hint === 'model' || (unlisted && (judged.code === 'not-found' || judged.code === 'bad-request'))) {
    return { code: 'model-unknown', message: unknownModel(model, shown, models), models };
  }
  if (judged.code === 'bad-request' && /tool|function/i.test(judged.said ?? '')) {
    const message = `"${model}" cannot call tools, which skills need. Choose another model.`;
    return { code: 'no-tools', message, models };
  }
  return finding;
}

/** Whether the server's list stands at `/v1`, where the address leaves that out. */
async function oneFurther(baseUrl: string, apiKey: string | undefined, ms: number): Promise<Finding | undefined> {
  const url = new URL(baseUrl);
  if (/\/v\d+[a-z\d]*$/.test(url.pathname)) return undefined;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1`;
  const listing = await listModels(url.href, apiKey, ms);
  if (listing.kind !== 'models') return undefined;
  const message = `The address lacks its ending: use ${shownAddress(url)} instead.`;
  return { code: 'needs-v1', message, models: listing.models };
}

function wordsFor(failure: Failure, facts: Facts, apiKey: string | undefined, json: string | undefined): string {
  const { code, hint, facts: more, said = '' } = failure;
  return explain(code, { ...facts, hint, said: quoteServer(said, { apiKey, json }), ...more });
}

function noModel(address: string, listing: Listing): string {
  if (listing.kind !== 'models') return `Enter the name of a model at ${address}.`;
  if (listing.models.length === 0) return `The server at ${address} has no model yet. Load or download one there.`;
  return `Choose a model; ${address} offers ${listing.models.length}.`;
}

function unknownModel(model: string, address: string, models: readonly string[]): string {
  const nearest = nearestNames(model, models);
  const first = `The model "${model}" is not known at ${address}.`;
  if (nearest.length > 0) return `${first} Did you mean ${nearest.map((name) => `"${name}"`).join(' or ')}?`;
  return models.length > 0 ? `${first} It offers ${models.slice(0, 5).join(', ')}.` : `${first} Check the name.`;
}

/** The model behind an endpoint, on any wire. */
import type { ModelOutcome, ModelPort, PreparedRequest } from '../agent/ports.ts';
import { parseAddress, requestHeaders, shownAddress } from './address.ts';
import { type Limits, MAX_ATTEMPTS, retryAfterMs, retryWait, type Try, tryOnce } from './attempt.ts';
import { explain, type Failure, judge } from './classify.ts';
import { readTooLong } from './context-too-long.ts';
import { quoteServer } from './quote.ts';
import { WIRE } from './wires/index.ts';
import type { AnswerReader } from './wires/wire.ts';

export interface ModelOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** The person's own by lower-case name, over those of the wire; their values are secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Until the response begins. Default 300 s: servers queue, and local ones load the model first. */
  readonly headersTimeoutMs?: number | undefined;
  /** Max time without words, thoughts or calls. Default 120 s. */
  readonly contentTimeoutMs?: number | undefined;
  /** Max time for a whole answer. Default 30 min. */
  readonly answerTimeoutMs?: number | undefined;
  /** Tries in all before a failure is final. Default 5. */
  readonly maxAttempts?: number | undefined;
  /** Returns 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
}

const HEADERS_MS = 300_000;
/** CONTRACT §13. */
const CONTENT_MS = 120_000;
const ANSWER_MS = 30 * 60_000;

export function createModel(options: ModelOptions): ModelPort {
  const { apiKey, maxAttempts = MAX_ATTEMPTS, random = Math.random } = options;
  const address = parseAddress(options.baseUrl);
  const limits: Limits = {
    headersMs: options.headersTimeoutMs ?? HEADERS_MS,
    contentMs: options.contentTimeoutMs ?? CONTENT_MS,
    answerMs: options.answerTimeoutMs ?? ANSWER_MS,
  };

  return {
    writesSummaries: true,
    async stream(request, attempt, onDelta, signal) {
      const started = performance.now();
      if (address.kind === 'wrong') return { ...address, kind: 'failure', code: 'unreachable' };
      const { baseUrl } = address;
      const wire = WIRE[request.wire];
      const headers = requestHeaders(baseUrl, options, (key) => wire.headers(key, request.model));
      const tried = await tryOnce({ wire, baseUrl, headers, limits, json: request.json, onDelta, signal });
      const ms = Math.round(performance.now() - started);
      const judged = judge(tried);
      if (judged === 'stopped') return { kind: 'stopped', ...wordsOf(tried.answer), ms };
      if ('code' in judged) return toOutcome(judged, tried, request, attempt);
      const { finishReason = '', usage } = judged;
      const opaque = judged.opaque();
      return {
        kind: 'answer',
        ...wordsOf(judged),
        toolCalls: judged.toolCalls(),
        finishReason,
        ms,
        ...(usage === undefined ? {} : { usage }),
        ...(opaque === undefined ? {} : { opaque }),
      };
    },
  };

  function toOutcome(failure: Failure, { exchange }: Try, request: PreparedRequest, attempt: number): ModelOutcome {
    const { code, retry, hint, facts: more, said = '' } = failure;
    const facts = {
      address: address.kind === 'address' ? shownAddress(address.url) : '',
      model: request.model,
      hint,
      status: exchange.status === 200 ? undefined : exchange.status,
      said: quoteServer(said, { apiKey, headers: options.headers, json: request.json }),
      ...more,
    };
    if (!retry) {
      const failed = { kind: 'failure', code, ...explain(code, facts) } as const;
      return code === 'context-too-long' ? { ...failed, tooLong: readTooLong(said) } : failed;
    }
    if (attempt >= maxAttempts) {
      return { kind: 'failure', code, ...explain(code, facts, { attempts: attempt }) };
    }
    const asked = exchange.headers === undefined ? undefined : retryAfterMs(exchange.headers, Date.now());
    const wait = retryWait(attempt, asked, random());
    const note =
      wait.askedMs === undefined ? {} : { asked: Math.round(wait.askedMs / 1000), wait: Math.round(wait.ms / 1000) };
    return { kind: 'failure', code, ...explain(code, facts, note), retryInMs: wait.ms };
  }
}

const wordsOf = ({ text, reasoning }: AnswerReader): { readonly text: string; readonly reasoning?: string } =>
  reasoning === '' ? { text } : { text, reasoning };

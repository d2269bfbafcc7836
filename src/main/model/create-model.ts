/** The model behind any OpenAI-compatible chat-completions endpoint. */
import type { ModelOutcome, ModelPort, PreparedRequest } from '../agent/ports.ts';
import { parseAddress, shownAddress } from './address.ts';
import { Assembler } from './assemble.ts';
import { MAX_ATTEMPTS, retryAfterMs, retryWait } from './backoff.ts';
import { readTooLong } from './context-too-long.ts';
import { explain } from './explain.ts';
import { type Failure, judge } from './judge.ts';
import { type Limits, type Try, tryOnce } from './one-try.ts';
import { quoteServer } from './quote.ts';

export interface ModelOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Until the response begins. Default 300 s: servers queue, and local ones load the model first. */
  readonly headersTimeoutMs?: number | undefined;
  /** Between chunks. Default 90 s, and 300 s before the first words. */
  readonly idleTimeoutMs?: number | undefined;
  /** Tries in all before a failure is final. Default 5. */
  readonly maxAttempts?: number | undefined;
  /** From 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
}

const HEADERS_MS = 300_000;
const FIRST_MS = 300_000;
const IDLE_MS = 90_000;
/** Keep-alives alone prove a living proxy, not a living model. */
const SILENCE_FACTOR = 7;

export function createModel(options: ModelOptions): ModelPort {
  const { apiKey, maxAttempts = MAX_ATTEMPTS, random = Math.random } = options;
  const address = parseAddress(options.baseUrl);
  const idleMs = options.idleTimeoutMs ?? IDLE_MS;
  const limits: Limits = {
    headersMs: options.headersTimeoutMs ?? HEADERS_MS,
    firstMs: options.idleTimeoutMs ?? FIRST_MS,
    idleMs,
    silenceMs: idleMs * SILENCE_FACTOR,
  };

  return {
    writesSummaries: true,
    async stream(request, attempt, onDelta, signal) {
      const started = performance.now();
      if (address.kind === 'wrong') return { kind: 'failure', code: 'unreachable', message: address.message };
      const tried = await tryOnce({ baseUrl: address.baseUrl, apiKey, limits, request, onDelta, signal });
      const ms = Math.round(performance.now() - started);
      const judged = judge(tried);
      if (judged === 'stopped') return { kind: 'stopped', text: tried.answer.text, ms };
      if (judged instanceof Assembler) {
        const { text, finishReason = '', usage } = judged;
        const answer = { kind: 'answer' as const, text, toolCalls: judged.toolCalls(), finishReason, ms };
        return usage === undefined ? answer : { ...answer, usage };
      }
      return toOutcome(judged, tried, request, attempt);
    },
  };

  function toOutcome(failure: Failure, { exchange }: Try, request: PreparedRequest, attempt: number): ModelOutcome {
    const { code, retry, hint, facts, said = '' } = failure;
    const message = explain(code, {
      address: address.kind === 'address' ? shownAddress(address.url) : '',
      model: request.model,
      hint,
      status: exchange.status === 200 ? undefined : exchange.status,
      said: quoteServer(said, { apiKey, json: request.json }),
      ...facts,
    });
    if (!retry) {
      const failed = { kind: 'failure', code, message } as const;
      return code === 'context-too-long' ? { ...failed, tooLong: readTooLong(said) } : failed;
    }
    if (attempt >= maxAttempts) {
      return { kind: 'failure', code, message: `${message} It was tried ${attempt} times.` };
    }
    const asked = exchange.headers === undefined ? undefined : retryAfterMs(exchange.headers, Date.now());
    const wait = retryWait(attempt, asked, random());
    const note =
      wait.askedMs === undefined
        ? ''
        : ` It asks to wait ${Math.round(wait.askedMs / 1000)} s; the next try comes after ${Math.round(wait.ms / 1000)} s.`;
    return { kind: 'failure', code, message: message + note, retryInMs: wait.ms };
  }
}

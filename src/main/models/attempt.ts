/** One request and its stream, ended by the first of: the answer, an error, silence, a bound, or the user. */

import { setImmediate as rest } from 'node:timers/promises';
import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream';
import type { ModelPort } from '../agent/ports.ts';
import type { Clock } from '../lib/timing.ts';
import { below } from './address.ts';
import { createExchange, type Exchange, MAX_EVENT_BYTES, TooLarge } from './exchange.ts';
import { type AnswerDelta, type AnswerReader, toolsIn, type Wire } from './wires/wire.ts';

// Waiting time before a retry.

/** The first wait; each later one is twice as long. */
const BASE_MS = 500;
/** Max wait, whatever the server asks: a user is looking at the screen. */
export const MAX_WAIT_MS = 30_000;
/** Attempts in total, with waits of about 0.5, 1, 2 and 4 s between them. */
export const MAX_ATTEMPTS = 5;

export interface Wait {
  readonly ms: number;
  /** The server's requested wait, if longer than `MAX_WAIT_MS`. */
  readonly askedMs?: number;
}

/**
 * Exponential with a quarter of jitter either way, or what the server asked for, capped.
 * @param random from 0 to 1.
 */
export function retryWait(attempt: number, askedMs: number | undefined, random: number): Wait {
  if (askedMs !== undefined) return askedMs <= MAX_WAIT_MS ? { ms: askedMs } : { ms: MAX_WAIT_MS, askedMs };
  const exponential = Math.min(MAX_WAIT_MS, BASE_MS * 2 ** Math.min(attempt - 1, 16));
  return { ms: Math.min(MAX_WAIT_MS, Math.round(exponential * (0.75 + random / 2))) };
}

/** Milliseconds from `retry-after-ms` or `retry-after` (seconds or a date, RFC 9110 §10.2.3). */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Dates begin with a weekday; `Date.parse` takes `-9` for one too.
  const at = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

// Many runs that ask one server at once: what it tells one of them to wait, all of them wait, and fewer ask at a time.

/** @returns a model that keeps this pace. */
export type Pace = (model: ModelPort) => ModelPort;

export function createPace(clock: Clock): Pace {
  /** By the clock: nothing is asked before. */
  let until = 0;
  /** Requests at a time: half of what was refused, and one more for each round of answers. */
  let most = Number.POSITIVE_INFINITY;
  let under = 0;
  let ended = Promise.withResolvers<void>();
  /** @returns whether it is this request's turn; false after an abort. */
  const turn = async (signal: AbortSignal): Promise<boolean> => {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    while (!signal.aborted) {
      const ms = until - clock.now();
      if (ms > 0) await clock.sleep(ms, signal);
      else if (under >= Math.floor(most)) await Promise.race([ended.promise, stopped]);
      else {
        under += 1;
        return true;
      }
    }
    return false;
  };
  return (model) => ({
    ...model,
    async stream(request, attempt, onDelta, signal) {
      if (!(await turn(signal))) return { kind: 'stopped', text: '', ms: 0 };
      try {
        const outcome = await model.stream(request, attempt, onDelta, signal);
        if (outcome.kind === 'failure' && outcome.code === 'rate-limited' && outcome.retryInMs !== undefined) {
          until = Math.max(until, clock.now() + outcome.retryInMs);
          most = Math.max(1, Math.min(most, under) / 2);
        }
        if (outcome.kind === 'answer') most += 1 / most;
        return outcome;
      } finally {
        under -= 1;
        ended.resolve();
        ended = Promise.withResolvers();
      }
    },
  });
}

/** A limit on silence: expires when it has not been fed for its time. */
interface Watch {
  /** Starts over, with another limit where one is given. */
  feed(ms?: number): void;
  stop(): void;
  /** The limit in force, in milliseconds. */
  readonly limit: number;
}

function createWatch(ms: number, onExpire: (limit: number) => void): Watch {
  let limit = ms;
  let timer = setTimeout(() => onExpire(limit), limit);
  let stopped = false;
  return {
    get limit() {
      return limit;
    },
    feed(next) {
      if (stopped) return;
      if (next === undefined || next === limit) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      limit = next;
      timer = setTimeout(() => onExpire(limit), limit);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export interface Limits {
  readonly headersMs: number;
  /** Max time without words, thoughts or calls, from the headers on: keep-alives and empty deltas do not count. */
  readonly contentMs: number;
  /** Max time for the whole answer. */
  readonly answerMs: number;
}

/** Once the finish reason is there: usage and `[DONE]` may follow, or not. */
const AFTER_FINISH_MS = 3_000;
/** Characters of text, reasoning and arguments together (CONTRACT §13). */
const MAX_ANSWER = MAX_EVENT_BYTES;

type Ending =
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'timeout' | 'stalled' | 'endless'; readonly waitedMs: number };

export interface Try {
  readonly ending: Ending;
  readonly answer: AnswerReader;
  readonly exchange: Exchange;
}

export interface TryOptions {
  readonly wire: Wire;
  readonly baseUrl: string;
  /** Includes the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly json: string;
  readonly onDelta: (delta: AnswerDelta) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds of reading before others get their turn. */
const SLICE_MS = 8;

const DONE = '[DONE]';
const TOO_LARGE_EVENT = 'max-buffer-size-exceeded';

/** Figures that Python's encoder writes and JSON has not, outside of texts. */
const NO_FIGURE = /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g;

/** @throws SyntaxError */
function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    const plain = data.replace(NO_FIGURE, (_all, text: string | undefined) => text ?? 'null');
    if (plain === data) throw error;
    return JSON.parse(plain);
  }
}

/** The events of the stream as parsed JSON, and `[DONE]` at its end. @throws SyntaxError where one is none. */
async function* events(response: Response): AsyncGenerator<unknown> {
  if (response.body === null) return;
  const parsed = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_BYTES }));
  for await (const { event, data } of parsed) {
    const json: unknown = data === DONE ? DONE : parse(data);
    const isBare = event === 'error' && !(typeof json === 'object' && json !== null && 'error' in json);
    yield isBare ? { error: json } : json;
    if (json === DONE) return;
  }
}

/** Never throws. Resolves at once on abort, whatever the socket is doing; reports nothing after that. */
export async function tryOnce({ wire, baseUrl, headers, limits, json, onDelta, signal }: TryOptions): Promise<Try> {
  const end = Promise.withResolvers<Ending>();
  const control = new AbortController();
  let over = false;

  const headersWatch = createWatch(limits.headersMs, (waitedMs) => end.resolve({ kind: 'timeout', waitedMs }));
  const watches = [headersWatch];
  let feed = (_ms?: number) => {};
  const stop = () => end.resolve({ kind: 'stopped' });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const answer = wire.reader(
    (delta) => {
      if (!over) onDelta(delta);
    },
    () => toolsIn(json),
  );
  const exchange = createExchange({
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: json,
    onHeaders() {
      headersWatch.stop();
      if (over) return;
      const expired = (kind: 'stalled' | 'endless') => (waitedMs: number) =>
        end.resolve(answer.finishReason === undefined ? { kind, waitedMs } : { kind: 'ended' });
      const content = createWatch(limits.contentMs, expired('stalled'));
      watches.push(content, createWatch(limits.answerMs, expired('endless')));
      feed = (ms) => content.feed(ms);
    },
  });

  async function work(): Promise<Ending> {
    try {
      const response = await exchange.send(below(baseUrl, wire.path), control.signal);
      let content = 0;
      let since = performance.now();
      for await (const event of events(response)) {
        if (over) break;
        if (event === DONE) answer.end?.();
        else answer.add(event);
        if (answer.error !== undefined) break;
        if (answer.length > MAX_ANSWER) return { kind: 'too-large' };
        if (answer.finishReason !== undefined) feed(Math.min(AFTER_FINISH_MS, limits.contentMs));
        else if (answer.contentChunks > content) feed();
        content = answer.contentChunks;
        // A flood of small events would keep a stop, and everybody else, waiting.
        if (performance.now() - since > SLICE_MS) {
          await rest();
          since = performance.now();
        }
      }
      return { kind: 'ended' };
    } catch (error) {
      const isTooLarge = error instanceof TooLarge || (error instanceof ParseError && error.type === TOO_LARGE_EVENT);
      return isTooLarge ? { kind: 'too-large' } : { kind: 'failed', error };
    }
  }

  const ending = signal.aborted ? await end.promise : await Promise.race([end.promise, work()]);
  over = true;
  signal.removeEventListener('abort', stop);
  for (const watch of watches) watch.stop();
  control.abort();
  return { ending: signal.aborted ? { kind: 'stopped' } : ending, answer, exchange };
}

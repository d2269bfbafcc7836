/** One request and its stream, ended by the first of: the answer, an error, silence, a bound, or the user. */
import { setImmediate as rest } from 'node:timers/promises';
import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream';
import { below } from './address.ts';
import { createExchange, type Exchange, MAX_EVENT_BYTES, TooLarge } from './exchange.ts';
import { createWatch } from './watch.ts';
import type { AnswerDelta, AnswerReader, Wire } from './wires/wire.ts';

export interface Limits {
  /** Until the headers. */
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
  /** The body, byte for byte. */
  readonly json: string;
  readonly onDelta: (delta: AnswerDelta) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds of reading before others get their turn. */
const SLICE_MS = 8;

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

/** The events of the stream, up to `[DONE]`, as parsed JSON. @throws SyntaxError where one is none. */
async function* events(response: Response): AsyncGenerator<unknown> {
  if (response.body === null) return;
  const parsed = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_BYTES }));
  for await (const { event, data } of parsed) {
    if (data === '[DONE]') return;
    const json: unknown = parse(data);
    const isBare = event === 'error' && !(typeof json === 'object' && json !== null && 'error' in json);
    yield isBare ? { error: json } : json;
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

  const answer = wire.reader((delta) => {
    if (!over) onDelta(delta);
  });
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
        answer.add(event);
        if (answer.error !== undefined) break;
        if (answer.length > MAX_ANSWER) return { kind: 'too-large' };
        if (answer.finishReason !== undefined) feed(AFTER_FINISH_MS);
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

/** One request and its stream, ended by whatever comes first: the answer, an error, silence, or the person. */
import { APIError } from 'openai';
import type { ModelDelta, PreparedRequest } from '../agent/ports.ts';
import { Assembler } from './assemble.ts';
import { connect } from './connect.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createWatch } from './watch.ts';

export interface Limits {
  /** Until the headers. */
  readonly headersMs: number;
  /** From the headers to the first words: local servers read a long prompt for minutes. */
  readonly firstMs: number;
  /** Between bytes, once words come. */
  readonly idleMs: number;
  /** Between chunks, while only keep-alives come. */
  readonly silenceMs: number;
}

/** Once the finish reason is there: usage and `[DONE]` may follow, or not. */
const AFTER_FINISH_MS = 3_000;

export type Ending =
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'timeout' | 'stalled'; readonly waitedMs: number };

export interface Try {
  readonly ending: Ending;
  readonly answer: Assembler;
  readonly exchange: Exchange;
}

export interface TryOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly limits: Limits;
  readonly request: Pick<PreparedRequest, 'json'>;
  readonly onDelta: (delta: ModelDelta) => void;
  readonly signal: AbortSignal;
}

/** Never throws. Resolves at once on abort, whatever the socket is doing; nothing is reported after that. */
export async function tryOnce({ baseUrl, apiKey, limits, request, onDelta, signal }: TryOptions): Promise<Try> {
  const end = Promise.withResolvers<Ending>();
  const control = new AbortController();
  let over = false;

  const headers = createWatch(limits.headersMs, (waitedMs) => end.resolve({ kind: 'timeout', waitedMs }));
  const watches = [headers];
  let feedBytes = () => {};
  let feedChunk = () => {};
  const stop = () => end.resolve({ kind: 'stopped' });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const answer = new Assembler((delta) => {
    if (!over) onDelta(delta);
  });
  const exchange = createExchange({
    body: request.json,
    onHeaders() {
      headers.stop();
      if (over) return;
      const stalled = (waitedMs: number) =>
        end.resolve(answer.finishReason === undefined ? { kind: 'stalled', waitedMs } : { kind: 'ended' });
      const bytes = createWatch(limits.firstMs, stalled);
      const chunks = createWatch(limits.silenceMs, stalled);
      watches.push(bytes, chunks);
      feedBytes = () => bytes.feed();
      feedChunk = () => {
        chunks.feed();
        if (answer.finishReason !== undefined) bytes.feed(AFTER_FINISH_MS);
        else if (answer.contentChunks > 0) bytes.feed(limits.idleMs);
      };
    },
    onBytes: () => feedBytes(),
  });

  async function work(): Promise<Ending> {
    try {
      // The exchange posts `request.json` itself; this object only tells the package that a stream comes back.
      const client = connect({ baseUrl, apiKey, fetch: exchange.fetch });
      const stream = await client.chat.completions.create(
        { model: '', messages: [], stream: true },
        { signal: control.signal },
      );
      for await (const chunk of stream) {
        if (over) break;
        throwIfError(chunk);
        answer.add(chunk);
        feedChunk();
      }
      return { kind: 'ended' };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  const ending = signal.aborted ? await end.promise : await Promise.race([end.promise, work()]);
  over = true;
  signal.removeEventListener('abort', stop);
  for (const watch of watches) watch.stop();
  control.abort();
  return { ending: signal.aborted ? { kind: 'stopped' } : ending, answer, exchange };
}

/** Errors that the package takes for chunks: `{"object":"error",…}` of vLLM and FastChat, `{"code":…,"message":…}`. */
function throwIfError(chunk: unknown): void {
  if (typeof chunk !== 'object' || chunk === null) return;
  const isError = 'object' in chunk && chunk.object === 'error';
  if (isError || (!('choices' in chunk) && 'message' in chunk && 'code' in chunk)) {
    throw new APIError(undefined, chunk, undefined, undefined);
  }
}

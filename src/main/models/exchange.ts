/**
 * One HTTP exchange with a provider: posts exactly the bytes it was given, keeps a prompt from being redirected to
 * another host, bounds what comes back, and keeps the words of an answer that is no stream of events.
 */
import { Buffer } from 'node:buffer';
import { outgoing } from '../lib/network.ts';

/** Bytes, decompressed: of one event, and of an answer that is no stream of events (CONTRACT §13). */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;
const LINE_BREAK = 0x0a;
/** Enough of a beginning to know a stream of events by. */
const SNIFF = 32;
const MAX_HOPS = 3;

class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
}

/** More came in one piece than any answer is allowed to take. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export interface Exchange {
  status: number | undefined;
  headers: Headers | undefined;
  /** The body of an error, or of a 200 that is no event stream. */
  body: string;
  /** Target of a refused redirect: scheme, host and port. */
  redirectedTo: string | undefined;
  /** @throws what `outgoing` throws, `RedirectRefused`; the body's stream fails with `TooLarge`. */
  send(url: string, signal: AbortSignal): Promise<Response>;
}

export interface ExchangeOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Posted unchanged; absent: a GET. */
  readonly body?: string;
  readonly onHeaders: () => void;
}

/** Decides by the first line, because many servers send no content type, or a wrong one. */
export const looksLikeEvents = (start: string): boolean => /^\uFEFF?\s*(?:data|event|id|retry)?\s*:/.test(start);

export function createExchange({ headers, body, onHeaders }: ExchangeOptions): Exchange {
  async function send(target: string, signal: AbortSignal): Promise<Response> {
    let url = new URL(target);
    const options: RequestInit = {
      headers: { accept: 'application/json', 'user-agent': 'skilldeck', ...headers },
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { method: 'POST', body: Buffer.from(body, 'utf8') }),
    };
    for (let hop = 0; ; hop += 1) {
      const response = await outgoing(url, options);
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return receive(response);
      await response.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      // 303 asks for a GET of something else: no answer to a question.
      if (next?.origin !== url.origin || response.status === 303 || hop === MAX_HOPS) {
        exchange.status = response.status;
        exchange.redirectedTo = next?.origin;
        throw new RedirectRefused();
      }
      url = next;
    }
  }

  /** Errors are read whole here, so that their words are at hand however odd their shape. */
  async function receive(response: Response): Promise<Response> {
    exchange.status = response.status;
    exchange.headers = response.headers;
    onHeaders();
    const tapped = tap(response.body);
    if (response.ok) return new Response(tapped, { status: response.status, headers: response.headers });
    await new Response(tapped).text();
    return new Response('{}', { status: response.status, headers: { 'content-type': 'application/json' } });
  }

  /** Bounds each line, and keeps the body until it turns out to be an event stream. */
  function tap(source: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
    if (source === null) return null;
    const decoder = new TextDecoder();
    let keeping = true;
    let sniffed = false;
    let unbroken = 0;
    return source.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          const line = unbroken + (part.includes(LINE_BREAK) ? part.indexOf(LINE_BREAK) : part.length);
          if (line > MAX_EVENT_BYTES || exchange.body.length > MAX_EVENT_BYTES) {
            controller.error(new TooLarge());
            return;
          }
          unbroken = part.includes(LINE_BREAK) ? part.length - part.lastIndexOf(LINE_BREAK) - 1 : line;
          if (keeping) {
            exchange.body += decoder.decode(part, { stream: true });
            if (!sniffed) {
              const start = exchange.body.trimStart();
              sniffed = start.length >= SNIFF;
              keeping = !sniffed || !looksLikeEvents(start);
              if (!keeping) exchange.body = '';
            }
          }
          // An answer that is no stream of events goes to `body`; nothing else reads it.
          if (!(sniffed && keeping)) controller.enqueue(part);
        },
      }),
    );
  }

  const exchange: Exchange = { status: undefined, headers: undefined, body: '', redirectedTo: undefined, send };
  return exchange;
}

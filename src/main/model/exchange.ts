/**
 * One HTTP exchange under the `openai` package: posts exactly the bytes it was given, keeps a prompt from being
 * redirected to another host, and remembers what came back, for what the package does not tell.
 */
import { Buffer } from 'node:buffer';

/** Beyond this, what is not a stream is not kept. */
const MAX_KEPT = 4 * 1024 * 1024;
/** Enough of a beginning to know a stream of events by. */
const SNIFF = 32;
const MAX_HOPS = 3;

export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
}

export interface Exchange {
  status: number | undefined;
  headers: Headers | undefined;
  /** The body of an error, or of a 200 that is no event stream. */
  body: string;
  /** Where a refused redirect pointed: scheme, host and port. */
  redirectedTo: string | undefined;
  /** For the package. */
  readonly fetch: typeof fetch;
}

export interface ExchangeOptions {
  /** Posted in place of what the package serialised. */
  readonly body?: string;
  readonly onHeaders: () => void;
  readonly onBytes: () => void;
}

/** What a provider needs to know. The package would add the machine's platform, and headers from the environment. */
function plainHeaders(init: RequestInit | undefined): Headers {
  const given = new Headers(init?.headers);
  const headers = new Headers({ 'user-agent': 'skilldeck' });
  for (const name of ['accept', 'authorization', 'content-type']) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Told by its first line, as many servers name no content type, or a wrong one. */
export const looksLikeEvents = (start: string): boolean => /^\uFEFF?\s*(?:data|event|id|retry)?\s*:/.test(start);

export function createExchange({ body, onHeaders, onBytes }: ExchangeOptions): Exchange {
  const bytes = body === undefined ? undefined : Buffer.from(body, 'utf8');

  async function send(target: string | URL | Request, init?: RequestInit): Promise<Response> {
    let url = new URL(target instanceof Request ? target.url : target);
    const options: RequestInit = { ...init, headers: plainHeaders(init), redirect: 'manual' };
    if (bytes !== undefined) options.body = bytes;
    for (let hop = 0; ; hop += 1) {
      const response = await fetch(url, options);
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return receive(response);
      await response.body?.cancel();
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
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

  /** Reports life, and keeps the body until it turns out to be an event stream. */
  function tap(source: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
    if (source === null) return null;
    const decoder = new TextDecoder();
    let keeping = true;
    return source.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          onBytes();
          if (keeping) {
            exchange.body += decoder.decode(part, { stream: true });
            const start = exchange.body.trimStart();
            if (start.length >= SNIFF && looksLikeEvents(start)) {
              keeping = false;
              exchange.body = '';
            } else if (exchange.body.length > MAX_KEPT) keeping = false;
          }
          controller.enqueue(part);
        },
      }),
    );
  }

  const exchange: Exchange = {
    status: undefined,
    headers: undefined,
    body: '',
    redirectedTo: undefined,
    fetch: send,
  };
  return exchange;
}

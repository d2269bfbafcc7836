/** Streamable HTTP: to the server's own origin only, in plain text to this computer alone, with bounded answers. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpFailure } from './failure.ts';
import { MAX_MESSAGE } from './stdio-transport.ts';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** @throws McpFailure `plain-http`. */
export async function httpTransport(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<Transport & { terminateSession(): Promise<void> }> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new McpFailure('plain-http', { host: url.host });
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    fetch: async (target, init) => {
      const asked = new URL(target, url);
      if (asked.origin !== url.origin) throw new McpFailure('other-origin', { host: asked.host });
      const response = await fetch(asked, { ...init, redirect: 'manual' });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        const to = new URL(response.headers.get('location') ?? '', asked);
        throw new McpFailure('other-origin', { host: to.host });
      }
      return bounded(response);
    },
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 5,
    },
  });
}

/** Bounds a response; each event of a stream counts alone. */
function bounded(response: Response): Response {
  if (response.body === null) return response;
  const streams = response.headers.get('content-type')?.includes('text/event-stream') === true;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = streams ? lastBreak(chunk) : -1;
      bytes = end < 0 ? bytes + chunk.length : chunk.length - end;
      if (bytes > MAX_MESSAGE) controller.error(new McpFailure('too-large', { size: MAX_MESSAGE / 1024 / 1024 }));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

const LINE_FEED = 10;
const RETURN = 13;

/** End of the last whole event in this piece; -1 where there is none. */
function lastBreak(chunk: Uint8Array): number {
  for (let at = chunk.length - 1; at > 0; at -= 1) {
    if (chunk[at] !== LINE_FEED) continue;
    const before = chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (before >= 0 && chunk[before] === LINE_FEED) return at;
  }
  return -1;
}

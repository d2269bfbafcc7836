/**
 * Transports of the SDK: over a program that the runner started, and streamable HTTP: to the server's own origin only, in
 * plain text to this computer alone. Both with bounded answers.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isLoopback, outgoing } from '../../../main/lib/network.ts';
import type { ServedProgram } from '../../../main/runner/process.ts';
import { McpFailure } from './session.ts';

/** Bytes of one message. */
const MAX_MESSAGE = 16 * 1024 * 1024;

export async function stdioTransport(program: ServedProgram): Promise<Transport> {
  const { ReadBuffer, serializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  const transport: Transport = {
    async start() {
      program.stdout.on('data', (chunk: Buffer) => {
        try {
          buffer.append(chunk);
        } catch (error) {
          transport.onerror?.(error as Error);
          void program.end();
          return;
        }
        for (;;) {
          try {
            const message = buffer.readMessage();
            if (message === null) return;
            transport.onmessage?.(message);
          } catch (error) {
            // A line that is no message: some programs greet on stdout.
            transport.onerror?.(error as Error);
          }
        }
      });
      void program.ended.then(() => transport.onclose?.());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        program.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    close: () => program.end(),
  };
  return transport;
}

/** @throws McpFailure `plain-http`. */
export function assertPrivate({ protocol, hostname, host }: URL): void {
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new McpFailure('plain-http', { host });
}

/** Token of a server that was signed in to. */
export interface Access {
  token(): Promise<string | undefined>;
  /** @param used the token that the server refused. @throws McpFailure where only the person can sign in again. */
  renew(used: string): Promise<string>;
  /** The token allows too little: the next sign-in asks for this. @param scopes between blanks. @throws where it cannot be kept. */
  needs(scopes: string): Promise<unknown>;
}

export interface HttpServerAccess {
  readonly server: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Unused where a header has the authorization. */
  readonly access: Access;
}

/** @param isOld the transport that streamable HTTP replaced (SSE). @throws McpFailure `plain-http`. */
export async function httpTransport(
  { server, url: address, headers, access }: HttpServerAccess,
  isOld = false,
): Promise<Transport> {
  const url = new URL(address);
  assertPrivate(url);
  const hasOwn = new Headers(headers).has('authorization');
  const reach = async (target: string | URL, init?: RequestInit): Promise<Response> => {
    const asked = new URL(target, url);
    if (asked.origin !== url.origin) throw new McpFailure('other-origin', { host: asked.host });
    const send = (token: string | undefined) => {
      const all = new Headers(init?.headers);
      if (token !== undefined) all.set('authorization', `Bearer ${token}`);
      return outgoing(asked, { ...init, headers: all, redirect: 'manual' });
    };
    const token = hasOwn ? undefined : await access.token();
    let response = await send(token);
    if (response.status === 401 && token !== undefined) {
      await response.body?.cancel();
      response = await send(await access.renew(token));
    }
    const { status } = response;
    if (status === 401 || status === 403 || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      const [, scopes] = /\bscope="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? [];
      if (status === 403 && scopes !== undefined) await access.needs(scopes).catch(() => {});
      if (status > 400) throw new McpFailure('sign-in', { status, server });
      const to = new URL(response.headers.get('location') ?? '', asked);
      throw new McpFailure('other-origin', { host: to.host });
    }
    return bounded(response);
  };
  const options = { requestInit: { headers }, fetch: reach };
  if (isOld) {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return new SSEClientTransport(url, options);
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return new StreamableHTTPClientTransport(url, {
    ...options,
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 5,
    },
  });
}

/** Bounds a response; each event of a stream counts alone. */
export function bounded(response: Response): Response {
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

const [LINE_FEED, RETURN] = [10, 13];

/** End of the last whole event in this piece; -1 where there is none. */
function lastBreak(chunk: Uint8Array): number {
  for (let at = chunk.lastIndexOf(LINE_FEED); at > 0; at = chunk.lastIndexOf(LINE_FEED, at - 1)) {
    if (chunk[chunk[at - 1] === RETURN ? at - 2 : at - 1] === LINE_FEED) return at;
  }
  return -1;
}

/** The contract over a WebSocket at `/ws`. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Log } from '../../lib/crash-records.ts';
import { reportBugs } from '../../lib/errors.ts';
import { isAmbiguous, isOwnOrigin, type SignIn } from './sign-in.ts';

/** Bytes of one message: a million characters, the contract's longest text, at up to six bytes each, plus a margin. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Bytes that may wait for a page that does not read; past it the page is let go and resumes when it comes back. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
export const HEARTBEAT_MS = 15_000;
/** Time limit for a page's closing handshake. */
const CLOSE_WITHIN_MS = 500;
/** Close code "going away": the page reconnects by itself. */
const GOING_AWAY = 1001;
/** Close code "invalid frame payload data". */
const NOT_A_CALL = 1007;

/** @param router asked for by the first page; a page is connected when it is built. */
export function socketServer(router: () => Promise<AnyRouter>, signIn: SignIn, log: Log) {
  const build = async () => new RPCHandler(await router(), { interceptors: [reportBugs(log)] });
  let handler: ReturnType<typeof build> | undefined;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // A call a turn: fifty that arrive together do not begin together.
    allowSynchronousEvents: false,
  });
  const alive = new WeakSet<WebSocket>();

  const connect = (socket: WebSocket, calls: Awaited<ReturnType<typeof build>>) => {
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    // A broken frame or an oversized message ends this connection and nothing else.
    socket.on('error', (error) => log.warn(`web socket: ${error.message}`));
    void calls.upgrade(callsOf(socket, log), { context: {} });
  };

  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.has(socket) || socket.bufferedAmount > MAX_WAITING_BYTES) {
        socket.terminate();
        continue;
      }
      alive.delete(socket);
      socket.ping();
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
      socket.on('error', () => {});
      const refusal = refusalOf(req, signIn);
      if (refusal !== undefined) {
        socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      handler ??= build();
      handler.then(
        (calls) => server.handleUpgrade(req, socket, head, (accepted) => connect(accepted, calls)),
        // The program that builds the router says why, and ends.
        () => socket.destroy(),
      );
    },
    async close() {
      clearInterval(heartbeat);
      for (const socket of server.clients) socket.close(GOING_AWAY);
      await Promise.all([...server.clients].map((socket) => closed(socket)));
      server.close();
    },
  };
}

/**
 * The socket as the transport is given it. A message that is no call of the contract never reaches it, and ends the
 * connection. `send` resolves when the message has left, so that a stream takes its next piece only then.
 */
function callsOf(socket: WebSocket, log: Log): Pick<WebSocket, 'send' | 'addEventListener'> {
  let refused = false;
  const isCall = (data: unknown): boolean => {
    const fault = refused ? undefined : faultOf(data);
    if (fault === undefined) return !refused;
    refused = true;
    log.warn(`web socket: a message that is no call (${fault}); its connection was closed`);
    socket.close(NOT_A_CALL, 'not a call');
    return false;
  };
  return {
    send: (data: Parameters<WebSocket['send']>[0]) => new Promise<void>((sent) => socket.send(data, () => sent())),
    addEventListener: (type, listener, options) => {
      if (typeof listener === 'function' && type === 'message') {
        socket.addEventListener(
          'message',
          (event) => {
            if (isCall(event.data)) listener(event as never);
          },
          options,
        );
      } else socket.addEventListener(type, listener, options);
    },
  };
}

function refusalOf(req: IncomingMessage, signIn: SignIn): string | undefined {
  if (req.url?.split('?')[0] !== '/ws') return '404 Not Found';
  if (isAmbiguous(req)) return '400 Bad Request';
  if (!isOwnOrigin(req)) return '403 Forbidden';
  return signIn.accepts(req.headers.cookie) ? undefined : '401 Unauthorized';
}

function closed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    if (socket.readyState === socket.CLOSED) {
      clearTimeout(timer);
      resolve();
    }
  });
}

const id = z.string();
const requestUrl = z.string().refine((url) => url.startsWith('/') || URL.canParse(url));
const text = z.union([z.string(), z.array(z.string())]);
/** No forms and no files: the transport would take them apart before the contract's schemas see them. */
const headers = z.record(z.string(), text).and(
  z.object({
    'content-type': z.enum(['application/json', 'text/event-stream']).optional(),
    'content-disposition': z.never().optional(),
  }),
);

/** `t` absent or 1: a call; 3: an item of a stream; 4: the page hangs up (`@orpc/standard-server-peer`, its `MessageType`). */
const frame = z.union([
  z.object({ i: id, t: z.literal(1).optional(), p: z.object({ u: requestUrl, h: headers.optional() }) }),
  z.object({ i: id, t: z.literal(3), p: z.object({ e: z.string() }) }),
  z.object({ i: id, t: z.literal(4) }),
]);

/** Fault of a message that cannot be one; undefined for one that can. Nothing of the contract is carried in binary. */
function faultOf(data: unknown): string | undefined {
  if (typeof data !== 'string') return 'it is binary';
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return 'it is not JSON';
  }
  return frame.safeParse(parsed).success ? undefined : 'it is JSON of another shape';
}

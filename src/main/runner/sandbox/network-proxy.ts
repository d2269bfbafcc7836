/**
 * The only way out of a confined run that was granted hosts: a proxy in this process, at a Unix socket that is mounted
 * into the sandbox. It resolves names itself and connects to the address that it looked at, so a name that changes its
 * mind in between gains nothing. HTTP by absolute address and CONNECT; what is inside a CONNECT is not looked at.
 */
import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../../shared/errors.ts';
import { http } from '../../lib/node-http.ts';
import { grantedHosts, type HostPort, readHostPort } from './granted-hosts.ts';

export interface NetworkProxy {
  /** Short enough for a socket address, however long the data folder's path; empty if it listens on a port. */
  readonly socket: string;
  /** Port on 127.0.0.1; 0 if it listens on a socket. */
  readonly port: number;
  /** `HOST:PORT`, each once, in the order of the tries; at most `MAX_REFUSED`. */
  refused(): readonly string[];
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 128;
const MAX_REFUSED = 20;
/** Milliseconds. */
const CONNECT_TIMEOUT = 15_000;
const IDLE_TIMEOUT = 120_000;
/** Headers of one hop, not of the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

class Refused extends Error {
  readonly status: 403 | 502;
  constructor(status: 403 | 502, message: string) {
    super(message);
    this.status = status;
  }
}

const nameOf = ({ host, port }: HostPort): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

function targetOf(url: string | undefined): { readonly at: HostPort; readonly url: URL } | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:') return undefined;
  const at = readHostPort(`${parsed.hostname}:${parsed.port === '' ? '80' : parsed.port}`);
  return at === undefined ? undefined : { at, url: parsed };
}

const plain = (message: string): Record<string, string> => ({
  'content-type': 'text/plain; charset=utf-8',
  'content-length': String(Buffer.byteLength(message)),
  connection: 'close',
});

function answerRaw(socket: Duplex, status: number, message: string): void {
  const head = Object.entries(plain(message)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${message}`);
}

/** @param hosts as `RunAccess.hosts`. @param at a port only where the sandbox shares this machine's network. @throws Error where it cannot listen. */
export async function openNetworkProxy(
  hosts: readonly string[],
  at: 'socket' | 'port' = 'socket',
): Promise<NetworkProxy> {
  const granted = grantedHosts(hosts);
  const refused = new Set<string>();
  const open = new Set<Duplex>();
  /** Prevents lookups still in progress from connecting. */
  let closed = false;
  const keep = <T extends Duplex>(socket: T): T => {
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  };

  /** @throws Refused */
  async function reach(at: HostPort): Promise<Socket> {
    const refuse = (why: string): Refused => {
      if (refused.size < MAX_REFUSED) refused.add(nameOf(at));
      return new Refused(403, `Skilldeck: this run may not reach ${nameOf(at)}: ${why}.\n`);
    };
    if (!granted.allows(at)) throw refuse(`it was granted ${hosts.join(', ')} only`);
    const found = await lookup(at.host, { all: true }).catch((error: unknown) => {
      throw new Refused(502, `Skilldeck: ${at.host} could not be looked up: ${messageOf(error)}.\n`);
    });
    if (closed) throw new Refused(502, 'Skilldeck: the run is over.\n');
    const addresses = found.filter(({ address }) => granted.mayLeadTo(at, address));
    if (addresses.length === 0) {
      throw refuse(`the name leads to ${found[0]?.address ?? 'nowhere'}, which is of this machine or its network`);
    }
    let last: unknown;
    for (const { address } of addresses) {
      try {
        return await connected(address, at.port);
      } catch (error) {
        last = error;
      }
    }
    throw new Refused(502, `Skilldeck: ${nameOf(at)} could not be reached: ${messageOf(last)}.\n`);
  }

  const connected = (host: string, port: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = keep(connect({ host, port, timeout: CONNECT_TIMEOUT }));
      socket.once('timeout', () => socket.destroy(new Error('it did not answer in time')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeAllListeners('timeout').setTimeout(IDLE_TIMEOUT, () => socket.destroy());
        socket.off('error', reject).on('error', () => socket.destroy());
        resolve(socket);
      });
    });

  const failed = (error: unknown): Refused =>
    error instanceof Refused ? error : new Refused(502, `Skilldeck: ${messageOf(error)}\n`);

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = targetOf(request.url);
    const refuse = ({ status, message }: { status: number; message: string }): void => {
      if (response.headersSent) response.destroy();
      else response.writeHead(status, plain(message)).end(message);
    };
    if (target === undefined) {
      refuse({ status: 400, message: 'Skilldeck: this proxy takes http://HOST/… and CONNECT HOST:PORT.\n' });
      return;
    }
    const socket = await reach(target.at).catch((error: unknown) => {
      refuse(failed(error));
      return undefined;
    });
    if (socket === undefined) return;
    if (response.destroyed) {
      socket.destroy();
      return;
    }
    const named = (request.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
    const headers = Object.entries(request.headers).filter(
      ([name, value]) => value !== undefined && ![...HOP_BY_HOP, ...named, 'host'].includes(name),
    );
    const upstream = http.request({
      createConnection: () => socket,
      method: request.method ?? 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      // Only the requested host is allowed: a different one in the header would bypass the check.
      headers: {
        ...Object.fromEntries(headers),
        // Otherwise the body of a method that usually has none would follow as a separate request.
        ...(request.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
        host: target.url.host,
        connection: 'close',
      },
    });
    upstream.once('response', (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.on('error', () => response.destroy()).pipe(response);
    });
    upstream.once('error', (error) => refuse(failed(error)));
    response.once('close', () => socket.destroy());
    request.on('error', () => upstream.destroy()).pipe(upstream);
  }

  const server = http.createServer({ maxHeaderSize: 32 * 1024 }, (request, response) => {
    void forward(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = CONNECT_TIMEOUT;
  server.on('connection', (socket) => keep(socket).on('error', () => socket.destroy()));
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const at = readHostPort(request.url ?? '');
    if (at === undefined) {
      answerRaw(client, 400, 'Skilldeck: CONNECT wants HOST:PORT.\n');
      return;
    }
    reach(at).then(
      (socket) => {
        if (client.destroyed) {
          socket.destroy();
          return;
        }
        client.once('close', () => socket.destroy());
        socket.once('close', () => client.destroy());
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.write(head);
        client.pipe(socket).pipe(client);
      },
      (error: unknown) => {
        const { status, message } = failed(error);
        answerRaw(client, status, message);
      },
    );
  });

  const folder = at === 'port' ? undefined : await mkdtemp(path.join(os.tmpdir(), 'skilldeck-net-'));
  const socket = folder === undefined ? '' : path.join(folder, 's');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (folder === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(socket, resolve);
  });
  const address = server.address();
  return {
    socket,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    refused: () => [...refused],
    async close() {
      closed = true;
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const each of open) each.destroy();
      await ended;
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

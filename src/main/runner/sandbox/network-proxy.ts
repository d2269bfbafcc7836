/**
 * The only way out of a confined run that was granted hosts: a proxy in this process, at a Unix socket that is mounted
 * into the sandbox. It resolves names itself and connects to the address that it looked at, so a name that changes its
 * mind in between gains nothing. HTTP by absolute address and CONNECT; what is inside a CONNECT is not looked at.
 */

import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../../shared/errors.ts';
import { proxyVariables, tunnelTo } from '../../lib/network.ts';
import { networkFigures } from '../../lib/network-faults.ts';
import { http } from '../../lib/node-http.ts';

// The small program inside a sandbox that has no network: it listens on the sandbox's own loopback and passes every
// connection on to the proxy's Unix socket. A text rather than a file, so that nothing of ours need be mounted but Node.

export const SOCKET_INSIDE = '/run/skilldeck-proxy';
/** Port on the sandbox's loopback: free, as nothing else runs there yet. */
const PORT = 3128;

/** Arguments: the socket, the port. Prints a line when it listens. */
const PROGRAM = `
const net = require('net');
const [socket, port] = process.argv.slice(1);
net.createServer((client) => {
  const proxy = net.connect(socket);
  const end = () => { client.destroy(); proxy.destroy(); };
  client.on('error', end).on('close', end).pipe(proxy);
  proxy.on('error', end).on('close', end).pipe(client);
}).listen(Number(port), '127.0.0.1', () => { console.log('ready'); require('fs').closeSync(1); });
`;

/**
 * Lines for `sh` before the program: starts the forwarder in a separate session, so that it does not share the
 * program's terminal, and waits until it listens. If it fails to start, the program finds its proxy closed.
 * @param node words that start Node inside.
 */
export function forwarderLines(node: readonly string[], quote: (word: string) => string, socket: string): string[] {
  const command = [...node, '-e', PROGRAM, socket, String(PORT)].map(quote).join(' ');
  return [
    'd=$(mktemp -d /tmp/net-XXXXXX) && mkfifo "$d/f"',
    `setsid ${command} </dev/null >"$d/f" 2>/dev/null &`,
    'read -r ready <"$d/f"',
    'rm -rf "$d"',
  ];
}

/** There is no network to fetch from: said at once, not after a time-out. */
const OFFLINE = { UV_OFFLINE: '1', UV_PYTHON_DOWNLOADS: 'never', PIP_NO_INDEX: '1', npm_config_offline: 'true' };

/** Variables by which a run's programs know its way out: this proxy, or none. */
export const networkVariables = (proxy: { readonly port: number } | undefined): Record<string, string> =>
  proxy === undefined ? OFFLINE : proxyVariables(`http://127.0.0.1:${proxy.port || PORT}`);

/** Addresses that a run may reach, as the person granted them, and those that no name may lead to. */
export interface HostPort {
  /** Lower case, without brackets and without the root's dot. */
  readonly host: string;
  readonly port: number;
}

interface Grant {
  readonly host: string;
  /** Its subdomains, not itself. */
  readonly wild: boolean;
  readonly ports: readonly number[];
}

const WEB_PORTS = [80, 443];
const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/;

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

const portOf = (text: string): number | undefined => {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined;
};

/** `HOST:PORT`, `[::1]:PORT`; undefined for anything else. */
export function readHostPort(text: string): HostPort | undefined {
  const [, host = '', port = ''] = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]+):(\d+)$/.exec(text) ?? [];
  const number = portOf(port);
  const name = bare(host);
  return number === undefined || !(isIP(name) > 0 || NAME.test(name)) ? undefined : { host: name, port: number };
}

/** Undefined for what is no host: a grant is never widened to make sense of it. */
export function readGrant(text: string): Grant | undefined {
  const wild = text.startsWith('*.');
  const rest = wild ? text.slice(2) : text;
  const named = isIP(rest) === 6 ? undefined : /^(.*):(\d+)$/.exec(rest);
  const host = bare(named?.[1] ?? rest);
  const port = named?.[2] === undefined ? undefined : portOf(named[2]);
  if (named?.[2] !== undefined && port === undefined) return undefined;
  const isAddress = isIP(host) > 0;
  // `*.0.0.1` would be every address that ends so.
  if (isAddress ? wild : !NAME.test(host) || (wild && !/\.[^.]*[^\d.][^.]*$/.test(host))) return undefined;
  return { host, wild, ports: port === undefined ? WEB_PORTS : [port] };
}

/**
 * Networks that a public name must not resolve to: this machine, its neighbours, translated addresses, other ranges that
 * embed an IPv4 address, the old site-local ones.
 */
const INNER =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '224.0.0.0/4 192.88.99.0/24 240.0.0.0/4 ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 ::ffff:0:0:0/96 2001::/32 fec0::/10 ' +
  '2002::/16 fc00::/7 fe80::/10 ff00::/8';

const inner = new BlockList();
for (const [net = '', bits] of INNER.split(' ').map((one) => one.split('/')))
  inner.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');

/** True for addresses of this machine or nearby networks. IPv4 inside IPv6 counts as IPv4. */
export const isInnerAddress = (address: string): boolean => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

export function grantedHosts(texts: readonly string[]) {
  const grants = texts.flatMap((text) => readGrant(text) ?? []);
  return {
    allows: ({ host, port }: HostPort): boolean =>
      grants.some(
        (grant) => grant.ports.includes(port) && (grant.wild ? host.endsWith(`.${grant.host}`) : host === grant.host),
      ),
    /** May this name, which is allowed, lead to this address? An inner one only where a person named it itself. */
    mayLeadTo: ({ host }: HostPort, address: string): boolean =>
      isIP(host) > 0 || host === 'localhost' || !isInnerAddress(address),
  };
}

const MAX_CONNECTIONS = 128;
const MAX_REFUSED = 20;
/** Milliseconds. */
const CONNECT_TIMEOUT = 15_000;
const IDLE_TIMEOUT = 120_000;
/** Headers of one hop, not of the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding',
  'upgrade',
].flatMap((line) => line.split(' '));

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
export async function openNetworkProxy(hosts: readonly string[], at: 'socket' | 'port' = 'socket') {
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
    const name = nameOf(at);
    const refuse = (why: string): Refused => {
      if (refused.size < MAX_REFUSED) refused.add(name);
      return new Refused(403, `Skilldeck: this run may not reach ${name}: ${why}.\n`);
    };
    if (!granted.allows(at)) throw refuse(`it was granted ${hosts.join(', ')} only`);
    let unknown: string | undefined;
    const found = await lookup(at.host, { all: true }).catch((error: unknown) => {
      unknown = messageOf(error);
      return [];
    });
    if (closed) throw new Refused(502, 'Skilldeck: the run is over.\n');
    const addresses = found.filter(({ address }) => granted.mayLeadTo(at, address));
    const [first] = found;
    if (first !== undefined && addresses.length === 0)
      throw refuse(`the name leads to ${first.address}, which is of this machine or its network`);
    // Behind a proxy, names may be known to the proxy alone.
    const tunnelled = await tunnelTo(at.host, at.port).catch((error: unknown) => {
      throw new Refused(502, `Skilldeck: ${name} could not be reached: ${networkFigures(error).why}.\n`);
    });
    if (tunnelled !== undefined) return watched(keep(tunnelled));
    if (unknown !== undefined) throw new Refused(502, `Skilldeck: ${at.host} could not be looked up: ${unknown}.\n`);
    let last: unknown;
    for (const { address } of addresses) {
      try {
        return await connected(address, at.port);
      } catch (error) {
        last = error;
      }
    }
    throw new Refused(502, `Skilldeck: ${name} could not be reached: ${messageOf(last)}.\n`);
  }

  const connected = (host: string, port: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = keep(connect({ host, port, timeout: CONNECT_TIMEOUT }));
      socket.once('timeout', () => socket.destroy(new Error('it did not answer in time')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(watched(socket));
      });
    });

  const watched = (socket: Socket): Socket => {
    socket.removeAllListeners('timeout').setTimeout(IDLE_TIMEOUT, () => socket.destroy());
    return socket.on('error', () => socket.destroy());
  };

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
    /** Short enough for a socket address, however long the data folder's path; empty if it listens on a port. */
    socket,
    /** Port on 127.0.0.1; 0 if it listens on a socket. */
    port: typeof address === 'object' && address !== null ? address.port : 0,
    /** `HOST:PORT`, each once, in the order of the tries; at most `MAX_REFUSED`. */
    refused: (): readonly string[] => [...refused],
    async close(): Promise<void> {
      closed = true;
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const each of open) each.destroy();
      await ended;
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

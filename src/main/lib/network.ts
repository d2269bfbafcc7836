/**
 * The way to other computers: all requests leave here, through the proxy and with the certificates that are set. The
 * agents are loaded only where one is: Node's `fetch` is there already.
 */
import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIP, type Socket } from 'node:net';
import type * as Undici from 'undici';
import { keylessAddress } from '../../shared/models/keyless-address.ts';
import { causeCode, faultOf, NetworkFault, PROXY_ENDED, reasonOf, UNTRUSTED } from './network-faults.ts';
import { allowsName } from './patterns.ts';
import { decoded } from './text.ts';

export interface NetworkChoice {
  /** `system`: by the environment's variables, else as the system says; `none`; or an address with its password. */
  readonly proxy?: string | undefined;
  /** Hosts that are reached without the proxy: as `NO_PROXY`, which holds too where the proxy is the system's. */
  readonly noProxy?: string | undefined;
  /** A file of authorities to trust besides the known ones, PEM. */
  readonly certificates?: string | undefined;
}

let choice: () => Promise<NetworkChoice> = async () => ({});
/** In the form of PAC: `PROXY host:port; DIRECT`. */
let ofSystem: ((url: string) => Promise<string>) | undefined;

/** The settings in force at each request. */
export function chooseNetwork(asked: typeof choice): void {
  choice = asked;
}

/** Asks the host, which knows the system's proxy and its PAC file. */
export function askSystemProxy(asked: NonNullable<typeof ofSystem>): void {
  ofSystem = asked;
}

export interface Way {
  /** Password included; absent: none is used. */
  readonly proxy?: string;
  /** `setting`, `system`, or the variable's name; undefined where nothing asks for a proxy. */
  readonly from?: string;
  readonly certificates?: string;
}

/** `0.0.0.0` and `::` too: local servers print them as their address. */
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|::1?)$/;
/** @param host as in an address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(bare(host));

const bare = (host: string): string => host.toLowerCase().replaceAll(/^\[|\]$|\.$/g, '');

/** True where an entry of the list names the host: a name with all below it, an address, a network, each with a port or not. */
function bypasses(list: string, { hostname, port, protocol }: URL): boolean {
  const host = bare(hostname);
  const itsPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,;]+/).some((entry) => {
    const [, named = '', at] = isIP(entry) === 6 ? ['', entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
    const name = bare(named).replace(/^\*?\./, '');
    if (name === '' || (at !== undefined && at !== itsPort)) return false;
    if (isIP(host) > 0 && /^[\da-f.:]+(\/\d+)?$/.test(name)) return isWithin(host, name);
    return allowsName([name, `*.${name}`], host);
  });
}

function isWithin(host: string, net: string): boolean {
  const [address = '', bits] = net.split('/');
  const family = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  try {
    list.addSubnet(address, bits === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(bits), family(address));
    return list.check(host, family(host));
  } catch {
    return false;
  }
}

/** Lower case first, as curl has it; a variable for all schemes last. */
function variableFor(protocol: string): { readonly from: string; readonly proxy: string } | undefined {
  const names = protocol === 'https:' || protocol === 'wss:' ? ['https_proxy'] : ['http_proxy'];
  const all = [...names, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const from = all.find((name) => (process.env[name] ?? '') !== '');
  return from === undefined ? undefined : { from, proxy: process.env[from] ?? '' };
}

const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
};

/** The first that a PAC file gives; undefined for `DIRECT`. */
function firstOfPac(said: string): string | undefined {
  const [kind = '', at = ''] = (said.split(';')[0] ?? '').trim().split(/\s+/);
  const scheme = SCHEMES[kind.toUpperCase()];
  return scheme === undefined || at === '' ? undefined : `${scheme}://${at}`;
}

export async function wayTo(target: string | URL): Promise<Way> {
  const url = new URL(target);
  const { proxy = 'system', noProxy = '', certificates } = await choice();
  const own = certificates === undefined || certificates === '' ? {} : { certificates };
  if (isLoopback(url.hostname) || proxy === 'none') return own;
  if (proxy !== 'system' && proxy !== '')
    return bypasses(noProxy, url) ? own : { ...own, proxy: withScheme(proxy), from: 'setting' };
  const variable = variableFor(url.protocol);
  const except = [noProxy, process.env.no_proxy ?? process.env.NO_PROXY ?? ''].join(',');
  if (bypasses(except, url)) return own;
  if (variable !== undefined) return { ...own, proxy: withScheme(variable.proxy), from: variable.from };
  const said = firstOfPac((await ofSystem?.(url.href).catch(() => '')) ?? '');
  return said === undefined ? own : { ...own, proxy: said, from: 'system' };
}

const withScheme = (proxy: string): string =>
  (proxy.includes('://') ? proxy : `http://${proxy}`).replace(/^socks(?:5h)?:/i, 'socks5:');

export const shownProxy = ({ proxy }: Way): string | undefined =>
  proxy === undefined ? undefined : keylessAddress(proxy).replace(/\/$/, '');

/**
 * For programs that reach the network by themselves. A proxy with a password is left out: no program's environment
 * holds a key.
 */
export async function proxyEnvironment(): Promise<Record<string, string>> {
  const { proxy } = await wayTo('https://network.invalid');
  if (proxy === undefined || keylessAddress(proxy) !== proxy) return {};
  const { noProxy = '' } = await choice();
  const except = [noProxy, process.env.no_proxy ?? process.env.NO_PROXY ?? '', 'localhost,127.0.0.1,::1'];
  return proxyVariables(proxy, except.filter(Boolean).join(','));
}

/** Both cases, as programs differ; Node reads them, and the system's store with a company's own authority, on request. */
export function proxyVariables(proxy: string, noProxy = ''): Record<string, string> {
  const values = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: noProxy };
  const lower = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...values, ...Object.fromEntries(lower), NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' };
}

/** @throws NetworkFault `authorities`. */
function pem(file: string | undefined): string[] {
  if (file === undefined || file === '') return [];
  try {
    const found = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    if (found !== null) return found;
  } catch (error) {
    throw new NetworkFault('authorities', { file, system: reasonOf(error) }, error);
  }
  throw new NetworkFault('authorities', { file, system: 'PEM' });
}

/** Authorities of Node, the system (where Node reads it), `NODE_EXTRA_CA_CERTS` and the setting. */
function authorities(file: string | undefined): string[] {
  const tls = process.getBuiltinModule('node:tls');
  const system = 'getCACertificates' in tls ? tls.getCACertificates('system') : [];
  // Node itself passes over a file of this variable that it cannot read.
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  return [
    ...tls.rootCertificates,
    ...system,
    ...(extra !== undefined && statSync(extra, { throwIfNoEntry: false }) ? pem(extra) : []),
    ...pem(file),
  ];
}

/** The parts that are used. The index brings a cache, mocks and WebSockets too, a third of its size. */
async function undici(): Promise<Pick<typeof Undici, 'Agent' | 'Pool' | 'ProxyAgent' | 'Socks5ProxyAgent' | 'fetch'>> {
  const loaded = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/socks5-proxy-agent.js'),
    import('undici/lib/web/fetch/index.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/index.js'),
  ]);
  const [Agent, Pool, ProxyAgent, Socks5ProxyAgent, { fetch }, { prototype }, api] = loaded.map((one) => one.default);
  // The index does the same: `connect` is among them.
  Object.assign(prototype, api);
  return { Agent, Pool, ProxyAgent, Socks5ProxyAgent, fetch };
}

const agents = new Map<string, Undici.Dispatcher>();

async function agentFor({ proxy, certificates }: Way): Promise<Undici.Dispatcher> {
  const changed = certificates === undefined ? 0 : (statSync(certificates, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const key = [proxy, certificates, changed, process.env.NODE_EXTRA_CA_CERTS].join('\n');
  if (agents.has(key)) return agents.get(key) as Undici.Dispatcher;
  const { Agent, Pool, ProxyAgent, Socks5ProxyAgent } = await undici();
  const tls = { ca: authorities(certificates) };
  const { uri, token } = proxy === undefined ? { uri: '' } : partsOf(proxy);
  // `ProxyAgent` hands an encoded password to it, and speaks TLS to the proxy.
  const made = uri.startsWith('socks5:')
    ? unannounced(() => new Socks5ProxyAgent(uri, { requestTls: tls } as object))
    : uri === ''
      ? new Agent({ connect: tls })
      : new ProxyAgent({
          uri,
          ...(token && { token }),
          requestTls: tls,
          proxyTls: tls,
          clientFactory: (origin, options) => endingOnce(new Pool(origin, options)),
        });
  agents.set(key, made);
  return made;
}

/** The agent takes a proxy that ends the connection for one that is back at once: it asked thousands of times a second. */
function endingOnce(pool: Undici.Pool): Undici.Pool {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<never>;
  const once = async (...given: unknown[]) =>
    connect(...given).catch((error: Error) => {
      throw causeCode(error) === 'UND_ERR_SOCKET'
        ? Object.assign(new Error(error.message), { code: PROXY_ENDED })
        : error;
    });
  return Object.assign(pool, { connect: once });
}

/** The library says at each start that its SOCKS is experimental, which tells a person nothing. */
function unannounced<T>(make: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return make();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** @throws NetworkFault `proxy-address`. */
function partsOf(proxy: string): { readonly uri: string; readonly token?: string } {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url === undefined || url.hostname === '' || !/^(https?|socks5):$/.test(url.protocol))
    throw new NetworkFault('proxy-address', { proxy: keylessAddress(proxy) });
  if (url.username === '') return { uri: url.href };
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const isSocks = url.protocol === 'socks5:';
  url.username = isSocks ? encodeURIComponent(user) : '';
  url.password = isSocks ? encodeURIComponent(password) : '';
  return isSocks
    ? { uri: url.href }
    : { uri: url.href, token: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** Set once Node's own authorities did not know one that the system does: the next request need not fail first. */
let needsSystem = false;

/**
 * `fetch` by the way that is set.
 * @throws NetworkFault where no connection could be made, what `fetch` throws on an abort.
 */
export async function outgoing(target: string | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(target);
  const way = await wayTo(url);
  const isPlain =
    way.proxy === undefined && way.certificates === undefined && process.env.NODE_USE_ENV_PROXY === undefined;
  try {
    if (!isPlain || needsSystem) return await byAgent(url, init, way);
    try {
      return await fetch(url, init);
    } catch (error) {
      // Nothing was sent yet, and no body here is a stream.
      if (!UNTRUSTED.test(causeCode(error) ?? '')) throw error;
      const response = await byAgent(url, init, way);
      needsSystem = true;
      return response;
    }
  } catch (error) {
    if (init.signal?.aborted === true || error instanceof NetworkFault || !(error instanceof TypeError)) throw error;
    const { kind, figures } = faultOf(error, shownProxy(way));
    if (kind !== 'certificate') throw new NetworkFault(kind, figures, error);
    const issuer = await issuerAt(url, way);
    // No tunnel either: it is the proxy's own certificate.
    const ofProxy = issuer === undefined && way.proxy?.startsWith('https:') ? new URL(way.proxy) : undefined;
    const signer = ofProxy === undefined ? issuer : await issuerAt(ofProxy, {});
    const isSigned = signer !== undefined;
    throw new NetworkFault(
      ofProxy !== undefined ? 'proxy-certificate' : isSigned ? 'certificate-issuer' : 'certificate',
      isSigned ? { ...figures, issuer: signer } : figures,
      error,
    );
  }
}

async function byAgent(url: URL, init: RequestInit, way: Way): Promise<Response> {
  const dispatcher = await agentFor(way);
  const { fetch: fetchBy } = await undici();
  // The same interface by another package: its types are its own.
  return (await fetchBy(url, { ...(init as object), dispatcher })) as unknown as Response;
}

/** Milliseconds to find out who signed a certificate. */
const LOOK_MS = 3_000;

/** Signer of a certificate that is not trusted, read from a second connection that sends nothing. */
async function issuerAt({ hostname, port }: URL, way: Way): Promise<string | undefined> {
  const host = bare(hostname);
  const at = Number(port || 443);
  try {
    const socket = await tunnel(host, at, way);
    const { connect } = process.getBuiltinModule('node:tls');
    const named = isIP(host) > 0 ? {} : { servername: host };
    const peer = connect({
      ...(socket === undefined ? { host, port: at } : { socket }),
      ...named,
      rejectUnauthorized: false,
    });
    return await new Promise((resolve) => {
      const end = (issuer?: string) => {
        peer.destroy();
        resolve(issuer);
      };
      peer.setTimeout(LOOK_MS, end).once('error', () => end());
      peer.once('secureConnect', () => {
        const { issuer } = peer.getPeerCertificate();
        end([issuer?.CN ?? issuer?.O].flat()[0]);
      });
    });
  } catch {
    return undefined;
  }
}

/**
 * A raw connection through the proxy; undefined where none is set.
 * @throws NetworkFault
 */
export async function tunnelTo(host: string, port: number): Promise<Socket | undefined> {
  const way = await wayTo(`${port === 80 ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  try {
    return await tunnel(host, port, way);
  } catch (error) {
    if (error instanceof NetworkFault) throw error;
    const { kind, figures } = faultOf(error, shownProxy(way));
    throw new NetworkFault(kind, figures, error);
  }
}

async function tunnel(host: string, port: number, { proxy, certificates }: Way): Promise<Socket | undefined> {
  if (proxy === undefined) return undefined;
  const { Pool, Socks5ProxyAgent } = await undici();
  const { uri, token } = partsOf(proxy);
  if (uri.startsWith('socks5:')) {
    // Its own way to a pool's connection; the types do not name it.
    const agent = unannounced(() => new Socks5ProxyAgent(uri)) as unknown as {
      createSocks5Connection(host: string, port: number): Promise<Socket>;
    };
    return agent.createSocks5Connection(host, port);
  }
  const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const client = endingOnce(new Pool(new URL(uri).origin, { connect: { ca: authorities(certificates) } }));
  const headers = { host: path, ...(token === undefined ? {} : { 'proxy-authorization': token }) };
  const { statusCode, socket } = await client.connect({ path, headers });
  void client.close();
  if (statusCode === 200) return socket as Socket;
  socket.on('error', () => {}).destroy();
  throw new Error(`Proxy response (${statusCode})`);
}

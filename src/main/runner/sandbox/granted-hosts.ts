/** Addresses that a run may reach, as the person granted them, and those that no name may lead to. */
import { BlockList, isIP } from 'node:net';

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

/** Networks that a public name must not resolve to: this machine, its neighbours, translated addresses. */
const INNER: readonly (readonly [net: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ...(
    [
      ['0.0.0.0', 8] as const,
      ['10.0.0.0', 8] as const,
      ['100.64.0.0', 10] as const,
      ['127.0.0.0', 8] as const,
      ['169.254.0.0', 16] as const,
      ['172.16.0.0', 12] as const,
      ['192.0.0.0', 24] as const,
      ['192.168.0.0', 16] as const,
      ['198.18.0.0', 15] as const,
      ['224.0.0.0', 4] as const,
      ['192.88.99.0', 24] as const,
      ['240.0.0.0', 4] as const,
    ] as const
  ).map(([net, bits]) => [net, bits, 'ipv4'] as const),
  ...(
    [
      ['::', 96] as const,
      ['64:ff9b::', 96] as const,
      ['64:ff9b:1::', 48] as const,
      ['100::', 64] as const,
      // Other ranges that embed an IPv4 address, and the old site-local addresses.
      ['::ffff:0:0:0', 96] as const,
      ['2001::', 32] as const,
      ['fec0::', 10] as const,
      ['2002::', 16] as const,
      ['fc00::', 7] as const,
      ['fe80::', 10] as const,
      ['ff00::', 8] as const,
    ] as const
  ).map(([net, bits]) => [net, bits, 'ipv6'] as const),
];

const inner = new BlockList();
for (const [net, bits, family] of INNER) inner.addSubnet(net, bits, family);

/** True for addresses of this machine or nearby networks. IPv4 inside IPv6 counts as IPv4. */
export const isInnerAddress = (address: string): boolean => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

export interface GrantedHosts {
  allows(target: HostPort): boolean;
  /** May this name, which is allowed, lead to this address? An inner one only where a person named it itself. */
  mayLeadTo(target: HostPort, address: string): boolean;
}

export function grantedHosts(texts: readonly string[]): GrantedHosts {
  const grants = texts.flatMap((text) => readGrant(text) ?? []);
  return {
    allows: ({ host, port }) =>
      grants.some(
        (grant) => grant.ports.includes(port) && (grant.wild ? host.endsWith(`.${grant.host}`) : host === grant.host),
      ),
    mayLeadTo: ({ host }, address) => isIP(host) > 0 || host === 'localhost' || !isInnerAddress(address),
  };
}

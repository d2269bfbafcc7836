import type { Post } from '../../../../shared/context-views.ts';

export interface CurlTarget {
  /** Empty: the demo model, which has no address. */
  readonly baseUrl: string;
  /** Name of the variable that holds the key; the screen never has the key itself. */
  readonly keyName: string;
}

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A wire's header, with the shell's variable in place of the key. */
const headerLine = (name: string, value: string, keyName: string): string =>
  value.includes(KEY)
    ? `-H "${name}: ${value.replace(KEY, () => `$${keyName}`)}"`
    : `-H ${quoted(`${name}: ${value}`)}`;

/** The core's placeholder for the key. */
const KEY = '$KEY';

/** Appends the path below the base address, keeping its query; a base without a path gets the first version's. */
function postedTo(baseUrl: string, path: string): string {
  const base = baseUrl.trim().replace(/\/+$/, '');
  if (base === '') return `"$BASE_URL${path}"`;
  if (!URL.canParse(base)) return quoted(`${base}${path}`);
  const url = new URL(base);
  url.pathname = `${url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, '')}${path}`;
  return quoted(url.href);
}

/** A command line that posts these exact bytes. Without an address, it uses `$BASE_URL`. */
export function curlLine(json: string, { path, headers }: Pick<Post, 'path' | 'headers'>, target: CurlTarget): string {
  return [
    `curl ${postedTo(target.baseUrl, path)}`,
    `-H 'Content-Type: application/json'`,
    ...Object.entries(headers).map(([name, value]) => headerLine(name, value, target.keyName)),
    `--data-binary ${quoted(json)}`,
  ].join(' \\\n  ');
}

/** Conventional name from the provider in the address, such as `DEEPSEEK_API_KEY`. */
export function keyNameOf(baseUrl: string, given: string | undefined): string {
  if (given !== undefined && /^[A-Za-z_]\w*$/.test(given)) return given;
  const host = /^https?:\/\/([^/:]+)/.exec(baseUrl)?.[1] ?? '';
  const named = host.split('.').at(-2);
  if (named === undefined || /^\d+$/.test(named)) return 'API_KEY';
  return `${named.toUpperCase().replaceAll(/\W/g, '_')}_API_KEY`;
}

import type { Post } from '../../../../shared/context-views.ts';

export interface CurlTarget {
  /** Empty: the demo model, which has no address of its own. */
  readonly baseUrl: string;
  /** Of the variable that holds the key; the key itself is never in the screen. */
  readonly keyName: string;
}

/** What a POSIX shell takes as this very text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A wire's header, with the shell's variable in place of the key. */
const headerLine = (name: string, value: string, keyName: string): string =>
  value.includes(KEY)
    ? `-H "${name}: ${value.replace(KEY, () => `$${keyName}`)}"`
    : `-H ${quoted(`${name}: ${value}`)}`;

/** As the core has it in place of the key. */
const KEY = '$KEY';

/** Below the base address, whose query stays; without any path it is that of the first version. */
function postedTo(baseUrl: string, path: string): string {
  const base = baseUrl.trim().replace(/\/+$/, '');
  if (base === '') return `"$BASE_URL${path}"`;
  if (!URL.canParse(base)) return quoted(`${base}${path}`);
  const url = new URL(base);
  url.pathname = `${url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, '')}${path}`;
  return quoted(url.href);
}

/** The line that posts these very bytes. Where there is no address, `$BASE_URL` stands for it. */
export function curlLine(json: string, { path, headers }: Pick<Post, 'path' | 'headers'>, target: CurlTarget): string {
  return [
    `curl ${postedTo(target.baseUrl, path)}`,
    `-H 'Content-Type: application/json'`,
    ...Object.entries(headers).map(([name, value]) => headerLine(name, value, target.keyName)),
    `--data-binary ${quoted(json)}`,
  ].join(' \\\n  ');
}

/** As people call it: of the provider in the address, such as `DEEPSEEK_API_KEY`. */
export function keyNameOf(baseUrl: string, given: string | undefined): string {
  if (given !== undefined && /^[A-Za-z_]\w*$/.test(given)) return given;
  const host = /^https?:\/\/([^/:]+)/.exec(baseUrl)?.[1] ?? '';
  const named = host.split('.').at(-2);
  if (named === undefined || /^\d+$/.test(named)) return 'API_KEY';
  return `${named.toUpperCase().replaceAll(/\W/g, '_')}_API_KEY`;
}

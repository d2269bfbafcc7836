import type { Wire } from '../../shared/events.ts';
import { ANTHROPIC_VERSION, THINKING_BINDING, WIRE_PATHS } from '../../shared/wire-endpoints.ts';

export interface CurlTarget {
  readonly wire: Wire;
  /** Empty: the demo model, which has no address of its own. */
  readonly baseUrl: string;
  /** Of the variable that holds the key; the key itself is never in the screen. */
  readonly keyName: string;
}

/** What a POSIX shell takes as this very text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The line that posts these very bytes. Where there is no address, `$BASE_URL` stands for it. */
export function curlLine(json: string, { wire, baseUrl, keyName }: CurlTarget): string {
  const base = baseUrl.trim().replace(/\/+$/, '');
  const url = base === '' ? `"$BASE_URL${WIRE_PATHS[wire]}"` : quoted(`${base}${WIRE_PATHS[wire]}`);
  return [
    `curl ${url}`,
    `-H 'Content-Type: application/json'`,
    ...(wire === 'anthropic' ? anthropicHeaders(json, keyName) : [`-H "Authorization: Bearer $${keyName}"`]),
    `--data-binary ${quoted(json)}`,
  ].join(' \\\n  ');
}

function anthropicHeaders(json: string, keyName: string): string[] {
  const beta = json.includes('"block_binding":') ? [`-H 'anthropic-beta: ${THINKING_BINDING}'`] : [];
  return [`-H "x-api-key: $${keyName}"`, `-H 'anthropic-version: ${ANTHROPIC_VERSION}'`, ...beta];
}

/** As people call it: of the provider in the address, such as `DEEPSEEK_API_KEY`. */
export function keyNameOf(baseUrl: string, given: string | undefined): string {
  if (given !== undefined && /^[A-Za-z_]\w*$/.test(given)) return given;
  const host = /^https?:\/\/([^/:]+)/.exec(baseUrl)?.[1] ?? '';
  const named = host.split('.').at(-2);
  if (named === undefined || /^\d+$/.test(named)) return 'API_KEY';
  return `${named.toUpperCase().replaceAll(/\W/g, '_')}_API_KEY`;
}

/** The server's own words, made fit to show: they may repeat the key, or the prompt, back to us. */
import { keylessText } from '../../shared/models/keyless-address.ts';
import { invisibleExcept } from '../../shared/text/invisible.ts';

const INVISIBLE = invisibleExcept('');
const MAX_QUOTE = 300;
/** A header's value of `1` would take every digit 1 with it. */
const SHORTEST_SECRET = 4;
/** A run this long that also occurs in the conversation is considered an echo of it. */
const ECHO_LENGTH = 16;
/** A whole message of at least this length is looked for too: "我想订机票" is five. */
const SHORT_MESSAGE = 4;

export interface Secrets {
  readonly apiKey?: string | undefined;
  /** The person's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body as posted. */
  readonly json?: string | undefined;
}

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (Array.isArray(value)) for (const item of value) collectStrings(item, into);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collectStrings(item, into);
  }
}

/** The texts of the conversation; role names and ids are too short or too plain to matter. */
function conversation(json: string | undefined): string[] {
  if (json === undefined) return [];
  try {
    const texts: string[] = [];
    // Reads all strings, in any wire's body; tool definitions are no secret, and quoting them helps.
    const { tools: _tools, ...body } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    collectStrings(body, texts);
    return texts.filter((text) => !/^[\w.:/-]{1,40}$/.test(text));
  } catch {
    return [json];
  }
}

function maskEchoes(text: string, texts: readonly string[]): string {
  const masked = new Array<boolean>(text.length).fill(false);
  const mask = (from: number, length: number) => masked.fill(true, from, from + length);
  for (const whole of texts) {
    if (whole.length < SHORT_MESSAGE) continue;
    for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1)) mask(at, whole.length);
  }
  for (let at = 0; at + ECHO_LENGTH <= text.length; at += 1) {
    const run = text.slice(at, at + ECHO_LENGTH);
    if (texts.some((whole) => whole.includes(run))) mask(at, ECHO_LENGTH);
  }
  let shown = '';
  for (let at = 0; at < text.length; at += 1) {
    if (!masked[at]) shown += text[at];
    else if (at === 0 || !masked[at - 1]) shown += '…';
  }
  return shown;
}

/** One line of at most 300 characters, without the key, keys of addresses, the prompt or control characters; '' where nothing is left. */
export function quoteServer(said: string, { apiKey, headers = {}, json }: Secrets): string {
  let text = said.slice(0, 4 * MAX_QUOTE);
  for (const secret of [apiKey ?? '', ...Object.values(headers)]) {
    if (secret.length >= SHORTEST_SECRET) text = text.replaceAll(secret, '…');
  }
  text = keylessText(text)
    .replace(/\b(Bearer\s+)\S+/gi, '$1…')
    .replace(/\b(sk|pk|gsk|key|api)[-_][\w*.-]{8,}/gi, '…')
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  text = maskEchoes(text, conversation(json)).trim();
  if (text.length > MAX_QUOTE) text = `${text.slice(0, MAX_QUOTE).trimEnd()}…`;
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** The model behind an endpoint, on any wire. */

import { defined } from '../../shared/defined.ts';
import { keylessText } from '../../shared/models/keyless-address.ts';
import { OWN_BODY_FIELDS } from '../../shared/models/model-options.ts';
import { invisibleExcept } from '../../shared/text/invisible.ts';
import type { ModelOutcome, ModelPort, PreparedRequest, RefusedParts } from '../agent/ports.ts';
import { parseAddress, requestHeaders, shownAddress } from './address.ts';
import { type Limits, MAX_ATTEMPTS, retryAfterMs, retryWait, type Try, tryOnce } from './attempt.ts';
import { explain, type Failure, judge } from './classify.ts';
import { readTooLong } from './context-too-long.ts';
import { type AnswerReader, toolsIn } from './wires/wire.ts';
import { WIRE } from './wires/wires.ts';

/** Parts of a request that a provider's words name as the fault: an optional field, or a tool. Pure. */
const REFUSED =
  /not (be )?(supported|permitted|allowed|accepted)|unsupported|unrecogni[sz]ed|unknown|unexpected|unavailable|extra[_ ]?(inputs?|fields?|forbidden)|does(n't| not) (support|accept)|invalid (field|parameter|argument)|不支持|未知|不允许/i;
const OF_TOOLS = /schema|parameters?|propert|function|tools?\b|declaration|\$ref|\$defs/i;

const toolNames = (json: string): readonly string[] => toolsIn(json).map(({ name }) => name);

const names = (said: string, name: string): boolean =>
  name !== '' && new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '\\$&')}(?![\\w-])`).test(said);

/** `tools[3]`, `tools.3.custom`, `/tools/3/function`, `'tools', 3, 'function'`, `tools[0].function_declarations[3]` */
const PLACE = /tools(?:\[0\]\.function_?declarations)?(?:[[./]|['"], ?)(\d+)/gi;

export function refusedIn(
  said: string,
  { json, wire }: Pick<PreparedRequest, 'json' | 'wire'>,
): RefusedParts | undefined {
  const all = toolNames(json);
  const placed = [...said.matchAll(PLACE)].flatMap(([, at]) => all[Number(at)] ?? []);
  const tools = OF_TOOLS.test(said) ? all.filter((name) => placed.includes(name) || names(said, name)) : [];
  const needed = wire === 'anthropic' ? ['stream', 'max_tokens'] : ['stream'];
  const marks = (wire ?? 'chat') === 'chat' && json.includes('"cache_control":') ? ['cache_control'] : [];
  const optional = [...Object.keys(JSON.parse(json) as object), ...marks].filter(
    (name) => ![...OWN_BODY_FIELDS, ...needed].includes(name),
  );
  const fields = REFUSED.test(said) ? optional.filter((name) => names(said, name)) : [];
  return tools.length + fields.length === 0 ? undefined : { fields, tools: [...new Set(tools)] };
}

// The server's own words, made fit to show: they may repeat the key, or the prompt, back to us.

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
  // The person has to know which tool it is about; the system message names them all.
  const names = json === undefined ? [] : toolNames(json).filter((name) => name !== '');
  const texts = conversation(json).map((one) => names.reduce((left, name) => left.replaceAll(name, '\0'), one));
  text = maskEchoes(text, texts).trim();
  if (text.length > MAX_QUOTE) text = `${text.slice(0, MAX_QUOTE).trimEnd()}…`;
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

export interface ModelOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** The person's own by lower-case name, over those of the wire; their values are secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Until the response begins. Default 300 s: servers queue, and local ones load the model first. */
  readonly headersTimeoutMs?: number | undefined;
  /** Max time without words, thoughts or calls. Default 120 s. */
  readonly contentTimeoutMs?: number | undefined;
  /** Max time for a whole answer. Default 30 min. */
  readonly answerTimeoutMs?: number | undefined;
  /** Tries in all before a failure is final. Default 5. */
  readonly maxAttempts?: number | undefined;
  /** Returns 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
}

const HEADERS_MS = 300_000;
/** CONTRACT §13. */
const CONTENT_MS = 120_000;
const ANSWER_MS = 30 * 60_000;

export function createModel(options: ModelOptions): ModelPort {
  const { apiKey, maxAttempts = MAX_ATTEMPTS, random = Math.random } = options;
  const address = parseAddress(options.baseUrl);
  const limits: Limits = {
    headersMs: options.headersTimeoutMs ?? HEADERS_MS,
    contentMs: options.contentTimeoutMs ?? CONTENT_MS,
    answerMs: options.answerTimeoutMs ?? ANSWER_MS,
  };

  return {
    writesSummaries: true,
    async stream(request, attempt, onDelta, signal) {
      const started = performance.now();
      if (address.kind === 'wrong') return { ...address, kind: 'failure', code: 'unreachable' };
      const { baseUrl } = address;
      const wire = WIRE[request.wire];
      const headers = requestHeaders(baseUrl, options, (key) => wire.headers(key, request.model));
      const tried = await tryOnce({ wire, baseUrl, headers, limits, json: request.json, onDelta, signal });
      const ms = Math.round(performance.now() - started);
      const judged = judge(tried);
      if (judged === 'stopped') return { kind: 'stopped', ...wordsOf(tried.answer), ms };
      if ('code' in judged) return toOutcome(judged, tried, request, attempt);
      const { finishReason = '', usage } = judged;
      const opaque = judged.opaque();
      return {
        kind: 'answer',
        ...wordsOf(judged),
        toolCalls: judged.toolCalls(),
        finishReason,
        ms,
        ...defined({ usage, opaque }),
      };
    },
  };

  function toOutcome(failure: Failure, { exchange }: Try, request: PreparedRequest, attempt: number): ModelOutcome {
    const { code, retry, hint, facts: more, said = '' } = failure;
    const facts = {
      address: address.kind === 'address' ? shownAddress(address.url) : '',
      model: request.model,
      hint,
      status: exchange.status === 200 ? undefined : exchange.status,
      said: quoteServer(said, { apiKey, headers: options.headers, json: request.json }),
      ...more,
    };
    // Servers in Python answer with 500 to a field that they have no parameter for; another 500 passes.
    const isOdd = code === 'server-error' && exchange.status === 500;
    const found = code === 'bad-request' || isOdd ? refusedIn(said, request) : undefined;
    const refused = isOdd && found !== undefined ? { ...found, tools: [] } : found;
    if (!retry) {
      const failed = { kind: 'failure', code, ...explain(code, facts), ...defined({ refused }) } as const;
      return code === 'context-too-long' ? { ...failed, tooLong: readTooLong(said) } : failed;
    }
    if (attempt >= maxAttempts) return { kind: 'failure', code, ...explain(code, facts, { attempts: attempt }) };
    const asked = exchange.headers === undefined ? undefined : retryAfterMs(exchange.headers, Date.now());
    const wait = retryWait(attempt, asked, random());
    const note =
      wait.askedMs === undefined ? {} : { asked: Math.round(wait.askedMs / 1000), wait: Math.round(wait.ms / 1000) };
    return { kind: 'failure', code, ...explain(code, facts, note), ...defined({ refused }), retryInMs: wait.ms };
  }
}

const wordsOf = ({ text, reasoning }: AnswerReader): { readonly text: string; readonly reasoning?: string } =>
  reasoning === '' ? { text } : { text, reasoning };

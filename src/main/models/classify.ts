/** Server errors and broken connections → the closed list of failure codes. */

import { defined, parsedJson } from '../../shared/defined.ts';
import { type ExplainedFailure, type FailureReason, failedFor } from '../../shared/messages/failure.ts';
import type { Figures } from '../../shared/messages/format.ts';
import type { ModelFailureCode } from '../agent/ports.ts';
import { causeCode, NetworkFault, networkFigures } from '../lib/network-faults.ts';
import type { Try } from './attempt.ts';
import { isContextTooLong } from './context-too-long.ts';
import { type Exchange, looksLikeEvents } from './exchange.ts';
import { type AnswerReader, asObject, type Json } from './wires/wire.ts';

export interface Verdict {
  readonly code: ModelFailureCode;
  readonly retry: boolean;
  /** Narrows the words for the person. */
  readonly hint?: 'model' | 'quota' | 'forbidden' | 'region' | 'tools' | 'network';
}

const FILTERED =
  /content[_ ]?(filter|policy|management)|data_inspection_failed|sensitive|flagged as potentially|^1301$|不安全|敏感/i;
const NO_QUOTA =
  /insufficient[_ ]?(quota|balance|credit)|credit balance is too low|exceeded your current quota|billing|arrears|余额不足|欠费/i;
const NO_KEY = /invalid[_ ]api[_ ]key|api key not valid|incorrect api key|authentication_error/i;
const NO_MODEL =
  /model_not_found|model[_ ]not[_ ](exist|found)|model\b.{0,120}\b(does not exist|not found|not exist|is not a valid model)|\bmodel\b.{0,120}\b(deprecated|decommissioned|retired|no longer (available|supported))|^not_found_error model: |模型不存在/i;

/** Only what says that there are no tools at all: a wrong schema or a missing signature speaks of tools too. */
const NO_TOOLS =
  /(does|do) not support (the )?(tools?|functions?|tool[ -]?(use|calls?|calling)|function[ -]?call(s|ing)?)\b|tools? (is|are) not supported|no endpoints found that support tool use|tool[ -]choice.*requires --enable-auto-tool-choice/i;
const NOT_HERE =
  /unsupported_country|(?<![.'"`])\b(country|region|territory|user location)\b.{0,40}\bnot (supported|available)|地区.{0,10}(不支持|不可用)/i;

/** @param status undefined where the error came inside a stream that had begun with 200. */
export function classifyServerError(status: number | undefined, { message, code }: ServerError): Verdict {
  const words = `${code ?? ''} ${message}`;
  const numeric = code === undefined ? Number.NaN : Number(code);
  // Inside a stream, and in bodies with status 200, the code is often the status that could no longer be sent.
  const effective = status ?? (numeric >= 400 && numeric < 600 ? numeric : undefined);

  if (effective === 413 || (effective !== 401 && effective !== 403 && isContextTooLong(message, code)))
    return { code: 'context-too-long', retry: false };
  if (effective === 402 || NO_QUOTA.test(words)) return { code: 'rate-limited', retry: false, hint: 'quota' };
  if (effective === 401 || NO_KEY.test(words)) return { code: 'unauthorized', retry: false };
  if (FILTERED.test(code ?? '') || ((effective ?? 400) === 400 && FILTERED.test(message)))
    return { code: 'content-filter', retry: false };
  if ([undefined, 400, 403, 451].includes(effective) && NOT_HERE.test(words))
    return { code: 'unauthorized', retry: false, hint: 'region' };
  if (effective === 403) return { code: 'unauthorized', retry: false, hint: 'forbidden' };
  if (NO_TOOLS.test(message)) return { code: 'bad-request', retry: false, hint: 'tools' };
  if (effective === 429 || /rate[_ ]?limit|too many requests/i.test(words))
    return { code: 'rate-limited', retry: true };
  if (NO_MODEL.test(words)) return { code: 'not-found', retry: false, hint: 'model' };
  if (effective === 404 || effective === 405 || effective === 410) return { code: 'not-found', retry: false };
  if (effective === 408) return { code: 'timeout', retry: true };
  if (effective === undefined || effective >= 500 || effective === 409 || effective === 425)
    return { code: 'server-error', retry: true };
  return { code: 'bad-request', retry: false };
}

/** @param answering true once a response had begun. */
export function classifyConnection(error: unknown, answering: boolean): Verdict {
  const code = causeCode(error) ?? '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return { code: 'timeout', retry: true };
  if (code === 'UND_ERR_BODY_TIMEOUT') return { code: 'answer-stalled', retry: true };
  if (answering) return { code: 'cut-off', retry: true };
  if (!(error instanceof NetworkFault) || error.kind === 'other') return { code: 'unreachable', retry: true };
  const { kind, figures } = error;
  // A server of the proxy's may be back in a moment.
  const retry = /^((proxy-)?(name|refused)|reset)$/.test(kind) || /^HTTP 5/.test(figures.status ?? '');
  return { code: 'unreachable', retry, hint: 'network' };
}

// The reason of a failure and its figures: what happened, to what, what to do next.

/** CONTRACT §13. */
const MAX_MEBIBYTES = 16;

export interface Facts {
  /** The endpoint, as shown to a person. */
  readonly address: string;
  readonly model: string;
  readonly hint?: Verdict['hint'];
  readonly status?: number | undefined;
  /** Already made fit to show. */
  readonly said?: string | undefined;
  /** For `network`: the fault on the way to it. */
  readonly network?: Figures | undefined;
  readonly waitedMs?: number | undefined;
  /** The origin that a redirect pointed to. */
  readonly redirectedTo?: string | undefined;
  /** Content received instead of a stream. */
  readonly instead?: 'nothing' | 'page' | undefined;
}

const seconds = (ms: number | undefined): number => Math.max(1, Math.round((ms ?? 0) / 1000));

function reasonOf(code: ModelFailureCode, { hint, status, waitedMs, redirectedTo, instead }: Facts): FailureReason {
  switch (code) {
    case 'unreachable':
      return hint === 'network' ? 'unreachable-network' : code;
    case 'answer-too-large':
      return waitedMs === undefined ? 'answer-too-large' : 'answer-endless';
    case 'rate-limited':
      return hint === 'quota' ? 'rate-limited-quota' : 'rate-limited';
    case 'server-error':
    case 'bad-request':
      if (hint === 'tools') return 'tools-refused';
      return status === undefined ? code : `${code}-status`;
    case 'unauthorized':
      return hint === 'forbidden' || hint === 'region' ? hint : 'unauthorized';
    case 'not-found':
      return hint === 'model' ? 'no-model' : 'no-endpoint';
    case 'redirected':
      return redirectedTo === undefined ? 'redirected-unnamed' : 'redirected';
    case 'not-a-stream':
      return instead === undefined ? code : `not-a-stream-${instead}`;
    default:
      return code;
  }
}

/** @param more notes to add, as figures. */
export function explain(code: ModelFailureCode, facts: Facts, more: Figures = {}): ExplainedFailure {
  const { address, model, status, waitedMs, redirectedTo, said, network } = facts;
  return failedFor({
    reason: reasonOf(code, facts),
    figures: {
      address,
      model,
      ...(waitedMs === undefined ? {} : { seconds: seconds(waitedMs), minutes: Math.round(waitedMs / 60_000) }),
      ...(code === 'answer-too-large' ? { most: MAX_MEBIBYTES } : {}),
      ...(status === undefined ? (code === 'not-found' ? { status: '404' } : {}) : { status: String(status) }),
      ...(redirectedTo === undefined ? {} : { to: redirectedTo }),
      ...(said === undefined || said === '' ? {} : { said }),
      ...network,
      ...more,
    },
  });
}

/** Outcome of an attempt: a whole answer, a failure of the closed list, or the user's stop. */
export interface Failure extends Verdict {
  readonly facts?: Partial<Facts>;
  /** The server's own words, as they came. */
  readonly said?: string;
}

export function judge({ ending, answer, exchange }: Try): AnswerReader | Failure | 'stopped' {
  if (ending.kind === 'stopped') return 'stopped';
  switch (ending.kind) {
    case 'timeout':
      return { code: 'timeout', retry: true, facts: { waitedMs: ending.waitedMs } };
    case 'stalled':
      return { code: 'answer-stalled', retry: true, facts: { waitedMs: ending.waitedMs } };
    case 'endless':
      return { code: 'answer-too-large', retry: false, facts: { waitedMs: ending.waitedMs } };
    case 'too-large':
      return { code: 'answer-too-large', retry: false };
  }
  const refused = judgeResponse(exchange);
  if (refused !== undefined) return refused;
  // An answer is whole once its finish reason has come, however its connection ended.
  if (answer.finishReason !== undefined) return finished(answer);
  const inStream = answer.error === undefined ? undefined : readServerError(answer.error);
  if (inStream !== undefined) return fromServer(undefined, inStream);
  if (ending.kind === 'failed') {
    const { error } = ending;
    // Not JSON after `data:`: the beginning of an answer, or no answer at all.
    if (error instanceof SyntaxError && answer.chunks === 0) return { code: 'not-a-stream', retry: false };
    return judgeConnection(error, exchange);
  }
  return answer.chunks > 0 ? { code: 'cut-off', retry: true } : withoutChunks(answer, exchange.body);
}

/** A status that is no answer; undefined where it is 200, or none came. */
export function judgeResponse({ status, redirectedTo, body }: Exchange): Failure | undefined {
  if (status === undefined) return undefined;
  if (status >= 300 && status < 400) return { code: 'redirected', retry: false, facts: { redirectedTo } };
  // A page of the network on the way: a firewall's, or one that checks for robots.
  if (status === 403 && body.trimStart().startsWith('<'))
    return { code: 'not-a-stream', retry: false, facts: { instead: 'page' } };
  return status >= 400 ? fromServer(status, readErrorBody(body)) : undefined;
}

export function judgeConnection(error: unknown, { status }: Exchange): Failure {
  const verdict = classifyConnection(error, status !== undefined);
  return verdict.hint === 'network' ? { ...verdict, facts: { network: networkFigures(error) } } : verdict;
}

const fromServer = (status: number | undefined, error: ServerError): Failure => ({
  ...classifyServerError(status, error),
  said: error.message,
});

function finished(answer: AnswerReader): AnswerReader | Failure {
  switch (answer.finishReason) {
    case 'content_filter':
    case 'sensitive': // Zhipu
      return { code: 'content-filter', retry: false };
    case 'model_context_window_exceeded': // Zhipu, Anthropic-compatible
      return { code: 'context-too-long', retry: false };
    case 'error': // OpenRouter
    case 'network_error': // Zhipu
    case 'insufficient_system_resource': // DeepSeek
      return { code: 'server-error', retry: true };
    default:
      return answer;
  }
}

/** A 200 that was no stream: an error in JSON, a whole answer in JSON, a page, or nothing. */
function withoutChunks(answer: AnswerReader, body: string): AnswerReader | Failure {
  const text = body.trim();
  if (text === '' || looksLikeEvents(text)) return { code: 'not-a-stream', retry: true, facts: { instead: 'nothing' } };
  if (text.startsWith('<')) return { code: 'not-a-stream', retry: false, facts: { instead: 'page' } };
  try {
    const whole: unknown = JSON.parse(text);
    const error = readServerError(whole);
    if (error !== undefined) return fromServer(undefined, error);
    answer.add(whole);
    if (answer.finishReason !== undefined) return finished(answer);
  } catch {
    // Neither JSON nor a stream.
  }
  return { code: 'not-a-stream', retry: false };
}

/** A server's error message, in any of its known shapes. */

interface ServerError {
  readonly message: string;
  readonly code?: string;
}

/** The first that is a text or a number. */
function word(...values: readonly unknown[]): string | undefined {
  const found = values.find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return found === undefined ? undefined : String(found);
}

/**
 * Reads `{error:{message,code,type}}`, `{error:"…"}`, `{message,code}`, `{error_msg}`, `{detail:"…"}`,
 * `{detail:[{msg}]}`, `[{error}]` and `{object:"error"}`. Undefined where there is no error in it.
 */
export function readServerError(value: unknown): ServerError | undefined {
  if (Array.isArray(value)) return readServerError(value[0]);
  const body = asObject(value);
  if (body === undefined) return undefined;
  const { error: given, message: said, detail } = body;
  const code = word(body.code, body.error_code, body.type);
  if (typeof given === 'string' && given !== '') return { message: word(said) ?? given, ...defined({ code }) };
  const error = asObject(given);
  if (error !== undefined) {
    const words = word(error.message, error.msg);
    // OpenAI names the field beside the words.
    const param = word(error.param);
    const where = param === undefined || words?.includes(param) === true ? undefined : param;
    const message = [words, where, word(asObject(error.metadata)?.raw)].filter(Boolean).join(': ');
    return { message, ...defined({ code: word(error.code, error.type, error.status) }) };
  }
  // Mistral's is an object with the details.
  if (asObject(said) !== undefined) return readServerError(said);
  const first = asObject(Array.isArray(detail) ? detail[0] : undefined);
  const message = word(said, body.error_msg, body.msg, first === undefined ? detail : placed(first));
  return message === undefined || body.choices !== undefined ? undefined : { message, ...defined({ code }) };
}

/** `Extra inputs are not permitted: body.stream_options` */
const placed = ({ msg, loc }: Json): string =>
  [word(msg), Array.isArray(loc) ? loc.join('.') : undefined].filter(Boolean).join(': ');

/** Reads a body that may be JSON, plain words or a page; a page has no words worth quoting. */
export function readErrorBody(text: string): ServerError {
  const read = readServerError(parsedJson(text));
  if (read !== undefined) return read;
  const trimmed = text.trim();
  return { message: /^[<{[]/.test(trimmed) ? '' : trimmed.slice(0, 2_000) };
}

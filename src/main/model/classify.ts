/** Server errors and broken connections → the closed list of failure codes. */
import type { ModelFailureCode } from '../agent/ports.ts';
import { isContextTooLong } from './context-too-long.ts';
import type { ServerError } from './server-error.ts';

export interface Verdict {
  readonly code: ModelFailureCode;
  /** Another try may help. */
  readonly retry: boolean;
  /** Narrows the words for the person. */
  readonly hint?: 'model' | 'quota' | 'forbidden' | 'certificate' | 'protocol' | 'dns' | 'refused';
}

const FILTERED =
  /content[_ ]?(filter|policy|management)|data_inspection_failed|sensitive|flagged as potentially|^1301$|不安全|敏感/i;
const NO_QUOTA =
  /insufficient[_ ]?(quota|balance|credit)|credit balance is too low|exceeded your current quota|billing|arrears|余额不足|欠费/i;
const NO_KEY = /invalid[_ ]api[_ ]key|api key not valid|incorrect api key|authentication_error/i;
const NO_MODEL =
  /model_not_found|model[_ ]not[_ ](exist|found)|model\b.{0,120}\b(does not exist|not found|not exist|is not a valid model)|^not_found_error model: |模型不存在/i;

/** @param status undefined where the error came inside a stream that had begun with 200. */
export function classifyServerError(status: number | undefined, { message, code }: ServerError): Verdict {
  const words = `${code ?? ''} ${message}`;
  const numeric = code === undefined ? Number.NaN : Number(code);
  // Inside a stream, and in bodies with status 200, the code is often the status that could no longer be sent.
  const effective = status ?? (numeric >= 400 && numeric < 600 ? numeric : undefined);

  if (effective === 413 || (effective !== 401 && effective !== 403 && isContextTooLong(message, code))) {
    return { code: 'context-too-long', retry: false };
  }
  if (effective === 402 || NO_QUOTA.test(words)) return { code: 'rate-limited', retry: false, hint: 'quota' };
  if (effective === 401 || NO_KEY.test(words)) return { code: 'unauthorized', retry: false };
  if (FILTERED.test(code ?? '') || ((effective ?? 400) === 400 && FILTERED.test(message))) {
    return { code: 'content-filter', retry: false };
  }
  if (effective === 403) return { code: 'unauthorized', retry: false, hint: 'forbidden' };
  if (effective === 429 || /rate[_ ]?limit|too many requests/i.test(words)) {
    return { code: 'rate-limited', retry: true };
  }
  if (NO_MODEL.test(words)) return { code: 'not-found', retry: false, hint: 'model' };
  if (effective === 404 || effective === 405 || effective === 410) return { code: 'not-found', retry: false };
  if (effective === 408) return { code: 'timeout', retry: true };
  if (effective === undefined || effective >= 500 || effective === 409 || effective === 425) {
    return { code: 'server-error', retry: true };
  }
  return { code: 'bad-request', retry: false };
}

/** The `code` of the innermost cause: `ECONNREFUSED`, `ENOTFOUND`, `UND_ERR_…`, `CERT_HAS_EXPIRED`. */
export function causeCode(error: unknown): string | undefined {
  let found: string | undefined;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const code: unknown = 'code' in at ? at.code : undefined;
    if (typeof code === 'string') found = code;
    // `localhost` has two addresses, tried in turn.
    if (at instanceof AggregateError && at.errors.length > 0) found = causeCode(at.errors[0]) ?? found;
  }
  return found;
}

/** @param answering true once a response had begun. */
export function classifyConnection(error: unknown, answering: boolean): Verdict {
  const code = causeCode(error) ?? '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return { code: 'timeout', retry: true };
  if (code === 'UND_ERR_BODY_TIMEOUT') return { code: 'answer-stalled', retry: true };
  if (answering) return { code: 'cut-off', retry: true };
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
    return { code: 'unreachable', retry: false, hint: 'certificate' };
  }
  if (/^(HPE_|ERR_SSL|EPROTO)/.test(code)) return { code: 'unreachable', retry: false, hint: 'protocol' };
  if (/^(ENOTFOUND|EAI_)/.test(code)) return { code: 'unreachable', retry: true, hint: 'dns' };
  if (code === 'ECONNREFUSED') return { code: 'unreachable', retry: true, hint: 'refused' };
  return { code: 'unreachable', retry: true };
}

import { defined } from '../../shared/defined.ts';
/** A server's error message, in any of its known shapes. */

export interface ServerError {
  readonly message: string;
  readonly code?: string;
}

const field = (value: object, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];

function word(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/**
 * Reads `{error:{message,code,type}}`, `{error:"…"}`, `{message,code}`, `{error_msg}`, `{detail:"…"}`,
 * `{detail:[{msg}]}`, `[{error}]` and `{object:"error"}`. Undefined where there is no error in it.
 */
export function readServerError(value: unknown): ServerError | undefined {
  if (Array.isArray(value)) return readServerError(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const error = field(value, 'error');
  if (typeof error === 'string' && error !== '') {
    const code = word(field(value, 'code'), field(value, 'type'));
    return { message: word(field(value, 'message')) ?? error, ...defined({ code }) };
  }
  if (typeof error === 'object' && error !== null) {
    const metadata = field(error, 'metadata');
    const inner = typeof metadata === 'object' && metadata !== null ? word(field(metadata, 'raw')) : undefined;
    const message = [word(field(error, 'message'), field(error, 'msg')), inner].filter(Boolean).join(': ');
    const code = word(field(error, 'code'), field(error, 'type'), field(error, 'status'));
    return { message, ...defined({ code }) };
  }
  const detail = field(value, 'detail');
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  const detailed = typeof first === 'object' && first !== null ? field(first, 'msg') : detail;
  const message = word(field(value, 'message'), field(value, 'error_msg'), field(value, 'msg'), detailed);
  const code = word(field(value, 'code'), field(value, 'error_code'), field(value, 'type'));
  if (message === undefined || field(value, 'choices') !== undefined) return undefined;
  return { message, ...defined({ code }) };
}

/** Reads a body that may be JSON, plain words or a page; a page has no words worth quoting. */
export function readErrorBody(text: string): ServerError {
  try {
    const read = readServerError(JSON.parse(text));
    if (read !== undefined) return read;
  } catch {
    // Not JSON: taken as words below.
  }
  const trimmed = text.trim();
  return { message: /^[<{[]/.test(trimmed) ? '' : trimmed.slice(0, 2_000) };
}

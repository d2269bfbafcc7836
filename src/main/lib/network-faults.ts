/** Faults of connections, told apart by the codes and words of the system and of undici. Pure. */
import { translatorFor } from '../../shared/messages/translate.ts';

/** The fault of a connection, for words that say what to do next. */
type FaultKind =
  | 'name'
  | 'refused'
  | 'reset'
  | 'port'
  | 'certificate'
  | 'certificate-issuer'
  | 'certificate-name'
  | 'certificate-date'
  | 'protocol'
  | 'proxy-name'
  | 'proxy-refused'
  | 'proxy-password'
  | 'proxy-said'
  | 'proxy-address'
  | 'proxy-protocol'
  | 'proxy-certificate'
  | 'authorities'
  | 'other';

export class NetworkFault extends TypeError {
  override readonly name = 'NetworkFault';
  readonly kind: FaultKind;
  /** `proxy` without its password, `status` of a proxy (`HTTP 403`), `issuer` of a certificate, `file`, `system`: its code. */
  readonly figures: Readonly<Record<string, string>>;

  constructor(kind: FaultKind, figures: Readonly<Record<string, string>>, cause?: unknown) {
    super(Object.values({ kind, ...figures }).join(' '), { cause });
    this.kind = kind;
    this.figures = figures;
  }
}

/** Figures for words: `why` in English, and where the fault is known the `reason` that says it in either language. */
export function networkFigures(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof NetworkFault)) return { why: reasonOf(error) };
  const { kind, figures } = error;
  if (kind === 'other') return { ...figures, why: figures.system ?? '' };
  const reason = `net-${kind}` as const;
  return { ...figures, reason, why: translatorFor('en')(`values.${reason}`, figures) };
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

/** `fetch` hides the system's word in `cause`. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = causeCode(error)?.replace(/^UND_ERR_SOCKS5.*/, '');
  return code || (cause instanceof Error ? cause.message : String(cause));
}

export const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/;
/** Words of undici's errors, which have no code for it. */
const PROXY_STATUS = /Proxy response \((\d{3})\)/;
const NOT_HTTP = /does not match the HTTP\/1\.1 protocol/;
const NOT_SOCKS = /SOCKS5 authentication timeout|^UND_ERR_SOCKS5_(?:VERSION|METHOD)/;
/** Code of a proxy that ended the connection instead of an answer. */
export const PROXY_ENDED = 'PROXY_ENDED';

function messages(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return error instanceof Error ? `${error.message} ${cause === undefined ? '' : messages(cause)}` : '';
}

/** By the code of the system or of undici, else by its words. */
export function faultOf(error: unknown, proxy?: string): Pick<NetworkFault, 'kind' | 'figures'> {
  const code = causeCode(error) ?? '';
  const words = messages(error);
  const figures = { ...(proxy === undefined ? {} : { proxy }), system: reasonOf(error) };
  const of = (kind: FaultKind, more: Record<string, string> = {}) => ({ kind, figures: { ...figures, ...more } });
  if (code.includes('ALTNAME')) return of('certificate-name');
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) return of('certificate-date');
  if (UNTRUSTED.test(code)) return of('certificate');
  const status = PROXY_STATUS.exec(words)?.[1];
  if (status === '407' || code.startsWith('UND_ERR_SOCKS5_AUTH')) return of('proxy-password');
  if (status !== undefined) return of('proxy-said', { status: `HTTP ${status}` });
  if (code === PROXY_ENDED || NOT_SOCKS.test(`${code} ${words}`)) return of('proxy-protocol');
  const isNotHttp = code.startsWith('HPE_') || NOT_HTTP.test(words);
  const isNotTls = /^(ERR_SSL|EPROTO)/.test(code);
  if (isNotHttp || isNotTls) {
    const spoken = isNotTls ? 'https:' : 'http';
    return of(proxy?.startsWith(spoken) === true ? 'proxy-protocol' : 'protocol');
  }
  if (/^(ENOTFOUND|EAI_)/.test(code)) return of(proxy === undefined ? 'name' : 'proxy-name');
  if (code === 'ECONNREFUSED') return of(proxy === undefined ? 'refused' : 'proxy-refused');
  if (code === 'UND_ERR_SOCKS5_REPLY_5') return of('refused');
  const reply = /^UND_ERR_SOCKS5_REPLY_(\d+)/.exec(code)?.[1];
  if (reply !== undefined) return of('proxy-said', { status: `SOCKS ${reply}` });
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return of('reset');
  return of(words.includes('bad port') ? 'port' : 'other');
}

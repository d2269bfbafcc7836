/** One OTLP/HTTP request and what its answer means. https://opentelemetry.io/docs/specs/otlp/#otlphttp-response */

import { messageOf } from '../../../../shared/errors.ts';
import type { TelemetryProblem } from '../../contract.ts';
import { type Target, withoutSecrets } from './target.ts';

/** Problems in words for the log. */
export function inWords({
  code,
  figures: { url, protocol, name, status, reason, n, session },
}: TelemetryProblem): string {
  switch (code) {
    case 'address':
      return `Traces cannot be sent: the address for traces is no http address: ${url}.`;
    case 'protocol':
      return `Traces are sent as http/json or http/protobuf; OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}.`;
    case 'variable':
      return `Traces cannot be sent: the environment variable ${name}, which a header of "telemetry" names, is not set.`;
    case 'answered':
      return `Traces wait: ${url} answered ${status}. They are kept and sent later.`;
    case 'unreachable':
      return `Traces wait: ${url} cannot be reached (${reason}). They are kept and sent later.`;
    case 'refused':
      return `${url} answered ${status}: ${n} spans of ${session} are left out.`;
    case 'partly':
      return `${session}: ${n} spans were rejected.`;
    case 'given-up':
      return `Too many conversations are waiting to be sent as traces. ${session} was dropped; export it instead.`;
    case 'other':
      return `Traces cannot be sent: ${reason}`;
  }
}

export type Sent =
  | { readonly kind: 'accepted'; readonly problem?: TelemetryProblem }
  /** The endpoint understood and will never take it. */
  | { readonly kind: 'refused'; readonly problem: TelemetryProblem }
  | { readonly kind: 'later'; readonly problem: TelemetryProblem; readonly afterMs?: number };

/** Bytes of an answer that are read. */
const MOST_ANSWER = 64 * 1024;
/** Another try would be answered alike: the request itself is what does not fit. */
const NEVER = new Set([400, 413, 415, 422]);
const MOST_WAIT_MS = 60 * 60 * 1000;

/** Never rejects. */
export async function send(body: Uint8Array, target: Target, signal: AbortSignal): Promise<Sent> {
  const { url, protocol, headers, timeoutMs } = target;
  const isJson = protocol === 'http/json';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': isJson ? 'application/json' : 'application/x-protobuf' },
      body: Buffer.from(body),
      // Headers with keys go nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { status } = response;
    const answer = await firstOf(response);
    if (response.ok) return { kind: 'accepted', ...(isJson ? partOf(answer) : {}) };
    const figures = { url: withoutSecrets(url), status: `${status}` };
    if (NEVER.has(status)) return { kind: 'refused', problem: { code: 'refused', figures } };
    const afterMs = retryAfter(response.headers.get('retry-after'));
    return { kind: 'later', problem: { code: 'answered', figures }, ...(afterMs === undefined ? {} : { afterMs }) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const figures = { url: withoutSecrets(url), reason: messageOf(cause) };
    return { kind: 'later', problem: { code: 'unreachable', figures } };
  }
}

/** The connection is closed after so much: an endpoint could answer without end. */
async function firstOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST_ANSWER) break;
  }
  return text;
}

/** `partialSuccess`: taken, but for some spans that another try would not help. */
function partOf(answer: string): { problem?: TelemetryProblem } {
  try {
    const { partialSuccess } = JSON.parse(answer) as { partialSuccess?: { rejectedSpans?: unknown } };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return rejected > 0 ? { problem: { code: 'partly', figures: { n: `${rejected}` } } } : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date. */
function retryAfter(given: string | null): number | undefined {
  if (given === null) return undefined;
  const seconds = Number(given);
  const ms = Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000;
  return ms >= 0 ? Math.min(ms, MOST_WAIT_MS) : undefined;
}

/** One HTTP request to a server of skills, and its refusals. */
import { messageOf } from '../../../../shared/errors.ts';
import type { DetailCode } from '../../../../shared/messages/detail.ts';
import type { Figures } from '../../../../shared/messages/format.ts';
import { type ImportRefusal, refusedFor } from '../../../skill-import/refused.ts';

/** Milliseconds for an answer. */
const ANSWER_MS = 30_000;

/** Follows no redirect: the account is for this host. @throws `import-refused` with `timeout` or `unreachable`; the signal's reason. */
export async function askServer(url: URL | string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
  } catch (error) {
    signal.throwIfAborted();
    const late = error instanceof Error && error.name === 'TimeoutError';
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const { host } = new URL(url);
    throw refusedFor(late ? 'timeout' : 'unreachable', 'server-said', { server: host, why: messageOf(cause) }, error);
  }
}

/** The step that a server refused, with its object. */
export interface Step {
  readonly code: Extract<DetailCode, `step-${string}`>;
  readonly figures?: Figures;
}

/** @param said by the server, as text. */
export function refusedStep(server: string, { code, figures }: Step, status: number, said: string): ImportRefusal {
  const answer = `HTTP ${status}${said.trim() === '' ? '' : `: ${said.trim()}`}`;
  return refusedFor(reasonOf(status), code, { ...figures, server, answer });
}

const reasonOf = (status: number) =>
  status === 401 || status === 403 ? 'sign-in' : status === 404 ? 'missing' : status < 500 ? 'refused' : 'unreachable';

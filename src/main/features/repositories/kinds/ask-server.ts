/** One HTTP request to a server of skills. */
import { messageOf } from '../../../../shared/errors.ts';
import { refusedFor } from '../../../skill-import/refused.ts';

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

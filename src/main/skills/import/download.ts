/** A file from the web: bounded in time, bytes and redirects, compared with its digest. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { isSafeAddress } from './git-http.ts';
import { GIT_ANSWER_MS, GIT_TOTAL_MS, inMib, MAX_ARCHIVE_BYTES, MAX_REDIRECTS } from './names.ts';
import { refused, refusedFor } from './refused.ts';

export interface DownloadOptions {
  /** SHA-256 in hexadecimal that the file must have. */
  readonly sha256?: string | undefined;
  readonly maxBytes?: number;
  /** Sent to the address given alone, and to no other origin that it leads to. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * @param file absolute; must not exist.
 * @returns its bytes and SHA-256.
 * @throws SkilldeckError `bad-input` for an address that is not encrypted, `import-refused`; the signal's reason on abort.
 */
export async function download(
  address: string,
  file: string,
  { sha256, maxBytes = MAX_ARCHIVE_BYTES, headers = {}, signal }: DownloadOptions,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const limit = AbortSignal.timeout(GIT_TOTAL_MS);
  const both = AbortSignal.any([signal, limit]);
  try {
    const response = await answerOf(address, headers, both);
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await open(file, 'wx', 0o600);
    try {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw refused('download-size', { address, size: inMib(maxBytes) });
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
    const found = hash.digest('hex');
    if (sha256 !== undefined && found !== sha256.toLowerCase()) {
      throw refusedFor('damaged', 'download-digest', { address, found, sha256 });
    }
    return { bytes, sha256: found };
  } catch (error) {
    signal.throwIfAborted();
    const { host } = new URL(address);
    if (limit.aborted) throw refusedFor('timeout', 'host-time', { host, seconds: GIT_TOTAL_MS / 1000 });
    if (error instanceof SkilldeckError) throw error;
    throw refusedFor('damaged', 'host-broke-off', { host, why: reasonOf(error) }, error);
  }
}

/** @throws SkilldeckError as `download`. */
async function answerOf(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  if (!isSafeAddress(new URL(address))) throw detailed('bad-input', 'address-plain', { address });
  let at = new URL(address);
  for (let hops = 0; ; hops += 1) {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), GIT_ANSWER_MS);
    let response: Response;
    try {
      const own = at.origin === new URL(address).origin ? headers : {};
      response = await fetch(at, { headers: own, redirect: 'manual', signal: AbortSignal.any([signal, late.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      if (late.signal.aborted)
        throw refusedFor('timeout', 'host-silent', { host: at.host, seconds: GIT_ANSWER_MS / 1000 });
      throw refusedFor('unreachable', 'host-unreachable', { host: at.host, why: reasonOf(error) }, error);
    } finally {
      clearTimeout(timer);
    }
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) {
      if (response.ok) return response;
      await response.body?.cancel();
      throw refusedFor(
        response.status === 401 || response.status === 403
          ? 'sign-in'
          : response.status < 500
            ? 'missing'
            : 'unreachable',
        'host-no-file',
        { host: at.host, status: response.status },
      );
    }
    await response.body?.cancel();
    const next = new URL(location, at);
    if (hops === MAX_REDIRECTS || !isSafeAddress(next))
      throw refused('host-redirect', { host: at.host, origin: next.origin });
    at = next;
  }
}

/** `fetch` hides the system's word in `cause`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}

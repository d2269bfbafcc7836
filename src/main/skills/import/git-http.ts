/** The way to a Git host for `isomorphic-git`: bounded in time and bytes, ended by a signal, and never to another scheme. */
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { outgoing } from '../../lib/network.ts';
import { GIT_ANSWER_MS, inMib, MAX_ARCHIVE_BYTES, MAX_REDIRECTS, refused, refusedFor, unreachable } from './names.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Allows plain HTTP only on this machine: from elsewhere, anyone on the way could change the code. */
export const isSafeAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));

/** The answer's head, bounded in time. @throws `import-refused` with `timeout` or `unreachable`; the signal's reason on abort. */
async function answerOf(at: URL, init: RequestInit, signal: AbortSignal, answerMs: number): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  try {
    return await outgoing(at, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, late.signal]) });
  } catch (error) {
    signal.throwIfAborted();
    if (late.signal.aborted) throw refusedFor('timeout', 'host-silent', { host: at.host, seconds: answerMs / 1000 });
    throw unreachable(at.host, error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The answer where an address leads in the end, and that place.
 * @param initAt of the request to each place on the way.
 * @throws `import-refused`, also for a redirect to a place that is not safe; the signal's reason on abort.
 */
export async function followed(
  address: string,
  initAt: (at: URL) => RequestInit,
  signal: AbortSignal,
  answerMs: number = GIT_ANSWER_MS,
): Promise<{ readonly response: Response; readonly at: URL }> {
  let at = new URL(address);
  for (let hops = 0; ; hops += 1) {
    const response = await answerOf(at, initAt(at), signal, answerMs);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) return { response, at };
    await response.body?.cancel();
    const next = new URL(location, at);
    if (hops === MAX_REDIRECTS || !isSafeAddress(next))
      throw refused('host-redirect', { host: at.host, origin: next.origin });
    at = next;
  }
}

/** @param signal its abort ends any transfer with the signal's reason. */
export function createGitHttp(signal: AbortSignal): HttpClient {
  let received = 0;
  /** Redirect of a moved repository: the host sends it once, and later requests must follow. */
  let moved: { readonly from: string; readonly to: string } | undefined;

  async function* metered(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
    if (body === null) return;
    for await (const chunk of body) {
      received += chunk.length;
      if (received > MAX_ARCHIVE_BYTES) throw refused('git-size', { size: inMib(MAX_ARCHIVE_BYTES) });
      yield chunk;
    }
  }

  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const posted = body === undefined ? {} : { body: await collected(body) };
      const known = moved !== undefined && url.startsWith(moved.from) ? moved.to + url.slice(moved.from.length) : url;
      const { response, at } = await followed(known, () => ({ method, headers, ...posted }), signal);
      if (at.href !== known) moved = movedBy(url, at.href) ?? moved;
      return {
        url: at.href,
        method,
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: metered(response.body),
      };
    },
  };
}

/** The parts of both addresses before what they have in common at the end. */
function movedBy(from: string, to: string): { from: string; to: string } | undefined {
  const tail = /\/(?:info\/refs\?.*|git-upload-pack)$/.exec(from)?.[0];
  if (tail === undefined || !to.endsWith(tail)) return undefined;
  return { from: from.slice(0, -tail.length), to: to.slice(0, -tail.length) };
}

/** Requests are small: they only name the wanted commit. */
async function collected(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

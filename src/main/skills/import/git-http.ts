/** The way to a Git host for `isomorphic-git`: bounded in time and bytes, ended by a signal, and never to another scheme. */
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { outgoing } from '../../lib/network.ts';
import { GIT_ANSWER_MS, inMib, MAX_ARCHIVE_BYTES, MAX_REDIRECTS, refused, refusedFor, unreachable } from './names.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Allows plain HTTP only on this machine: from elsewhere, anyone on the way could change the code. */
export const isSafeAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));

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

  async function answer(url: string, init: RequestInit): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), GIT_ANSWER_MS);
    try {
      return await outgoing(url, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, late.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      const host = new URL(url).host;
      if (late.signal.aborted) throw refusedFor('timeout', 'host-silent', { host, seconds: GIT_ANSWER_MS / 1000 });
      throw unreachable(host, error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const posted = body === undefined ? undefined : await collected(body);
      let at = moved !== undefined && url.startsWith(moved.from) ? moved.to + url.slice(moved.from.length) : url;
      for (let hops = 0; ; hops += 1) {
        const response = await answer(at, { method, headers, ...(posted === undefined ? {} : { body: posted }) });
        const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
        if (location === null) {
          return {
            url: at,
            method,
            statusCode: response.status,
            statusMessage: response.statusText,
            headers: Object.fromEntries(response.headers),
            body: metered(response.body),
          };
        }
        await response.body?.cancel();
        const next = new URL(location, at);
        if (hops === MAX_REDIRECTS || !isSafeAddress(next))
          throw refused('host-redirect', { host: new URL(at).host, origin: next.origin });
        moved = movedBy(url, next.href) ?? moved;
        at = next.href;
      }
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

/** Which requests come from this machine's own page. */
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * A name that can only mean this machine, so that a foreign name pointed at 127.0.0.1 (DNS rebinding) is refused.
 * Any port passes: through a tunnel it is the tunnel's.
 */
export function isOwnHost(host: string | undefined): host is string {
  return host !== undefined && LOOPBACK.test(host);
}

/** Of a WebSocket: browsers always send `Origin`, and only our own page's is `Host`'s own. */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  return isOwnHost(headers.host) && headers.origin?.toLowerCase() === `http://${headers.host.toLowerCase()}`;
}

/** Recognises requests from this machine's own page. */
import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i;
/** Port that an address of http leaves out. */
const HTTP_PORT = '80';

/**
 * A name that can only mean this machine, with the very port that was asked, so that a foreign name pointed at 127.0.0.1
 * (DNS rebinding) and the page of another local server are refused.
 */
export function isOwnHost({ headers: { host }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const found = LOOPBACK.exec(host ?? '');
  return found !== null && Number(found[1] ?? HTTP_PORT) === socket.localPort;
}

/** Headers that a request has once: of two, one reader may take the first and another the last. */
const ONCE = new Set(
  'host origin cookie authorization content-length content-type transfer-encoding upgrade referer sec-fetch-site sec-fetch-mode sec-websocket-key sec-websocket-version'.split(
    ' ',
  ),
);

export const isAmbiguous = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.some((name, index) => ONCE.has(name) && names.indexOf(name) !== index);
};

/** Checks a WebSocket: browsers always send `Origin`, and only our own page's equals `Host`. */
export function isOwnOrigin(req: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const { host = '', origin } = req.headers;
  return isOwnHost(req) && origin?.toLowerCase() === `http://${host.toLowerCase()}`;
}

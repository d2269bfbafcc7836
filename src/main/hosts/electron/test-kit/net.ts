/** Electron's `net` over Node's: its errors are Chromium's, and a redirect is only told. */
import { EventEmitter } from 'node:events';
import http from 'node:http';

/** Chromium's words for Node's errors. */
const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONTENT_LENGTH_MISMATCH',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
};

interface NetRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: string;
  readonly path: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly session: unknown;
}

class ClientRequest extends EventEmitter {
  readonly #request: http.ClientRequest;
  constructor({ protocol, hostname, port, path, headers, session }: NetRequest) {
    super();
    if (protocol !== 'http:') throw new TypeError(`net.request of the stand-in speaks http:, not ${protocol}`);
    if (session === undefined) throw new TypeError('net.request without a session uses the page’s');
    this.#request = http.request({ hostname, port, path, headers, agent: false });
    this.#request.on('response', (response) => {
      const { location } = response.headers;
      if (location !== undefined) this.emit('redirect', response.statusCode, 'GET', location, response.headers);
      else this.emit('response', response);
    });
    this.#request.on('error', (error: NodeJS.ErrnoException) =>
      this.emit('error', new Error(ERRORS[error.code ?? ''] ?? error.message)),
    );
  }
  end() {
    this.#request.end();
  }
  abort() {
    this.#request.destroy();
  }
}

export const netRequest = (asked: NetRequest): ClientRequest => new ClientRequest(asked);

/** Servers of tests, on 127.0.0.1. Also for programs that tests start: without the test runner. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Listening {
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  /** Closes all its connections too; may be called twice. */
  close(): Promise<void>;
}

/** @param port default: a free one. */
export async function listen(listener: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${own}`, port: own, close };
}

/** Free a moment ago: nothing listens there. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(() => {});
  await close();
  return port;
}

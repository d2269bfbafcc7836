import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Served, serve } from '../main/hosts/http/serve.ts';
import { type FakeApp, fakeApp, INFO, session } from '../main/hosts/http/test-kit/fake-app.ts';
import { silentLog } from '../main/lib/crash-records.ts';
import { type Connection, connect } from './client.ts';

let app: FakeApp;
let served: Served;
let port: number;

beforeEach(async () => {
  app = fakeApp();
  served = await serve({ app, pageDir: app.pageDir, log: silentLog });
  port = Number(new URL(served.url).port);
});
afterEach(async () => {
  await served.close();
  app.dispose();
});

async function cookieOf(url: string): Promise<string> {
  const visit = await fetch(url, { redirect: 'manual' });
  return visit.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A browser's window as far as the connection sees one, holding the cookie as a browser would. */
async function openPage() {
  const headers = { cookie: await cookieOf(served.url), origin: `http://127.0.0.1:${port}` };
  const reload = vi.fn();
  const listeners = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  class PageSocket extends WebSocket {
    constructor(url: string) {
      // Node's WebSocket takes headers that a browser adds itself.
      super(url, { headers } as never);
    }
  }
  const page = {
    location: { protocol: 'http:', host: `127.0.0.1:${port}`, reload },
    navigator: { userAgent: 'test' },
    document,
    WebSocket: PageSocket,
    fetch: (path: string, init: RequestInit) => fetch(new URL(path, served.url), { ...init, headers }),
    addEventListener: listeners.addEventListener.bind(listeners),
  };
  const connection = connect(page as never);
  const statuses = [connection.status()];
  connection.onStatus((status) => statuses.push(status));
  return { connection, statuses, reload, wake: () => document.dispatchEvent(new Event('visibilitychange')), headers };
}

const becomes = (connection: Connection, wanted: string) =>
  new Promise<void>((resolve) => {
    if (connection.status() === wanted) return resolve();
    const off = connection.onStatus((status) => {
      if (status !== wanted) return;
      off();
      resolve();
    });
  });

it('queues calls before the connection, and keeps failure codes', async () => {
  const { connection, statuses } = await openPage();
  expect(await connection.client.app.info({})).toEqual(INFO);
  expect(statuses).toEqual(['connecting', 'open']);
  await expect(connection.client.chat.send({ sessionId: 'x', text: 'hi' })).rejects.toMatchObject({
    code: 'session-not-found',
    message: 'There is no session x.',
    defined: true,
  });
});

it('reconnects after a restart: pending calls are rejected, streams end and restart', async () => {
  const { connection, statuses } = await openPage();
  const stream = await connection.client.sessions.watch({});
  expect((await stream.next()).value).toEqual([]);
  app.publish([session('a')]);
  expect((await stream.next()).value).toEqual([session('a')]);

  const stopping = connection.client.chat.stop({ sessionId: 'a' }).catch((error: unknown) => error);
  const waiting = stream.next().catch((error: unknown) => error);
  await app.stopArrived;
  await served.close();
  expect(await stopping).toMatchObject({
    name: 'DisconnectedError',
    message: expect.stringContaining('not connected'),
  });
  expect(await waiting).toBeInstanceOf(Error);
  await expect(connection.client.app.info({})).rejects.toMatchObject({ name: 'DisconnectedError' });

  served = await serve({ app, pageDir: app.pageDir, log: silentLog, port });
  await becomes(connection, 'open');
  expect(statuses).toEqual(['connecting', 'open', 'lost', 'open']);
  const again = await connection.client.sessions.watch({});
  expect((await again.next()).value).toEqual([]);
  expect(app.watching()).toBe(1);
});

it('ends a stream at the server when it is no longer read', async () => {
  const { connection } = await openPage();
  const stop = new AbortController();
  const stream = await connection.client.sessions.watch({}, { signal: stop.signal });
  await stream.next();
  expect(app.watching()).toBe(1);
  stop.abort();
  await expect.poll(() => app.watching()).toBe(0);
});

it('retries at once on wake-up, and shows the sign-in page if the server no longer recognises it', async () => {
  const { connection, reload, wake, headers } = await openPage();
  await becomes(connection, 'open');
  await served.close();
  headers.cookie = 'skilldeck_00000000=gone';
  served = await serve({ app, pageDir: app.pageDir, log: silentLog, port });
  wake();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(connection.status()).toBe('lost');
});

it('loads the page again when the core that comes back is of another version', async () => {
  const { connection, reload, statuses } = await openPage();
  await connection.client.app.info({});
  await served.close();
  await becomes(connection, 'lost');
  const pending = connection.client.app.info({}).catch((error: unknown) => error);
  app.update('1.3.0');
  served = await serve({ app, pageDir: app.pageDir, log: silentLog, port });
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(await pending).toMatchObject({ name: 'DisconnectedError' });
  expect(statuses).toEqual(['connecting', 'open', 'lost']);
});

it('requests a port under Electron and communicates over it', async () => {
  const { RPCHandler } = await import('@orpc/server/message-port');
  const page = new EventTarget() as EventTarget & Record<string, unknown>;
  Object.assign(page, {
    location: { protocol: 'app:', origin: 'app://skilldeck' },
    // The page's own request comes back to it too; only an answer with a port counts.
    postMessage: (data: unknown) => {
      const tell = (message: unknown, ports: MessagePort[]) =>
        page.dispatchEvent(Object.assign(new Event('message'), { data: message, ports, source: page }));
      tell(data, []);
      const { port1, port2 } = new MessageChannel();
      void app.router().then((router) => {
        new RPCHandler(router).upgrade(port1, { context: {} });
        port1.start();
        tell('skilldeck:port', [port2]);
      });
    },
  });
  const connection = connect(page as never);
  expect(await connection.client.app.info({})).toEqual(INFO);
  expect(connection.status()).toBe('open');
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { runServer } from './run-server.ts';
import { type FakeApp, fakeApp } from './test-kit/fake-app.ts';

let app: FakeApp;

beforeEach(() => {
  app = fakeApp();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  app.dispose();
});

/** Runs until `use` is done; answers how often the core was asked for. */
async function served(use: (url: URL, router: ReturnType<typeof vi.fn>) => Promise<unknown>): Promise<number> {
  const router = vi.fn(app.router);
  const ready = Promise.withResolvers<URL>();
  const status = runServer({
    createApp: async () => ({ ...app, router, close: async () => {} }),
    app: {},
    pageDir: app.pageDir,
    onReady: (url) => ready.resolve(new URL(url)),
  });
  await use(await ready.promise, router);
  process.emit('SIGTERM');
  expect(await status).toBe(0);
  return router.mock.calls.length;
}

it('gives a page its files before it builds the core, which the page then asks for', async () => {
  const asked = await served(async (url, router) => {
    const visit = await fetch(url, { redirect: 'manual' });
    const cookie = visit.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(url.origin, { headers: { cookie } })).status).toBe(200);
    expect(router).not.toHaveBeenCalled();
    const socket = new WebSocket(`ws://${url.host}/ws`, { headers: { cookie, origin: url.origin } });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  });
  expect(asked).toBeGreaterThan(0);
});

it('builds the core without a page too', async () => {
  const asked = await served(async (_, router) => {
    expect(router).not.toHaveBeenCalled();
    await vi.advanceTimersToNextTimerAsync();
    expect(router).toHaveBeenCalled();
  });
  expect(asked).toBe(1);
});

it('builds no core for a program that is stopped at once', async () => {
  expect(await served(async () => {})).toBe(0);
});

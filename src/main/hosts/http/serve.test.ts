import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { type AnyRouter, implement } from '@orpc/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Contract, contract } from '../../../shared/contract.ts';
import { silentLog } from '../../lib/crash-records.ts';
import { type Served, serve } from './serve.ts';
import { createSignIn } from './sign-in.ts';
import { HEARTBEAT_MS, socketServer } from './socket-server.ts';
import { type FakeApp, fakeApp, INFO } from './test-kit/fake-app.ts';

let app: FakeApp;
let served: Served | undefined;

beforeEach(() => {
  app = fakeApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await served?.close();
  served = undefined;
  app.dispose();
});

const start = async (port?: number) => {
  served = await serve({ app, pageDir: app.pageDir, log: silentLog, port });
  return new URL(served.url);
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends the path unchanged: `fetch` would normalise it and refuse to set `Host`. */
function get(
  url: URL,
  target: string,
  headers: Record<string, string> | readonly string[] = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, path: target, method, headers, agent: false }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text) => (body += text));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

/** Visits the printed address and answers the `Cookie` header of later visits. */
async function signIn(url: URL): Promise<string> {
  const visit = await get(url, url.pathname + url.search);
  return visit.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

function connect(url: URL, headers: Record<string, string | string[]>, target = '/ws'): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://${url.host}${target}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

const clientOn = (websocket: WebSocket): ContractRouterClient<Contract> =>
  createORPCClient(new RPCLink({ websocket: websocket as unknown as globalThis.WebSocket }));

const ended = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));

it('exchanges the printed token for an HttpOnly cookie, and serves the page with a strict policy', async () => {
  const url = await start();
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);

  const visit = await get(url, url.pathname + url.search);
  expect([visit.status, visit.headers.location]).toEqual([303, '/']);
  expect(visit.headers['set-cookie']?.[0]).toMatch(/^skilldeck_\w{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);

  const cookie = await signIn(url);
  const page = await get(url, '/', { cookie });
  expect([page.status, page.body]).toEqual([200, '<!doctype html><p>page</p>']);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
  const policy = page.headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain(`connect-src 'self' ws://${url.host};`);

  const script = await get(url, '/assets/index-a1B2c3D4.js', { cookie });
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  expect(await get(url, '/', { cookie }, 'HEAD')).toMatchObject({ status: 200, body: '' });
});

it('sends what the build compressed, compresses for other browsers, and sends nothing twice', async () => {
  const url = await start();
  const cookie = await signIn(url);
  const script = `export const words = '${'many words, '.repeat(400)}';`;
  const file = path.join(app.pageDir, 'assets', 'words-a1B2c3D4.js');
  writeFileSync(file, script);
  writeFileSync(`${file}.br`, brotliCompressSync(script));
  const bytes = async (name: string, accepted: string) => {
    const answer = await get(url, name, { cookie, 'accept-encoding': accepted }, 'HEAD');
    expect(answer.headers.vary).toBe('accept-encoding');
    return [answer.status, answer.headers['content-encoding'], Number(answer.headers['content-length'])];
  };
  const name = '/assets/words-a1B2c3D4.js';
  expect(await bytes(name, 'gzip, deflate, br, zstd')).toEqual([200, 'br', brotliCompressSync(script).length]);
  expect(await bytes(name, 'gzip;q=1.0, br;q=0')).toEqual([200, 'gzip', gzipSync(script).length]);
  expect(await bytes(name, 'identity')).toEqual([200, undefined, script.length]);
  // The browser gets exactly what was written.
  const fetched = await fetch(new URL(name, url), { headers: { cookie, 'accept-encoding': 'br' } });
  expect(await fetched.text()).toBe(script);
  // Where the compressed copy is all there is, as in the npm package, every browser still gets the file.
  rmSync(file);
  expect(await bytes(name, 'br')).toEqual([200, 'br', brotliCompressSync(script).length]);
  expect(await bytes(name, 'gzip')).toEqual([200, 'gzip', gzipSync(script).length]);
  expect(await bytes(name, 'identity')).toEqual([200, undefined, script.length]);
  // The compressed copy is no file of the page.
  expect((await get(url, `${name}.br`, { cookie })).status).toBe(404);

  const page = await get(url, '/', { cookie });
  const again = await get(url, '/', { cookie, 'if-none-match': page.headers.etag ?? '' });
  expect([again.status, again.body]).toEqual([304, '']);
  writeFileSync(path.join(app.pageDir, 'index.html'), '<!doctype html><p>newer page</p>');
  const newer = await get(url, '/', { cookie, 'if-none-match': page.headers.etag ?? '' });
  expect([newer.status, newer.body]).toEqual([200, '<!doctype html><p>newer page</p>']);
});

it('marks the page while the app is unused, compressed or not', async () => {
  const page = '<!doctype html><html lang="en"></html>';
  writeFileSync(path.join(app.pageDir, 'index.html'), page);
  writeFileSync(path.join(app.pageDir, 'index.html.br'), brotliCompressSync(page));
  let isUnused = true;
  served = await serve({ app: { ...app, isUnused: () => isUnused }, pageDir: app.pageDir, log: silentLog });
  const url = new URL(served.url);
  const headers = { cookie: await signIn(url), 'accept-encoding': 'br' };
  const shown = async () => (await fetch(url.origin, { headers })).text();
  expect(await shown()).toBe('<!doctype html><html data-unused lang="en"></html>');
  isUnused = false;
  expect(await shown()).toBe(page);
});

it('refuses requests without sign-in, under another host name, or for anything but the page', async () => {
  const url = await start();
  const cookie = await signIn(url);
  const statuses = async (...asked: Parameters<typeof get>[]) =>
    Promise.all(asked.map((args) => get(...args).then((answer) => answer.status)));

  expect(
    await statuses(
      [url, '/'],
      [url, '/assets/index-a1B2c3D4.js'],
      [url, '/', { cookie: `${cookie}x` }],
      [url, '/?token=wrong'],
      [url, '/', { cookie, host: 'evil.example' }],
      [url, '/', { cookie, host: `127.0.0.1.evil.example:${url.port}` }],
      [url, '/', { cookie }, 'POST'],
      [url, '/../secret.json', { cookie }],
      [url, '/..%2fsecret.json', { cookie }],
      [url, '/%2e%2e/secret.json', { cookie }],
      [url, '/missing.js', { cookie }],
      // The name is ours and the port another server's, or none at all.
      [url, '/', { cookie, host: 'localhost:9' }],
      [url, '/', { cookie, host: 'localhost' }],
      [url, '/', { cookie, host: `localhost:${url.port}` }],
      [url, '/', { cookie, host: `[::1]:${url.port}` }],
      // An address of the last start, with the cookie already there.
      [url, '/?token=old', { cookie }],
    ),
  ).toEqual([401, 401, 401, 403, 403, 403, 405, 404, 404, 404, 404, 403, 403, 200, 200, 303]);
});

it('reloads when another site links here, as the browser withholds the strict cookie then', async () => {
  const url = await start();
  const { status, body } = await get(url, '/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
  expect([status, body]).toEqual([401, '<!doctype html><meta http-equiv="refresh" content="0;url=/">']);
});

it('answers no request with two headers of a name of which readers may take either', async () => {
  const url = await start();
  const cookie = await signIn(url);
  const once = ['Host', url.host, 'Cookie', cookie];
  const status = async (...more: string[]) => (await get(url, '/', [...once, ...more])).status;
  expect(await status()).toBe(200);
  expect(await status('Accept', 'text/html', 'Accept', '*/*')).toBe(200);
  for (const [name, value] of [
    ['host', url.host],
    ['HOST', 'evil.example'],
    ['cookie', cookie],
  ] as const) {
    expect([name, await status(name, value)]).toEqual([name, 400]);
  }
  expect(await status('origin', url.origin, 'Origin', url.origin)).toBe(400);
  expect(await status('sec-fetch-site', 'none', 'sec-fetch-site', 'cross-site')).toBe(400);
  expect(await connect(url, { cookie, origin: [url.origin, 'http://evil.example'] })).toBe(400);
});

it('opens the socket for its own page only', async () => {
  const url = await start();
  const cookie = await signIn(url);
  const origin = url.origin;
  expect(await connect(url, { origin })).toBe(401);
  expect(await connect(url, { cookie })).toBe(403);
  expect(await connect(url, { cookie, origin: 'http://evil.example' })).toBe(403);
  expect(await connect(url, { cookie, origin: 'http://127.0.0.1:1' })).toBe(403);
  expect(await connect(url, { cookie, origin: 'null' })).toBe(403);
  expect(await connect(url, { cookie, origin: 'http://evil.example', host: 'evil.example' })).toBe(403);
  expect(await connect(url, { cookie, origin }, '/other')).toBe(404);

  const socket = await connect(url, { cookie, origin });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const client = clientOn(socket);
  expect(await client.app.info({})).toEqual(INFO);
  await expect(client.chat.send({ sessionId: 'x', text: 'hi' })).rejects.toMatchObject({
    code: 'session-not-found',
    message: 'There is no session x.',
  });
  await expect(client.chat.send({ sessionId: 'x', text: 7 as never })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

it('logs a bug in full, and tells the page only that there was one', async () => {
  const error = vi.fn();
  served = await serve({ app, pageDir: app.pageDir, log: { ...silentLog, error } });
  const url = new URL(served.url);
  const socket = await connect(url, { cookie: await signIn(url), origin: url.origin });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const failure = await clientOn(socket).chat.retry({ sessionId: 'x' }).catch(String);
  expect(failure).not.toContain('secret');
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'bug in /chat/retry',
    expect.objectContaining({ message: 'a bug with a secret in it' }),
  );
});

it('disconnects the pages and ends their streams when it closes', async () => {
  const url = await start();
  const socket = await connect(url, { cookie: await signIn(url), origin: url.origin });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const stream = await clientOn(socket).sessions.watch({});
  expect(await stream.next()).toEqual({ done: false, value: [] });
  expect(app.watching()).toBe(1);
  const code = ended(socket);
  await served?.close();
  expect(await code).toBe(1001);
  await expect.poll(() => app.watching()).toBe(0);
});

it.each([
  ['hello', 'it is not JSON'],
  ['null', 'it is JSON of another shape'],
  ['{"i":"1","p":{"u":"no address"}}', 'it is JSON of another shape'],
  [
    '{"i":"1","p":{"u":"/app/info","h":{"content-type":"multipart/form-data; boundary=x"},"b":"x"}}',
    'it is JSON of another shape',
  ],
  [Buffer.from('{"i":"1","p":{"u":"/app/info"}}'), 'it is binary'],
])('closes a connection that sends %s instead of a call, and only that one, with one log line', async (sent, why) => {
  const lines: string[] = [];
  const printed = vi.spyOn(console, 'error');
  served = await serve({ app, pageDir: app.pageDir, log: { ...silentLog, warn: (line) => lines.push(line) } });
  const url = new URL(served.url);
  const headers = { cookie: await signIn(url), origin: url.origin };
  const open = async () => {
    const socket = await connect(url, headers);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    return socket;
  };
  const [other, stranger] = [await open(), await open()];
  stranger.send(sent);
  stranger.send(sent);
  expect(await ended(stranger)).toBe(1007);
  expect(lines).toEqual([`web socket: a message that is no call (${why}); its connection was closed`]);
  expect(printed).not.toHaveBeenCalled();
  expect(await clientOn(other).app.info({})).toEqual(INFO);
});

it('serves the page while the core is built, and connects it then', async () => {
  const built = Promise.withResolvers<AnyRouter>();
  served = await serve({ app: { ...app, router: () => built.promise }, pageDir: app.pageDir, log: silentLog });
  const url = new URL(served.url);
  const headers = { cookie: await signIn(url), origin: url.origin };
  const connecting = connect(url, headers);
  expect((await get(url, '/', headers)).status).toBe(200);
  built.resolve(await app.router());
  const socket = await connecting;
  if (typeof socket === 'number') throw new Error('refused');
  expect(await clientOn(socket).app.info({})).toEqual(INFO);
});

it('lets a page go whose core could not be built', async () => {
  const router = () => Promise.reject(new Error('a bug'));
  served = await serve({ app: { ...app, router }, pageDir: app.pageDir, log: silentLog });
  const url = new URL(served.url);
  const cookie = await signIn(url);
  await expect(connect(url, { cookie, origin: url.origin })).rejects.toThrow('socket hang up');
});

it('closes a connection that sends too much, and only that one', async () => {
  const url = await start();
  const headers = { cookie: await signIn(url), origin: url.origin };
  const [large, other] = await Promise.all([connect(url, headers), connect(url, headers)]);
  if (typeof large === 'number' || typeof other === 'number') throw new Error('refused');
  large.on('error', () => {});
  const code = ended(large);
  large.send(Buffer.alloc(9 * 1024 * 1024));
  expect(await code).toBe(1009);
  expect(await clientOn(other).app.info({})).toEqual(INFO);
});

it('closes a page that misses its heartbeat, and keeps one that answers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const login = createSignIn(app.home);
  const sockets = socketServer(app.router, login, silentLog);
  const server = createServer().on('upgrade', (req, socket, head) => sockets.upgrade(req, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { cookie: login.setCookie.split(';')[0] ?? '', origin: `http://${host}` };
  const silent = new WebSocket(`ws://${host}/ws`, { headers, autoPong: false });
  const awake = new WebSocket(`ws://${host}/ws`, { headers });
  const code = ended(silent);
  await Promise.all([once(silent, 'open'), once(awake, 'open')]);
  for (let beat = 0; beat < 4; beat += 1) {
    const pinged = once(awake, 'ping');
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await pinged;
    // Frames arrive in order: the server answers this after it has read the answer to its own ping.
    awake.ping();
    await once(awake, 'pong');
  }
  expect(await code).toBe(1006);
  expect(awake.readyState).toBe(WebSocket.OPEN);
  await sockets.close();
  server.close();
});

it('is reachable after a restart: same port, same cookie, new token', async () => {
  const first = await start();
  const cookie = await signIn(first);
  await served?.close();
  const second = await start();
  expect(second.port).toBe(first.port);
  expect(second.search).not.toBe(first.search);
  expect((await get(second, '/', { cookie })).status).toBe(200);
  expect((await get(second, first.pathname + first.search)).status).toBe(403);
  const file = path.join(app.home, 'browser-host.json');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(second.searchParams.get('token'));
});

it('uses another port if the remembered one is taken, and fails if the requested one is', async () => {
  const first = await start();
  await served?.close();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(first.port), '127.0.0.1', resolve));
  const second = await start();
  expect(second.port).not.toBe(first.port);
  await served?.close();
  served = undefined;
  await expect(start(Number(first.port))).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringContaining(`Port ${first.port} is in use by another program`),
  });
  await expect(start(70_000)).rejects.toMatchObject({ code: 'bad-input' });
  await new Promise((resolve) => other.close(resolve));
});

it.each([
  ['is from the future', { madeAt: 2_000 }, [false, 4_711]],
  ['has a port that is none', { port: -5 }, [true, undefined]],
  ['is whole', {}, [true, 4_711]],
])('a stored sign-in that %s', (_what, fields, [same, port]) => {
  const secret = 's'.repeat(43);
  const file = path.join(app.home, 'browser-host.json');
  mkdirSync(app.home, { recursive: true });
  writeFileSync(file, JSON.stringify({ secret, madeAt: 1_000, port: 4_711, ...fields }));
  const login = createSignIn(app.home, () => 1_500);
  expect([login.setCookie.includes(secret), login.port]).toEqual([same, port]);
});

it('says what to do about a folder in place of the stored sign-in', () => {
  mkdirSync(path.join(app.home, 'browser-host.json'), { recursive: true });
  expect(() => createSignIn(app.home)).toThrow(
    /^The stored sign-in can't be read .*browser-host\.json away, then start again\.$/,
  );
});

it('renews the cookie after a month, and accepts an opener token once and only for a short time', () => {
  let now = 0;
  const cookieOf = () => createSignIn(app.home, () => now).setCookie;
  const first = cookieOf();
  now += 29 * 24 * 3_600_000;
  expect(cookieOf()).toBe(first);
  now += 2 * 24 * 3_600_000;
  expect(cookieOf()).not.toBe(first);

  const login = createSignIn(app.home, () => now);
  const [opener, late] = [login.openerToken(), login.openerToken()];
  expect([login.redeem(opener), login.redeem(opener)]).toEqual([true, false]);
  now += 61_000;
  expect([login.redeem(late), login.redeem(login.token), login.redeem(login.token)]).toEqual([false, true, true]);
});

it('takes no more of a stream than a page has read, and answers other pages meanwhile', async () => {
  const MOST = 60;
  let taken = 0;
  const { sessions } = implement(contract);
  const stream = sessions.stream.handler(async function* () {
    for (; taken < MOST; taken += 1) yield { kind: 'events' as const, events: [{ text: 'x'.repeat(1_000_000) }] };
  });
  const router = { ...((await app.router()) as object), sessions: { stream } } as AnyRouter;
  served = await serve({ app: { ...app, router: async () => router }, pageDir: app.pageDir, log: silentLog });
  const url = new URL(served.url);
  const headers = { cookie: await signIn(url), origin: url.origin };
  const [slow, other] = [await connect(url, headers), await connect(url, headers)] as [WebSocket, WebSocket];
  const reading = await clientOn(slow).sessions.stream({ sessionId: 's', afterSeq: 0 });
  expect((await reading.next()).done).toBe(false);
  slow.pause();
  const client = clientOn(other);
  for (let calls = 0; calls < 100; calls += 1) await client.app.info({});
  // The system's own buffers take some.
  expect(taken).toBeLessThan(MOST / 2);
  slow.resume();
  let read = 1;
  for await (const _item of reading) read += 1;
  expect(read).toBe(MOST);
  slow.terminate();
  other.terminate();
});

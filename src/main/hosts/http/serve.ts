/** The browser host: the same core and the same page as the desktop app, over loopback HTTP and WebSocket. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { detailed } from '../../../shared/messages/failure.ts';
import { contentSecurityPolicy, PAGE_HEADERS } from '../../../shared/window/content-security-policy.ts';
import type { AppHandle } from '../../api.ts';
import { type PageFile, readPageFile } from '../../lib/app-files.ts';
import type { Log } from '../../lib/crash-records.ts';
import { http } from '../../lib/node-http.ts';
import { findProgram, openBrowser } from '../../lib/processes.ts';
import { createSignIn, isAmbiguous, isOwnHost, type SignIn } from './sign-in.ts';
import { socketServer } from './socket-server.ts';

const LOOPBACK = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/** Taken, or not ours to take. */
const OCCUPIED: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES']);

function tryPort(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Listens on loopback alone: on the requested port, else on the remembered one if it is free, else on any.
 * @throws SkilldeckError `bad-input` if the requested port is not available.
 */
async function listen(server: Server, asked: number | undefined, remembered: number | undefined): Promise<number> {
  const first = asked ?? remembered ?? 0;
  if (!Number.isInteger(first) || first < 0 || first > HIGHEST_PORT)
    throw detailed('bad-input', 'port-form', { port: first, most: HIGHEST_PORT });
  try {
    return await tryPort(server, first);
  } catch (error) {
    if (!OCCUPIED.has(codeOf(error))) throw error;
    if (asked === undefined) return tryPort(server, 0);
    throw detailed('bad-input', codeOf(error) === 'EACCES' ? 'port-closed' : 'port-taken', { port: asked });
  }
}

/** Shows a file for the browser host, whose page cannot. False without a display or such a program. */
export async function showInFolder(absolute: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const { platform } = process;
  const [command, ...args] =
    platform === 'darwin'
      ? ['open', '-R', absolute]
      : platform === 'win32'
        ? ['explorer', `/select,${absolute}`]
        : ['xdg-open', path.dirname(absolute)];
  const hasDisplay = ['darwin', 'win32'].includes(platform) || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  const program = hasDisplay && command !== undefined ? findProgram([command], env) : undefined;
  if (program === undefined) return false;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

/** The page over HTTP: its files for signed-in visitors, the words for all others. */
const NO_STORE = 'no-store';
/** Seconds in a year. */
const FOR_EVER = 'private, max-age=31536000, immutable';
/** The page itself, and files without a hash in their names: asked for again each time, sent only if they changed. */
const ASK_AGAIN = 'private, no-cache';
/** Bytes; a smaller file needs one packet either way. */
const WORTH_COMPRESSING = 1024;
const COMPRESSIBLE = /^text\/|json|svg/;
const gzipped = promisify(gzip);

/** @param isUnused a page for newcomers begins with the first steps, before it has asked for anything */
function pageServer(
  pageDir: string,
  signIn: SignIn,
  isUnused: () => boolean,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async (req, res) => {
    const { host = '' } = req.headers;
    if (isAmbiguous(req)) return plain(res, 400, 'A header that may be there once is there twice.');
    if (!isOwnHost(req)) return plain(res, 403, 'This address is not served here.');
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD');
      return plain(res, 405, 'Only GET and HEAD are answered here.');
    }
    const [pathname = '/', query = ''] = (req.url ?? '/').split('?', 2);
    const signedIn = signIn.accepts(req.headers.cookie);
    const token = pathname === '/' ? new URLSearchParams(query).get('token') : null;
    if (token !== null) {
      const redeemed = signIn.redeem(token);
      if (!redeemed && !signedIn) return notice(req, res, 403);
      return redirect(res, redeemed ? signIn.setCookie : undefined);
    }
    if (!signedIn) return notice(req, res, 401);
    const isForNewcomers = pathname === '/' && isUnused();
    const file = await readPageFile(pageDir, pathname, accepts(req, 'br') && !isForNewcomers);
    if (file === undefined) return plain(res, 404, 'There is nothing at this address.');
    await send(req, res, isForNewcomers ? forNewcomers(file) : file, host);
  };
}

/** `first-run.tsx` looks for the mark. */
const forNewcomers = ({ body, ...page }: PageFile): PageFile => ({
  ...page,
  body: Buffer.from(body.toString().replace('<html', '<html data-unused')),
});

/** True if the browser takes this encoding: `gzip, br;q=0.5`, but not `br;q=0`. */
function accepts(req: IncomingMessage, encoding: 'br' | 'gzip'): boolean {
  const offered = String(req.headers['accept-encoding'] ?? '').split(',');
  const found = offered.map((one) => one.trim().split(/\s*;\s*q=/)).find(([name]) => name === encoding);
  return found !== undefined && Number(found[1] ?? 1) > 0;
}

/** Compressed by the build, or here for a browser that does not take that. */
async function encoded(req: IncomingMessage, { body, encoding, mime }: PageFile) {
  if (encoding !== undefined || body.length < WORTH_COMPRESSING || !COMPRESSIBLE.test(mime) || !accepts(req, 'gzip'))
    return { body, encoding };
  return { body: await gzipped(body), encoding: 'gzip' };
}

async function send(req: IncomingMessage, res: ServerResponse, file: PageFile, host: string): Promise<void> {
  const etag = `W/"${createHash('sha256').update(file.body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ...PAGE_HEADERS,
    'cache-control': file.immutable ? FOR_EVER : ASK_AGAIN,
    vary: 'accept-encoding',
    ...(file.immutable ? {} : { etag }),
    // Not in every browser does 'self' include a WebSocket.
    'content-security-policy': contentSecurityPolicy([`ws://${host}`]),
  };
  if (!file.immutable && req.headers['if-none-match'] === etag) return void res.writeHead(304, headers).end();
  const { body, encoding } = await encoded(req, file);
  res.writeHead(200, {
    ...headers,
    'content-type': file.mime,
    'content-length': body.length,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

function redirect(res: ServerResponse, cookie: string | undefined): void {
  if (cookie !== undefined) res.setHeader('set-cookie', cookie);
  res.writeHead(303, { ...PAGE_HEADERS, location: '/', 'cache-control': NO_STORE });
  res.end();
}

function plain(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    ...PAGE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': NO_STORE,
    'content-security-policy': "default-src 'none'",
  });
  res.end(`${text}\n`);
}

const SIGN_IN_NOTICE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Skilldeck</title><body><main><h1>Open the address that Skilldeck printed</h1>
<p>This browser is not signed in. The terminal that runs Skilldeck shows an address with a token: open that one.
After a restart it is a new one.</p>
<p lang="zh">此浏览器尚未登录。请打开运行 Skilldeck 的终端里显示的、带有 token 的地址；重启之后地址会更新。</p></main></body></html>`;

/**
 * Page for a visit without a valid cookie. A link on another site sends none, because the cookie is SameSite=Strict:
 * such a visit reloads by itself, this time from here.
 */
function notice(req: IncomingMessage, res: ServerResponse, status: 401 | 403): void {
  const fromElsewhere = req.headers['sec-fetch-site'] === 'cross-site' && req.headers['sec-fetch-mode'] === 'navigate';
  const again = fromElsewhere && status === 401;
  res.writeHead(status, {
    ...PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': NO_STORE,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  if (req.method === 'HEAD') res.end();
  else res.end(again ? '<!doctype html><meta http-equiv="refresh" content="0;url=/">' : SIGN_IN_NOTICE);
}

export interface ServeOptions {
  readonly app: Pick<AppHandle, 'home' | 'isUnused' | 'router'>;
  readonly pageDir: string;
  readonly log: Log;
  /** Default: the port of the last start, if it is free, else any. */
  readonly port?: number | undefined;
  /** Opens the system's browser, where there is one. */
  readonly open?: boolean | undefined;
}

export interface Served {
  /** Includes the token; visiting it signs a browser in. */
  readonly url: string;
  /** Closes the pages and frees the port. Does not close the app: its creator does. */
  close(): Promise<void>;
}

/** @throws SkilldeckError `bad-input` for a port that cannot be had, `not-supported` where the page is not built. */
export async function serve({ app, pageDir, log, port, open }: ServeOptions): Promise<Served> {
  if (!existsSync(path.join(pageDir, 'index.html')))
    throw detailed('not-supported', 'page-missing', { folder: pageDir });
  const signIn = createSignIn(app.home);
  const page = pageServer(pageDir, signIn, app.isUnused);
  const sockets = socketServer(app.router, signIn, log);
  const server = http.createServer((req, res) => {
    page(req, res).catch((error: unknown) => {
      log.error(`bug in ${req.method} ${req.url?.split('?')[0]}`, error);
      res.destroy();
    });
  });
  server.on('upgrade', (req, socket, head) => sockets.upgrade(req, socket, head));

  const bound = await listen(server, port, signIn.port);
  signIn.rememberPort(bound);
  const address = (token: string) => `http://127.0.0.1:${bound}/?token=${token}`;
  if (open) openBrowser(address(signIn.openerToken()));

  let closing: Promise<void> | undefined;
  const close = async () => {
    const freed = new Promise<void>((resolve) => server.close(() => resolve()));
    await sockets.close();
    server.closeAllConnections();
    await freed;
  };
  return {
    url: address(signIn.token),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

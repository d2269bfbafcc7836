/** The page over HTTP: its files for signed-in visitors, the words for all others. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { contentSecurityPolicy, PAGE_HEADERS } from '../../../shared/content-security-policy.ts';
import { type PageFile, readPageFile } from '../../lib/page-file.ts';
import { isAmbiguous, isOwnHost } from './guard.ts';
import type { SignIn } from './sign-in.ts';

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
export function pageServer(
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
function forNewcomers({ body, ...page }: PageFile): PageFile {
  return { ...page, body: Buffer.from(body.toString().replace('<html', '<html data-unused')) };
}

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

/** The page over HTTP: its files for signed-in visitors, the words for all others. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentSecurityPolicy, PAGE_HEADERS } from '../../../shared/content-security-policy.ts';
import { type PageFile, readPageFile } from '../../lib/page-file.ts';
import { isOwnHost } from './guard.ts';
import type { SignIn } from './sign-in.ts';

const NO_STORE = 'no-store';
/** Seconds in a year. */
const FOR_EVER = 'private, max-age=31536000, immutable';
/** Files that are neither hashed nor the page itself: asked for again each time. */
const ASK_AGAIN = 'no-cache';

export function pageServer(
  pageDir: string,
  signIn: SignIn,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async (req, res) => {
    const { host = '' } = req.headers;
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
    const file = await readPageFile(pageDir, pathname);
    if (file === undefined) return plain(res, 404, 'There is nothing at this address.');
    send(req, res, file, host);
  };
}

function send(req: IncomingMessage, res: ServerResponse, file: PageFile, host: string): void {
  const html = file.mime.startsWith('text/html');
  res.writeHead(200, {
    ...PAGE_HEADERS,
    'content-type': file.mime,
    'content-length': file.body.length,
    'cache-control': html ? NO_STORE : file.immutable ? FOR_EVER : ASK_AGAIN,
    // Not in every browser does 'self' include a WebSocket.
    'content-security-policy': contentSecurityPolicy([`ws://${host}`]),
  });
  res.end(req.method === 'HEAD' ? undefined : file.body);
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

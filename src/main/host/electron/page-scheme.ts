/** The page's own address, `app://skilldeck/`: no file: page, no server, and nothing outside the built page to read. */
import { protocol } from 'electron';
import { contentSecurityPolicy, PAGE_HEADERS } from '../../../shared/content-security-policy.ts';
import { readPageFile } from '../../lib/page-file.ts';

const SCHEME = 'app';
const HOST = 'skilldeck';

/** The page comes from the dev server under `npm run dev`; a production build has no such branch. */
const DEV_SERVER = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;

export const PAGE_URL = DEV_SERVER ?? `${SCHEME}://${HOST}/`;

export function isPageUrl(address: string): boolean {
  const url = URL.parse(address);
  const page = new URL(PAGE_URL);
  return url !== null && url.protocol === page.protocol && url.host === page.host;
}

/** Call before the app is ready: later, Electron accepts no schemes. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** @param pageDir the built page */
export function servePage(pageDir: string): void {
  protocol.handle(SCHEME, (request) => answer(pageDir, request));
}

async function answer(pageDir: string, request: Request): Promise<Response> {
  const url = URL.parse(request.url);
  if (url?.host !== HOST) return refusal(404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
  const file = await readPageFile(pageDir, url.pathname);
  if (file === undefined) return refusal(404);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(file.body), {
    headers: {
      ...PAGE_HEADERS,
      'content-type': file.mime,
      'content-security-policy': contentSecurityPolicy(),
      'cache-control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
    },
  });
}

const refusal = (status: number) =>
  new Response(null, { status, headers: { ...PAGE_HEADERS, 'content-security-policy': "default-src 'none'" } });

import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type IpcMainEvent,
  nativeTheme,
  protocol,
  type Session,
  screen,
  session,
  shell,
  type WebContents,
} from 'electron';
import { messageOf } from '../../../shared/errors.ts';
import { contentSecurityPolicy, PAGE_HEADERS } from '../../../shared/window/content-security-policy.ts';
import { readPageFile } from '../../lib/app-files.ts';
import { fittingBounds, LEAST_SIZE, readWindowState, writeWindowState } from './window-state.ts';

/** The page's own address, `app://skilldeck/`: no file: page, no server, and nothing outside the built page to read. */
const SCHEME = 'app';
const HOST = 'skilldeck';

/** The page comes from the dev server under `npm run dev`; a production build has no such branch. */
const DEV_SERVER = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;

const PAGE_URL = DEV_SERVER ?? `${SCHEME}://${HOST}/`;

function isPageUrl(address: string): boolean {
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

/** The address as it may be given to the system's browser: a web page, with no name or password in it. */
export function externalAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Opens links outside, and only web pages. */
function openOutside(address: string): void {
  const url = externalAddress(address);
  if (url !== undefined) void shell.openExternal(url);
}

// Denied by default: navigation, new windows, embedded pages, permissions and devices.

/** The permissions that are given, to the app's own page: the copy buttons, and notices of what came in the meantime. */
const GIVEN: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/**
 * The one window that the page may open: a document that it holds itself, such as an itinerary to print. A script wrote
 * it, so nothing in it runs.
 */
const DOCUMENT_WINDOW: BrowserWindowConstructorOptions = {
  webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
};

function isOwnDocument(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'blob:' && isPageUrl(url.pathname);
}

/** Guards every page there will ever be. Before the app is ready. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isOwnDocument(url)) return { action: 'allow', overrideBrowserWindowOptions: DOCUMENT_WINDOW };
    openOutside(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    // A reload is a navigation to where the page is; a window that was opened for a document is still empty.
    if (isReload(event.url) || (isEmpty(contents) && isOwnDocument(event.url))) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

const isEmpty = (contents: WebContents): boolean => ['', 'about:blank'].includes(contents.getURL());

const isReload = (address: string): boolean =>
  isPageUrl(address) && new URL(address).pathname === new URL(PAGE_URL).pathname;

export function guardPermissions(pages: Session = session.defaultSession): void {
  const allowed = (permission: string, address: string) => GIVEN.has(permission) && isPageUrl(address);
  pages.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(details.isMainFrame && allowed(permission, details.requestingUrl)),
  );
  pages.setPermissionCheckHandler(
    (_contents, permission, origin, details) => details.isMainFrame && allowed(permission, origin),
  );
  pages.setDevicePermissionHandler(() => false);
}

/** True if a message comes from the app's own page: not from a frame in it, nor from a page it navigated to. */
export function isTrustedSender(event: Pick<IpcMainEvent, 'sender' | 'senderFrame'>): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isPageUrl(frame.url);
}

/** `--color-canvas` of `src/renderer/styles.css`: shown until the page's first paint. */
const GROUND = { light: '#fdfcfa', dark: '#201e1c' };
/** Milliseconds of rest after which a move or a resize is written down. */
const REST_MS = 400;

export interface WindowOptions {
  readonly home: string;
  /** The built preload, a CommonJS file: a sandboxed preload can be nothing else. */
  readonly preload: string;
  readonly icon: string;
  readonly failed: (error: unknown) => void;
}

export const ground = () => (nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light);

/** The app's window. It shows itself when it has something to show. */
export function openMainWindow({ home, preload, icon, failed }: WindowOptions): BrowserWindow {
  const state = readWindowState(home);
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...fittingBounds(state.bounds, areas),
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    title: 'Skilldeck',
    icon,
    backgroundColor: ground(),
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Chromium would fetch its dictionaries from the network.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    // Not before: it shows the window too.
    if (state.maximized) window.maximize();
    window.show();
  });
  rememberState(window, home);
  window.loadURL(PAGE_URL).catch((error: unknown) => {
    // A reload, or closing, in the middle of the first load.
    if (window.isDestroyed() || messageOf(error).includes('ERR_ABORTED')) return;
    // It would stay unseen: it shows itself when it has something to show.
    window.show();
    failed(error);
  });
  return window;
}

function rememberState(window: BrowserWindow, home: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    const { theme } = readWindowState(home);
    writeWindowState(home, { bounds: window.getNormalBounds(), maximized: window.isMaximized(), theme });
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, REST_MS);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}

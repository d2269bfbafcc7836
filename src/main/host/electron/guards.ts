/** Denied by default: navigation, new windows, embedded pages, permissions and devices. */
import { app, type BrowserWindowConstructorOptions, type Session, session, type WebContents } from 'electron';
import { openOutside } from './external-links.ts';
import { isPageUrl, PAGE_URL } from './page-scheme.ts';

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

function isReload(address: string): boolean {
  return isPageUrl(address) && new URL(address).pathname === new URL(PAGE_URL).pathname;
}

/** Once the app is ready. */
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

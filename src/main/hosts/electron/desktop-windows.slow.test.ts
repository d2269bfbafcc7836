/** Windows, pages and the preload of the built desktop app: what they may do, over the Electron stand-in. */
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import {
  argsOf,
  ask,
  contentsOf,
  end,
  eventually,
  fetchPage,
  home,
  names,
  running,
  start,
  windowOf,
} from './test-kit/desktop-app.ts';
import { BUILT, loadDesktop } from './test-kit/load-desktop.ts';

describe('the window', () => {
  it('has no Node, a sandbox and an isolated world, and appears once it is painted', async () => {
    const electron = await loadDesktop(['--home', home, '--skills', 'none']);
    running.push(electron);
    electron.becomeReady();
    await eventually(() => expect(electron.windows).toHaveLength(1));
    const window = windowOf(electron);
    expect(window.control.options).toMatchObject({ show: false, title: 'Skilldeck', backgroundColor: '#fdfcfa' });
    expect(window.control.options.webPreferences).toEqual({
      preload: path.join(BUILT, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
    expect(argsOf(electron, 'window.loadURL')).toEqual([['app://skilldeck/']]);
    await eventually(() => expect(window.control.shown).toBe(true));
    expect(names(electron).filter((name) => /^window\.|ready-to-show/.test(name))).toEqual([
      'window.loadURL',
      'ready-to-show',
      'window.show',
    ]);
  });

  it('opens at its last position, or on a visible screen if that one is gone', async () => {
    const first = await start();
    windowOf(first).control.bounds = { x: 300, y: 200, width: 900, height: 650 };
    await end(first);
    const second = await start();
    expect(windowOf(second).control.options).toMatchObject({ x: 300, y: 200, width: 900, height: 650 });

    const lost = { bounds: { x: 5000, y: 200, width: 900, height: 650 }, maximized: true, theme: 'dark' };
    await end(second);
    writeFileSync(path.join(home, 'window-state.json'), JSON.stringify(lost));
    const third = await start();
    expect(windowOf(third).control.options).toMatchObject({ width: 1320, height: 860 });
    expect(windowOf(third).control.options).not.toHaveProperty('x');
    expect(names(third)).toContain('window.maximize');
  });
});

describe('guards', () => {
  it('open only web pages, outside the app', async () => {
    const electron = await start();
    const webContents = contentsOf(electron);
    const addresses = [
      'https://example.com/a?b',
      'http://example.com/',
      'https://name:word@example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'app://skilldeck/other',
      'smb://host/share',
      'not an address',
    ];
    for (const url of addresses) expect(webContents.control.openHandler({ url })).toEqual({ action: 'deny' });
    expect(argsOf(electron, 'shell.openExternal')).toEqual([['https://example.com/a?b'], ['http://example.com/']]);
  });

  it('let the page open its own document, in which no script runs', async () => {
    const webContents = contentsOf(await start());
    expect(webContents.control.openHandler({ url: 'blob:app://skilldeck/6b0d-1' })).toEqual({
      action: 'allow',
      overrideBrowserWindowOptions: {
        webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
      },
    });
    for (const url of ['blob:https://evil.example/6b0d-1', 'blob:app://other/1', 'about:blank', 'data:text/html,x'])
      expect(webContents.control.openHandler({ url })).toEqual({ action: 'deny' });
  });

  it('prevent navigation, redirects, frames and embedded pages, but not a reload', async () => {
    const webContents = contentsOf(await start());
    const prevented = (event: string, details: object) => {
      const preventDefault = vi.fn();
      webContents.emit(event, { preventDefault, ...details });
      return preventDefault.mock.calls.length === 1;
    };
    expect(prevented('will-navigate', { url: 'https://evil.example/' })).toBe(true);
    expect(prevented('will-navigate', { url: 'app://skilldeck/assets/x.js' })).toBe(true);
    expect(prevented('will-navigate', { url: 'app://other/' })).toBe(true);
    expect(prevented('will-navigate', { url: 'app://skilldeck/#/s/1' })).toBe(false);
    expect(prevented('will-redirect', { url: 'app://skilldeck/' })).toBe(true);
    expect(prevented('will-frame-navigate', { url: 'app://skilldeck/', isMainFrame: false })).toBe(true);
    expect(prevented('will-attach-webview', {})).toBe(true);
  });

  it('lets a document into the empty window made for it, and nothing into any window after that', async () => {
    const electron = await start();
    const address = 'blob:app://skilldeck/6b0d-1';
    const opened = contentsOf(electron).control.open(address);
    const child = opened?.child.control.contents;
    expect([opened?.cancelled, child?.getURL(), electron.windows.length]).toEqual([false, address, 2]);
    const led = (contents: typeof child, url: string) => {
      const preventDefault = vi.fn();
      contents?.emit('will-navigate', { url, preventDefault });
      return preventDefault.mock.calls.length === 0;
    };
    expect(led(child, 'blob:app://skilldeck/6b0d-2')).toBe(false);
    expect(led(contentsOf(electron), address)).toBe(false);
    expect(child?.control.openHandler({ url: 'app://skilldeck/' })).toEqual({ action: 'deny' });
  });

  it('give the page no permission but clipboard and notifications', async () => {
    const electron = await start();
    const requested = (permission: string, requestingUrl: string, isMainFrame = true) => {
      const answer = vi.fn();
      ask(electron, 'permission request', {}, permission, answer, { requestingUrl, isMainFrame });
      return answer.mock.calls[0]?.[0];
    };
    const page = 'app://skilldeck/';
    const wanted = ['media', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem', 'midi'];
    expect(wanted.map((permission) => requested(permission, page))).toEqual(wanted.map(() => false));
    expect(requested('clipboard-sanitized-write', page)).toBe(true);
    expect(requested('clipboard-sanitized-write', page, false)).toBe(false);
    expect(requested('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
    const checked = (permission: string) =>
      ask(electron, 'permission check', {}, permission, page, { isMainFrame: true });
    const given = ['clipboard-sanitized-write', 'notifications'];
    expect(['media', ...given].map(checked)).toEqual([false, true, true]);
    expect(ask(electron, 'device permission', {})).toBe(false);
  });
});

describe('the page', () => {
  it('is served from app:// with a strict policy', async () => {
    const electron = await start();
    const page = await fetchPage(electron, 'app://skilldeck/');
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ].join('; '),
    });
    // The page contains nothing that its policy forbids: inline scripts, or anything from elsewhere.
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/(src|href)="https?:/);
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)?.[1];
    const asset = await fetchPage(electron, `app://skilldeck/${script}`);
    expect([asset.status, asset.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('is all the scheme serves', async () => {
    const electron = await start();
    const status = async (url: string, method?: string) => (await fetchPage(electron, url, method)).status;
    expect(await status('app://skilldeck/..%2fmain/index.js')).toBe(404);
    expect(await status('app://skilldeck/%2e%2e/main/index.js')).toBe(404);
    expect(await status('app://skilldeck/..%5cmain%5cindex.js')).toBe(404);
    expect(await status('app://skilldeck/.sources')).toBe(404);
    expect(await status('app://skilldeck/missing')).toBe(404);
    expect(await status('app://other/')).toBe(404);
    expect(await status('app://skilldeck/', 'POST')).toBe(405);
  });
});

describe('the preload', () => {
  it('exposes one port on request, menu commands, link text, opened files and showing the window, and nothing else', () => {
    const code = readFileSync(path.join(BUILT, 'preload', 'index.cjs'), 'utf8');
    const listeners: ((event: object) => void)[] = [];
    const toPage = vi.fn();
    const toCore = vi.fn();
    const toMain = vi.fn();
    const required: string[] = [];
    const fromMain = new EventEmitter();
    const electron = new Proxy(
      { ipcRenderer: { postMessage: toCore, send: toMain, on: fromMain.on.bind(fromMain) } },
      {
        get(target, name) {
          if (name in target) return Reflect.get(target, name);
          throw new Error(`the preload reached for electron.${String(name)}`);
        },
      },
    );
    const window = {
      addEventListener: (type: string, listener: (event: object) => void) => {
        expect(type).toBe('message');
        listeners.push(listener);
      },
      postMessage: toPage,
    };
    vm.runInNewContext(code, {
      window,
      MessageChannel,
      exports: {},
      require: (name: string) => {
        required.push(name);
        return electron;
      },
    });
    expect([required, toPage.mock.calls, toCore.mock.calls]).toEqual([['electron'], [], []]);
    for (const listener of listeners) {
      listener({ source: {}, data: 'skilldeck:connect' });
      listener({ source: {}, data: 'skilldeck:front' });
      listener({ source: window, data: 'other' });
    }
    expect(toPage).not.toHaveBeenCalled();
    for (const word of ['skilldeck:port', { settings: true }, 'constructor']) fromMain.emit('skilldeck:menu', {}, word);
    expect(toPage).not.toHaveBeenCalled();
    fromMain.emit('skilldeck:menu', {}, 'settings');
    fromMain.emit('skilldeck:prompt', {}, { text: 'no text' });
    fromMain.emit('skilldeck:prompt', {}, 'Fly to Oslo');
    expect(toPage.mock.calls).toEqual([
      ['skilldeck:menu:settings', '*'],
      ['skilldeck:prompt:Fly to Oslo', '*'],
    ]);
    toPage.mockClear();
    const file = { kind: 'skill', path: '/home/me/pack.skill' };
    fromMain.emit('skilldeck:file', {}, file);
    expect(toPage.mock.calls).toEqual([[{ skilldeck: 'skilldeck:file', file }, '*']]);
    toPage.mockClear();
    expect(toMain).not.toHaveBeenCalled();
    for (const listener of listeners) listener({ source: window, data: 'skilldeck:front' });
    expect(toMain).toHaveBeenCalledExactlyOnceWith('skilldeck:front');
    for (const listener of listeners) listener({ source: window, data: 'skilldeck:connect' });
    expect(toCore).toHaveBeenCalledExactlyOnceWith('skilldeck:core-port', null, [expect.any(MessagePort)]);
    expect(toPage).toHaveBeenCalledExactlyOnceWith('skilldeck:port', '*', [expect.any(MessagePort)]);
  });
});

/** Tests the built desktop app, its preload and its page against an Electron stand-in that records all calls. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Contract } from '../../../shared/contract.ts';
import type { StandIn } from './test-kit/electron-stand-in.ts';
import { BUILT, loadDesktop } from './test-kit/load-desktop.ts';

let home: string;
let running: StandIn[];

beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-desktop-'));
  running = [];
});
afterEach(async () => {
  for (const electron of running) {
    electron.answerPrompt();
    await end(electron);
  }
  rmSync(home, { recursive: true, force: true });
});

/** Milliseconds; generous, as a loaded machine builds the core in a second or more. */
const eventually = (check: () => void) => vi.waitFor(check, 15_000);

const names = (electron: StandIn) => electron.calls.map((call) => call.name);
const argsOf = (electron: StandIn, name: string) =>
  electron.calls.filter((call) => call.name === name).map((call) => call.args);

async function end(electron: StandIn): Promise<void> {
  electron.app.quit();
  await eventually(() => expect(names(electron)).toContain('ended'));
}

async function start(scenario?: string): Promise<StandIn> {
  const electron = await loadDesktop(['--home', home, '--skills', 'none'], scenario);
  running.push(electron);
  electron.becomeReady();
  await eventually(() => expect(windowOf(electron).control.shown).toBe(true));
  return electron;
}

function windowOf(electron: StandIn) {
  const [window] = electron.windows;
  if (window === undefined) throw new Error('no window is open');
  return window;
}

const contentsOf = (electron: StandIn) => windowOf(electron).control.contents;

/** The page's end of a channel to the core, as the preload asks for it. */
function connect(electron: StandIn, sender?: object) {
  const { port1, port2 } = new MessageChannel();
  const webContents = contentsOf(electron);
  const event = {
    sender: webContents,
    senderFrame: webContents.mainFrame,
    ports: [electron.portMain(port2)],
    ...sender,
  };
  electron.ipcMain.emit('skilldeck:core-port', event, null);
  const closed = new Promise<void>((resolve) => port1.addEventListener('close', () => resolve()));
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  return { client, closed, close: () => port1.close() };
}

function ask(electron: StandIn, handler: string, ...args: unknown[]): unknown {
  const answer = electron.handlers.get(handler);
  if (answer === undefined) throw new Error(`nothing handles ${handler}`);
  return answer(...(args as never[]));
}

const fetchPage = (electron: StandIn, url: string, method = 'GET') =>
  ask(electron, 'protocol app', new Request(url, { method })) as Promise<Response>;

describe('before the app is ready', () => {
  it('sets its folder, lock, sandbox and scheme, and opens nothing', async () => {
    const electron = await loadDesktop(['--home', home]);
    expect(electron.calls).toEqual([
      { name: 'app.setName', args: ['Skilldeck'] },
      { name: 'app.setPath', args: ['userData', path.join(home, 'electron')] },
      { name: 'app.requestSingleInstanceLock', args: [] },
      { name: 'app.setPath', args: ['crashDumps', path.join(home, 'crashes', 'dumps')] },
      { name: 'crashReporter.start', args: [{ uploadToServer: false }] },
      { name: 'app.enableSandbox', args: [] },
      {
        name: 'protocol.registerSchemesAsPrivileged',
        args: [
          [
            {
              scheme: 'app',
              privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
            },
          ],
        ],
      },
    ]);
    expect(electron.windows).toEqual([]);
  });

  it('exits at once as a second instance, and brings the first to the front', async () => {
    const second = await loadDesktop(['--home', home], 'second');
    expect(names(second)).toEqual(['app.setName', 'app.setPath', 'app.requestSingleInstanceLock', 'app.quit', 'ended']);
    const first = await start();
    windowOf(first).control.minimized = true;
    first.app.emit('second-instance', {}, [], '');
    expect(names(first).slice(-3)).toEqual(['window.restore', 'window.show', 'window.focus']);
    expect(first.windows).toHaveLength(1);
  });
});

describe('the name', () => {
  it('is Skilldeck for the system and its key store, started as a folder or as a file', async () => {
    const built = path.join(BUILT, 'main', 'index.js');
    for (const started of [undefined, built]) {
      const electron = await loadDesktop(['--home', home], 'second', started);
      electron.becomeReady();
      expect(electron.keysName()).toBe('Skilldeck');
    }
    const { version, productName } = JSON.parse(readFileSync(path.join(BUILT, '..', 'package.json'), 'utf8'));
    const electron = await loadDesktop(['--home', home], 'second');
    expect([electron.app.getVersion(), productName]).toEqual([version, 'Skilldeck']);
    // Archives of the person's are files; nothing of ours is in one.
    expect(electron.sawNoAsar()).toBe(true);
  });

  it('is known to Windows, which shows no notices of other apps', async () => {
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      const fromSource = await loadDesktop(['--home', home], 'second');
      expect(argsOf(fromSource, 'app.setAppUserModelId')).toEqual([[process.execPath]]);
      const installed = await loadDesktop(['--home', home], 'second packaged');
      expect(argsOf(installed, 'app.setAppUserModelId')).toEqual([['app.skilldeck.desktop']]);
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
  });
});

describe('the desktop check', () => {
  const examined = async (scenario: string) => {
    const report = path.join(home, 'report.json');
    const electron = await loadDesktop(['--home', home, '--skills', 'none', '--doctor', report], scenario);
    electron.becomeReady();
    await vi.waitFor(() => expect(names(electron)).toContain('ended'), 60_000);
    const checks: { id: string; ok: boolean; found: string }[] = JSON.parse(readFileSync(report, 'utf8'));
    return Object.fromEntries(checks.map(({ id, ok, found }) => [id, `${ok ? 'ok' : 'FAILED'}: ${found}`]));
  };

  it('opens each kind of window, seals, notifies, starts its Node and quits', async () => {
    expect(await examined('')).toEqual({
      name: 'ok: Skilldeck',
      window: 'ok: app://skilldeck/, 9 characters of text',
      'document window': 'ok: blob:app://skilldeck/1',
      'print window': 'ok: 5 bytes of PDF',
      'key store': 'ok: sealed and opened by the system',
      notice: 'ok: shown',
      'own Node': `ok: ${process.version}`,
      sandbox: expect.any(String),
    });
  });

  it('names what does not hold', async () => {
    expect(await examined('no-notices no-printer public-password')).toMatchObject({
      'print window': expect.stringMatching(/^FAILED: The PDF could not be made/),
      'key store': 'ok: a public password: keys are kept in a file',
      notice: 'FAILED: the system refused it',
    });
  });
});

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

describe('the core', () => {
  it('answers the page on its port', async () => {
    const electron = await start();
    const { client } = connect(electron);
    expect(await client.app.info({})).toMatchObject({ host: 'electron', home, systemLanguage: 'en-GB' });
    await expect(client.sessions.rename({ sessionId: 'x', title: 'y' })).rejects.toMatchObject({
      code: 'session-not-found',
    });
    await expect(client.sessions.rename({ sessionId: 'x' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('accepts no port from a frame, another page or a removed frame', async () => {
    const electron = await start();
    const webContents = contentsOf(electron);
    await connect(electron, { senderFrame: { url: 'app://skilldeck/' } }).closed;
    await connect(electron, { senderFrame: null }).closed;
    webContents.mainFrame = { url: 'https://evil.example/' };
    await connect(electron).closed;
  });

  it('sets the theme and language of the native parts', async () => {
    const electron = await start();
    const { client } = connect(electron);
    const labels = () => (electron.menu() as readonly { readonly label: string }[]).map((menu) => menu.label);
    expect(labels()).toEqual(expect.arrayContaining(['File', 'Edit', 'View', 'Window', 'Help']));
    await client.settings.set({ theme: 'dark', language: 'zh' });
    await eventually(() => expect(labels()).toEqual(expect.arrayContaining(['文件', '编辑', '视图', '窗口', '帮助'])));
    expect(windowOf(electron).control.background).toBe('#201e1c');
    expect(JSON.parse(readFileSync(path.join(home, 'window-state.json'), 'utf8'))).toMatchObject({ theme: 'dark' });
  });

  it('does not handle menu commands meant for the page, which receives them once loaded', async () => {
    const electron = await start();
    type Item = { readonly label: string; readonly accelerator?: string; readonly click: () => void };
    const items = () => (electron.menu() as readonly { readonly submenu: readonly Item[] }[]).flatMap((m) => m.submenu);
    const choose = (label: string) =>
      items()
        .find((item) => item.label === label)
        ?.click();
    const asked = () => argsOf(electron, 'webContents.send');
    choose('New Conversation');
    choose('Settings…');
    expect(asked()).toEqual([
      ['skilldeck:menu', 'new-conversation'],
      ['skilldeck:menu', 'settings'],
    ]);
    expect(items().find((item) => item.label === 'Settings…')?.accelerator).toBe('CommandOrControl+,');
    expect(argsOf(electron, 'app.setAboutPanelOptions')).toMatchObject([
      [{ applicationName: 'Skilldeck', applicationVersion: expect.stringMatching(/^\d+\.\d+\.\d+/) }],
    ]);

    const webContents = contentsOf(electron);
    webContents.control.loading = true;
    choose('Keyboard Shortcuts');
    expect(asked()).toHaveLength(2);
    webContents.emit('did-finish-load');
    expect(asked().at(-1)).toEqual(['skilldeck:menu', 'shortcuts']);
  });

  it('lets a link fill the message box: at the start, from a second start and from the system', async () => {
    const electron = await loadDesktop(
      ['--home', home, '--skills', 'none', 'skilldeck://new?prompt=Fly%20to%20Oslo'],
      'packaged',
    );
    running.push(electron);
    electron.becomeReady();
    const told = () => argsOf(electron, 'webContents.send');
    await eventually(() => expect(told()).toEqual([['skilldeck:prompt', 'Fly to Oslo']]));
    expect(argsOf(electron, 'app.setAsDefaultProtocolClient')).toEqual([['skilldeck']]);
    electron.app.emit('second-instance', {}, ['electron', 'skilldeck://new?prompt=%E5%8C%97%E4%BA%AC'], '');
    const preventDefault = vi.fn();
    electron.app.emit('open-url', { preventDefault }, 'skilldeck://new?prompt=third');
    electron.app.emit('open-url', { preventDefault }, 'skilldeck://run?prompt=never');
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(told().slice(1)).toEqual([
      ['skilldeck:prompt', '北京'],
      ['skilldeck:prompt', 'third'],
    ]);
  });

  it('hands a skill’s path and a session’s bytes to the page: at the start, from a second start and from the system', async () => {
    const skill = path.join(home, 'pack.skill');
    const session = path.join(home, 'trip.jsonl');
    writeFileSync(skill, 'PK');
    writeFileSync(session, '{}\n');
    const electron = await loadDesktop(['--home', home, '--skills', 'none', skill, path.join(home, 'missing.skill')]);
    running.push(electron);
    electron.becomeReady();
    const told = () => argsOf(electron, 'webContents.send');
    await eventually(() => expect(told()).toEqual([['skilldeck:file', { kind: 'skill', path: skill }]]));
    electron.app.emit('second-instance', {}, ['electron', '--flag', 'trip.jsonl'], home);
    const preventDefault = vi.fn();
    electron.app.emit('open-file', { preventDefault }, skill);
    expect(preventDefault).toHaveBeenCalledOnce();
    await eventually(() => expect(told()).toHaveLength(3));
    expect(told().slice(1)).toEqual([
      ['skilldeck:file', { kind: 'session', name: 'trip.jsonl', bytes: new Uint8Array(Buffer.from('{}\n')) }],
      ['skilldeck:file', { kind: 'skill', path: skill }],
    ]);
    rmSync(session);
    electron.app.emit('open-file', { preventDefault }, session);
    await eventually(() =>
      expect(argsOf(electron, 'dialog.showErrorBox')).toEqual([
        ['The file can’t be opened', expect.stringContaining('trip.jsonl: ENOENT')],
      ]),
    );
  });

  it('stays in the tray if the user wants it, and quits from there', async () => {
    const electron = await start();
    const { client } = connect(electron);
    type Item = { readonly label?: string; readonly click?: () => void };
    const choose = (label: string) =>
      (electron.trayMenu() as readonly Item[]).find((item) => item.label === label)?.click?.();
    await client.settings.set({ keepRunning: true, language: 'zh', globalShortcut: 'Alt+Shift+Space' });
    await eventually(() => expect([...electron.keys.keys()]).toEqual(['Alt+Shift+Space']));
    windowOf(electron).close();
    expect(electron.windows).toHaveLength(1);
    expect(windowOf(electron).control.shown).toBe(false);
    electron.keys.get('Alt+Shift+Space')?.();
    expect(windowOf(electron).control.shown).toBe(true);
    windowOf(electron).close();
    const webContents = contentsOf(electron);
    const noticed = (senderFrame: object) =>
      electron.ipcMain.emit('skilldeck:front', { sender: webContents, senderFrame });
    noticed({ url: 'app://skilldeck/' });
    expect(windowOf(electron).control.shown).toBe(false);
    noticed(webContents.mainFrame);
    expect(windowOf(electron).control.shown).toBe(true);
    choose('新对话');
    expect(argsOf(electron, 'webContents.send').at(-1)).toEqual(['skilldeck:menu', 'new-conversation']);
    await client.settings.set({ globalShortcut: 'none' });
    await eventually(() => expect(electron.keys.size).toBe(0));
    choose('退出 Skilldeck');
    await eventually(() => expect(names(electron)).toContain('ended'));
    running = [];
  });

  it('prints a session to PDF in a hidden window, and leaves nothing of it', async () => {
    const electron = await start();
    const { client } = connect(electron);
    const { sessionId } = await client.sessions.create({});
    const made = await client.review.export({ sessionId, format: 'pdf' });
    expect(made).toMatchObject({ text: '', base64: Buffer.from('%PDF-').toString('base64'), mime: 'application/pdf' });
    const [[file, page] = []] = argsOf(electron, 'window.loadFile');
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).not.toMatch(/(src|href)="https?:/);
    expect(existsSync(path.dirname(String(file)))).toBe(false);
    expect(argsOf(electron, 'webContents.printToPDF')).toEqual([
      [{ printBackground: true, preferCSSPageSize: true, pageSize: 'A4', generateTaggedPDF: true }],
    ]);
    expect(electron.windows).toHaveLength(1);
  });

  it('says what to do when a PDF cannot be made', async () => {
    const electron = await start('no-printer');
    const { client } = connect(electron);
    const { sessionId } = await client.sessions.create({});
    await expect(client.review.export({ sessionId, format: 'pdf' })).rejects.toMatchObject({
      code: 'not-supported',
      message: expect.stringContaining('Export as HTML'),
    });
    expect(electron.windows).toHaveLength(1);
  });

  it('restores the page after its process dies, and asks if it dies again at once', async () => {
    const electron = await start();
    const webContents = contentsOf(electron);
    const gone = (reason: string) => webContents.emit('render-process-gone', {}, { reason, exitCode: 9 });
    const reloads = () => argsOf(electron, 'webContents.reload').length;
    gone('clean-exit');
    expect(reloads()).toBe(0);
    gone('oom');
    expect([reloads(), names(electron)]).toEqual([1, expect.not.arrayContaining(['dialog.showMessageBox'])]);
    gone('crashed');
    expect(argsOf(electron, 'dialog.showMessageBox')).toMatchObject([[{ buttons: ['Reload', 'Quit Skilldeck'] }]]);
    await eventually(() => expect(reloads()).toBe(2));
  });

  it('keeps what ended unexpectedly, for a report without secrets, and forgets it on request', async () => {
    const electron = await start();
    const { client } = connect(electron);
    expect((await client.app.info({})).crashes).toBeUndefined();
    contentsOf(electron).emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 });
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    expect((await client.app.info({})).crashes).toBe(2);
    const { records, text } = await client.app.crashes({});
    expect(records.map(({ what }) => what)).toEqual(['page', 'helper']);
    expect(text).toContain('GPU: crashed, status 139');
    expect(text).not.toContain(home);
    expect((await client.app.info({})).crashes).toBeUndefined();
    await client.app.forgetCrashes({});
    expect((await client.app.crashes({})).records).toEqual([]);
  });

  it('takes an end without closing for a crash, and no other end', async () => {
    const first = await start();
    const marker = path.join(home, 'crashes', 'running');
    expect(existsSync(marker)).toBe(true);
    await end(first);
    expect(existsSync(marker)).toBe(false);
    writeFileSync(marker, '4711');
    const second = await start();
    const { client } = connect(second);
    expect((await client.app.info({})).crashes).toBe(1);
    expect((await client.app.crashes({})).text).toContain('program: Skilldeck ended without closing.');
    // The system gives an app little time at the end of a session.
    windowOf(second).emit('session-end', { reasons: ['shutdown'] });
    expect(existsSync(marker)).toBe(false);
  });

  it('keeps the key encrypted by the system', async () => {
    const electron = await start();
    const { client } = connect(electron);
    const view = await client.settings.set({ apiKey: 'sk-very-secret' });
    expect(view).toMatchObject({ hasKey: true, keyStore: 'os' });
    const sealed = readFileSync(path.join(home, 'model-key.sealed'));
    expect(sealed.includes('sk-very-secret')).toBe(false);
    expect(await client.settings.set({ apiKey: '' })).toMatchObject({ hasKey: false });
    expect(existsSync(path.join(home, 'model-key.sealed'))).toBe(false);
  });

  it('keeps the key in a file where it would be sealed with a public password, whatever the desktop is called', async () => {
    const { client } = connect(await start('public-password'));
    expect(await client.settings.set({ apiKey: 'sk-very-secret' })).toMatchObject({ hasKey: true, keyStore: 'file' });
    expect(readFileSync(path.join(home, 'key'), 'utf8')).toContain('sk-very-secret');
    expect(existsSync(path.join(home, 'model-key.sealed'))).toBe(false);
  });

  it('uses a keyring that runs on a desktop which Electron does not know', async () => {
    const { client } = connect(await start('portal unnamed-desktop'));
    expect(await client.settings.set({ apiKey: 'sk-very-secret' })).toMatchObject({ hasKey: true, keyStore: 'os' });
  });

  it('starts, shows itself and answers while the keyring asks for its password', async () => {
    writeFileSync(path.join(home, 'model-key.sealed'), Buffer.concat([Buffer.from('v11'), Buffer.from([0x84, 0x82])]));
    const electron = await start('keyring-prompt');
    const { client } = connect(electron);
    expect(await client.sessions.list({})).toEqual([]);
    expect(await client.settings.get({})).toMatchObject({ hasKey: true, keyStore: 'os' });
    electron.answerPrompt();
    await eventually(async () => expect(await client.settings.get({})).toMatchObject({ hasKey: false }));
  });

  it('keeps what a locked keyring holds, and opens it once it is unlocked', async () => {
    const first = await start();
    await connect(first).client.settings.set({ baseUrl: 'https://one.example/v1', apiKey: 'sk-one' });
    await end(first);
    const electron = await start('locked-for-now');
    const { client } = connect(electron);
    expect(await client.settings.get({})).toMatchObject({ hasKey: true });
    await expect(client.settings.set({ apiKey: 'sk-two' })).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringContaining('Unlock'),
    });
    electron.unlock();
    expect(await client.settings.set({ baseUrl: 'https://two.example/v1' })).toMatchObject({ hasKey: false });
    expect(await client.settings.set({ baseUrl: 'https://one.example/v1' })).toMatchObject({ hasKey: true });
  });

  it('is closed before the app quits, and can be opened again', async () => {
    const first = await start();
    await connect(first).client.sessions.create({});
    windowOf(first).show();
    first.app.quit();
    expect(names(first)).not.toContain('ended');
    expect(windowOf(first).control.shown).toBe(false);
    await eventually(() => expect(names(first)).toContain('ended'));
    expect(names(first).filter((name) => name === 'app.quit')).toHaveLength(2);
    running = [];
    const second = await start();
    expect(await connect(second).client.sessions.list({})).toHaveLength(1);
  });

  it('is hidden with all its windows while it closes, and takes a page that is gone then for closed', async () => {
    const electron = await start();
    const opened = contentsOf(electron).control.open('blob:app://skilldeck/1');
    electron.app.quit();
    expect(electron.windows.map(({ control }) => control.shown)).toEqual([false, false]);
    expect(opened?.child.control.shown).toBe(false);
    for (const _time of [1, 2])
      contentsOf(electron).emit('render-process-gone', {}, { reason: 'killed', exitCode: 15 });
    expect(names(electron)).not.toContain('webContents.reload');
    expect(names(electron)).not.toContain('dialog.showMessageBox');
  });

  it('closes when the system ends the session, and never holds up a logout', async () => {
    const electron = await start();
    await connect(electron).client.sessions.create({});
    const delay = vi.fn();
    electron.powerMonitor.emit('shutdown', { preventDefault: delay });
    expect(delay).toHaveBeenCalledOnce();
    const preventDefault = vi.fn();
    electron.app.emit('before-quit', { preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
    await eventually(() => expect(names(electron)).toContain('ended'));

    // Windows tells the windows, and asks no app.
    const windows = await start();
    windowOf(windows).emit('session-end', { reasons: ['logoff'] });
    await eventually(() => expect(names(windows)).toContain('ended'));
    running = [];
  });

  it('says that its page is missing, in place of running unseen', async () => {
    const electron = await loadDesktop(['--home', home, '--skills', 'none'], 'no-page');
    running.push(electron);
    electron.becomeReady();
    await eventually(() => expect(argsOf(electron, 'app.exit')).toEqual([[70]]));
    expect(windowOf(electron).control.shown).toBe(true);
    expect(argsOf(electron, 'dialog.showErrorBox')).toEqual([
      ['Skilldeck can’t start', expect.stringContaining('ERR_HTTP_RESPONSE_CODE_FAILURE')],
    ]);
  });

  it('explains why it cannot start, and exits', async () => {
    await start();
    const other = await loadDesktop(['--home', home]);
    other.becomeReady();
    await eventually(() => expect(argsOf(other, 'app.exit')).toEqual([[70]]));
    expect(argsOf(other, 'dialog.showErrorBox')).toEqual([['Skilldeck can’t start', expect.stringContaining(home)]]);
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

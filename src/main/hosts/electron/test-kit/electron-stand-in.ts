/**
 * Replaces the package `electron` where there is no binary: records calls, lets a test act as the system and as the
 * page, and refuses what Electron refuses. Loaded by Node itself, through the hook in `load-desktop.ts`, so a test
 * reaches this instance through `globalThis`, not by importing it.
 */
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import type * as Electron from 'electron';
import { netRequest } from './net.ts';
import { portMain } from './port-main.ts';
import { calls, has, onlyAfter, onlyBefore, ready, record } from './stand-in-log.ts';
import { shell, systemParts } from './stand-in-system.ts';
import { strict } from './strict.ts';

type Handler = (...args: never[]) => unknown;
export type Recorded = Readonly<Record<string, unknown>>;

const readiness = Promise.withResolvers<void>();
const handlers = new Map<string, Handler>();

/** Follows Electron's default app: a folder's `package.json` names the app, a file names nothing. */
function appPackage(): { readonly name: string; readonly version: string } {
  const given = process.argv[1] ?? '';
  const file = path.join(given, 'package.json');
  if (!(existsSync(given) && statSync(given).isDirectory() && existsSync(file)))
    return { name: 'Electron', version: '45.4.1' };
  const { name, productName = name, version } = JSON.parse(readFileSync(file, 'utf8'));
  return { name: productName, version };
}
const started = appPackage();
let appName = started.name;
let keysName: string | undefined;
let userData: string | undefined;
/** `process.noAsar`, when the app said its name. */
let sawNoAsar = false;
let stage: 'running' | 'quitting' | 'ended' = 'running';

class StandInApp extends EventEmitter {
  get isPackaged() {
    return has('packaged');
  }
  get name() {
    return appName;
  }
  getName() {
    return appName;
  }
  setName(name: string) {
    record('app.setName', name);
    sawNoAsar = process.noAsar === true;
    appName = name;
  }
  getVersion() {
    return started.version;
  }
  setAppUserModelId(id: string) {
    record('app.setAppUserModelId', id);
  }
  setAsDefaultProtocolClient(scheme: string) {
    record('app.setAsDefaultProtocolClient', scheme);
    return true;
  }
  setPath(name: string, value: string) {
    record('app.setPath', name, value);
    if (!path.isAbsolute(value)) throw new Error('Path must be absolute');
    if (name === 'userData') onlyBefore('app.setPath of userData');
    if (!existsSync(value)) throw new Error(`Failed to set path: ${value} is not there`);
    if (name === 'userData') userData = value;
  }
  getPath(name: string) {
    if (name !== 'userData' || userData === undefined) throw new Error(`Failed to get '${name}' path`);
    return userData;
  }
  requestSingleInstanceLock() {
    record('app.requestSingleInstanceLock');
    return !has('second');
  }
  releaseSingleInstanceLock() {
    record('app.releaseSingleInstanceLock');
  }
  relaunch() {
    record('app.relaunch');
  }
  enableSandbox() {
    onlyBefore('app.enableSandbox');
    record('app.enableSandbox');
  }
  whenReady() {
    return readiness.promise;
  }
  getPreferredSystemLanguages() {
    onlyAfter('app.getPreferredSystemLanguages');
    return [process.env.SKILLDECK_STAND_IN_LANGUAGE ?? 'en-GB'];
  }
  getLocale() {
    return 'en';
  }
  setAboutPanelOptions(options: unknown) {
    record('app.setAboutPanelOptions', options);
  }
  /** Follows Electron: asks, closes the windows, and ends; once it is quitting, another call does nothing. */
  quit() {
    record('app.quit');
    if (stage !== 'running') return;
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    stage = 'quitting';
    for (const window of [...windows]) window.close();
    if (windows.length > 0) {
      stage = 'running';
      return;
    }
    ended();
  }
  exit(code: number) {
    record('app.exit', code);
    this.emit('quit', {}, code);
  }
}

function ended() {
  rawApp.emit('will-quit', { preventDefault: () => {} });
  rawApp.emit('quit', {}, 0);
  stage = 'ended';
  record('ended');
}
const rawApp = new StandInApp();
export const app = strict<Electron.App>()('app', rawApp);

/** Destroyed objects keep their listeners and can say that they are gone; nothing else of them can be used. */
const OF_THE_DESTROYED = new Set([...Object.keys(EventEmitter.prototype), 'on', 'once', 'off', 'isDestroyed', 'id']);
const usable = (isDestroyed: () => boolean) => (name: string) => {
  if (isDestroyed() && !OF_THE_DESTROYED.has(name)) throw new TypeError('Object has been destroyed');
};

type OpenHandler = (details: { readonly url: string }) => {
  readonly action: 'allow' | 'deny';
  readonly overrideBrowserWindowOptions?: Recorded;
};

/** A page's `Notification`: the system shows it or refuses it, after the page has set its listeners. */
class PageNotification {
  onshow: (() => void) | undefined;
  onerror: (() => void) | undefined;
  constructor() {
    queueMicrotask(() => (has('no-notices') ? this.onerror?.() : this.onshow?.()));
  }
}

class Contents extends EventEmitter {
  mainFrame = { url: '' };
  readonly control = {
    loading: false,
    destroyed: false,
    openHandler: (() => ({ action: 'allow' })) as OpenHandler,
    /** The page calls `window.open`: the handler is asked, and the window made for it navigates, where it may. */
    open: (url: string) => {
      const answer = this.control.openHandler({ url });
      if (answer.action === 'deny') return undefined;
      const child = new StandInWindow(answer.overrideBrowserWindowOptions ?? {});
      const { contents } = child.control;
      let cancelled = false;
      const details = { url, isMainFrame: true, preventDefault: () => (cancelled = true) };
      contents.emit('will-frame-navigate', details);
      contents.emit('will-navigate', details);
      if (!cancelled) contents.control.arrive(url);
      return { child, cancelled };
    },
    arrive: (url: string) => {
      this.mainFrame = { url };
      this.control.loading = false;
      this.emit('did-finish-load');
    },
  };
  getURL() {
    return this.mainFrame.url;
  }
  isDestroyed() {
    return this.control.destroyed;
  }
  isLoading() {
    return this.control.loading;
  }
  send(channel: string, ...args: readonly unknown[]) {
    record('webContents.send', channel, ...args);
    toPages(channel, args);
  }
  reload() {
    record('webContents.reload');
  }
  print() {
    record('webContents.print');
  }
  /** In a page that has what the desktop's own check asks of one. */
  async executeJavaScript(script: string): Promise<unknown> {
    return vm.runInNewContext(script, {
      window: { open: (url: string) => this.control.open(url) ?? null },
      document: { body: { innerText: 'Skilldeck' } },
      URL: { createObjectURL: () => 'blob:app://skilldeck/1' },
      Blob,
      Notification: PageNotification,
    });
  }
  async printToPDF(options: unknown) {
    record('webContents.printToPDF', options);
    if (has('no-printer')) throw new Error('Failed to generate PDF');
    return Buffer.from('%PDF-');
  }
  setWindowOpenHandler(handler: OpenHandler) {
    this.control.openHandler = handler;
  }
}

/** Open ones, oldest first. */
const windows: StandInWindow[] = [];

class StandInWindow extends EventEmitter {
  static getAllWindows() {
    return windows.map(({ control }) => control.seen);
  }
  readonly control: {
    readonly options: Recorded;
    readonly contents: Contents;
    /** Window as the program has it. */
    readonly seen: StandInWindow;
    bounds: { x: number; y: number; width: number; height: number };
    shown: boolean;
    minimized: boolean;
    background: unknown;
  };
  readonly webContents: Contents;
  constructor(options: Recorded) {
    super();
    onlyAfter('BrowserWindow');
    const contents = new Contents();
    const isDestroyed = () => this.isDestroyed();
    this.webContents = strict<Electron.WebContents>()('webContents', contents, { before: usable(isDestroyed) });
    const seen = strict<Electron.BrowserWindow>()<StandInWindow>('BrowserWindow', this, {
      before: usable(isDestroyed),
    });
    const bounds = { x: 10, y: 20, width: 1000, height: 700 };
    const shown = options.show !== false;
    this.control = { options, contents, seen, bounds, shown, minimized: false, background: options.backgroundColor };
    windows.push(this);
    rawApp.emit('web-contents-created', {}, this.webContents);
    rawApp.emit('browser-window-created', {}, seen);
  }
  /** Asks the scheme's handler, as Chromium does; a refusal without a page rejects, and nothing is ready to be shown. */
  async loadURL(url: string) {
    record('window.loadURL', url);
    const { contents } = this.control;
    contents.control.loading = true;
    const answer = handlers.get(`protocol ${new URL(url).protocol.slice(0, -1)}`) as
      | ((request: Request) => Promise<Response>)
      | undefined;
    if (answer === undefined) throw new Error(`ERR_UNKNOWN_URL_SCHEME (-302) loading '${url}'`);
    const response = await answer(new Request(has('no-page') ? new URL('missing', url) : url));
    const body = await response.arrayBuffer();
    if (this.isDestroyed()) throw new Error(`ERR_ABORTED (-3) loading '${url}'`);
    if (!response.ok && body.byteLength === 0)
      throw new Error(`ERR_HTTP_RESPONSE_CODE_FAILURE (-379) loading '${url}'`);
    contents.control.arrive(url);
    record('ready-to-show');
    this.emit('ready-to-show');
  }
  async loadFile(file: string) {
    record('window.loadFile', file, readFileSync(file, 'utf8'));
    this.control.contents.control.arrive(`file://${file}`);
  }
  isDestroyed() {
    return !windows.includes(this);
  }
  /** Skips `close`, which could be prevented. */
  destroy() {
    if (this.isDestroyed()) return;
    windows.splice(windows.indexOf(this), 1);
    this.control.contents.control.destroyed = true;
    this.emit('closed');
    if (windows.length === 0 && stage === 'running') rawApp.emit('window-all-closed');
  }
  show() {
    record('window.show');
    this.control.shown = true;
  }
  focus() {
    record('window.focus');
  }
  restore() {
    this.control.minimized = false;
    record('window.restore');
  }
  isMinimized() {
    return this.control.minimized;
  }
  isVisible() {
    return this.control.shown;
  }
  maximize() {
    record('window.maximize');
  }
  isMaximized() {
    return false;
  }
  getNormalBounds() {
    return this.control.bounds;
  }
  setBackgroundColor(color: string) {
    this.control.background = color;
  }
  hide() {
    this.control.shown = false;
    record('window.hide');
  }
  close() {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    this.destroy();
  }
}
/** `new BrowserWindow` gives the program the strict side. */
export const BrowserWindow = new Proxy(StandInWindow, {
  construct: (_target, [options]: [Recorded]) => new StandInWindow(options).control.seen,
});

export const protocol = strict<Electron.Protocol>()('protocol', {
  registerSchemesAsPrivileged: (schemes: unknown) => {
    onlyBefore('protocol.registerSchemesAsPrivileged');
    record('protocol.registerSchemesAsPrivileged', schemes);
  },
  handle: (scheme: string, handler: Handler) => {
    onlyAfter('protocol.handle');
    record('protocol.handle', scheme);
    handlers.set(`protocol ${scheme}`, handler);
  },
});

const defaultSession = strict<Electron.Session>()('session.defaultSession', {
  setPermissionRequestHandler: (handler: Handler) => void handlers.set('permission request', handler),
  setPermissionCheckHandler: (handler: Handler) => void handlers.set('permission check', handler),
  setDevicePermissionHandler: (handler: Handler) => void handlers.set('device permission', handler),
  resolveProxy: async () => 'DIRECT',
});
export const session = strict<typeof Electron.session>()(
  'session',
  {
    defaultSession,
    fromPartition: (name: string, options: unknown) => {
      record('session.fromPartition', name, options);
      return { setProxy: async (config: unknown) => record('session.setProxy', config) } as never;
    },
  },
  { before: () => onlyAfter('session') },
);

export const net = strict<Electron.Net>()('net', { request: netRequest }, { before: () => onlyAfter('net') });
export const autoUpdater = strict<Electron.AutoUpdater>()('autoUpdater', new EventEmitter());
const rawIpcMain = new EventEmitter();
export const ipcMain = strict<Electron.IpcMain>()('ipcMain', rawIpcMain);
let toPages: (channel: string, args: readonly unknown[]) => void = () => {};
export const standIn = {
  app: rawApp,
  /** Gets what the windows are sent from now on. */
  toPages: (listener: typeof toPages) => {
    toPages = listener;
  },
  calls,
  handlers,
  ipcMain: rawIpcMain,
  windows,
  becomeReady: () => {
    // The name of the entry in the system's key store is taken now, whatever the app is called later.
    keysName = appName;
    ready.is = true;
    readiness.resolve();
  },
  sawNoAsar: () => sawNoAsar,
  /** Name of the entry that seals. */
  keysName: () => keysName,
  portMain,
  ...systemParts,
};
export type StandIn = typeof standIn;

export {
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  Menu,
  nativeImage,
  nativeTheme,
  powerMonitor,
  safeStorage,
  screen,
  shell,
  Tray,
} from './stand-in-system.ts';

/** For what is loaded later, and by `require`. */
const exported = { app, autoUpdater, net, session, shell };
Object.assign(globalThis, { skilldeckElectron: standIn, skilldeckElectronModule: exported });

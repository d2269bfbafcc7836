/**
 * Replaces the package `electron` where there is no binary: only records calls, and lets a test act as the system.
 * Loaded by Node itself, through the hook in `load-desktop.ts`, so a test reaches this instance through `globalThis`,
 * not by importing it.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';

type Handler = (...args: never[]) => unknown;
export type Recorded = Readonly<Record<string, unknown>>;

const scenario = process.env.SKILLDECK_STAND_IN ?? '';
const has = (word: string) => scenario.split(' ').includes(word);

/** In call order: `app.enableSandbox`, `protocol.handle`, … */
const calls: { readonly name: string; readonly args: readonly unknown[] }[] = [];
const record = (name: string, ...args: unknown[]) => void calls.push({ name, args });

const ready = Promise.withResolvers<void>();
const handlers = new Map<string, Handler>();

class StandInApp extends EventEmitter {
  get isPackaged() {
    return has('packaged');
  }
  setAsDefaultProtocolClient(scheme: string) {
    record('app.setAsDefaultProtocolClient', scheme);
    return true;
  }
  setPath(name: string, value: string) {
    record('app.setPath', name, value);
  }
  requestSingleInstanceLock() {
    record('app.requestSingleInstanceLock');
    return !has('second');
  }
  enableSandbox() {
    record('app.enableSandbox');
  }
  whenReady() {
    return ready.promise;
  }
  getPreferredSystemLanguages() {
    return ['en-GB'];
  }
  getLocale() {
    return 'en';
  }
  setAboutPanelOptions(options: unknown) {
    record('app.setAboutPanelOptions', options);
  }
  /** Follows Electron: asks, closes the windows, and ends. */
  quit() {
    record('app.quit');
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    for (const window of [...windows]) window.close();
    this.emit('will-quit', { preventDefault: () => {} });
    record('ended');
  }
  exit(code: number) {
    record('app.exit', code);
  }
}
export const app = new StandInApp();

export interface StandInContents extends EventEmitter {
  readonly mainFrame: { readonly url: string };
  loading: boolean;
  readonly openHandler: (details: { readonly url: string }) => unknown;
}

class Contents extends EventEmitter implements StandInContents {
  mainFrame = { url: '' };
  loading = false;
  isLoading() {
    return this.loading;
  }
  send(channel: string, ...args: readonly unknown[]) {
    record('webContents.send', channel, ...args);
  }
  reload() {
    record('webContents.reload');
  }
  async printToPDF(options: unknown) {
    record('webContents.printToPDF', options);
    if (has('no-printer')) throw new Error('Failed to generate PDF');
    return Buffer.from('%PDF-');
  }
  openHandler: StandInContents['openHandler'] = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: StandInContents['openHandler']) {
    this.openHandler = handler;
  }
}

const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  static getAllWindows() {
    return [...windows];
  }
  readonly options: Recorded;
  readonly webContents = new Contents();
  bounds = { x: 10, y: 20, width: 1000, height: 700 };
  shown = false;
  background: unknown;
  constructor(options: Recorded) {
    super();
    this.options = options;
    this.background = options.backgroundColor;
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(url: string) {
    record('window.loadURL', url);
    this.webContents.mainFrame = { url };
  }
  async loadFile(file: string) {
    record('window.loadFile', file, readFileSync(file, 'utf8'));
  }
  isDestroyed() {
    return !windows.includes(this);
  }
  /** Skips `close`, which could be prevented. */
  destroy() {
    windows.splice(windows.indexOf(this), 1);
    this.emit('closed');
  }
  show() {
    this.shown = true;
  }
  focus() {
    record('window.focus');
  }
  restore() {
    record('window.restore');
  }
  isMinimized() {
    return true;
  }
  maximize() {
    record('window.maximize');
  }
  isMaximized() {
    return false;
  }
  getNormalBounds() {
    return this.bounds;
  }
  setBackgroundColor(color: string) {
    this.background = color;
  }
  hide() {
    this.shown = false;
    record('window.hide');
  }
  close() {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    this.destroy();
  }
}

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown) => record('protocol.registerSchemesAsPrivileged', schemes),
  handle: (scheme: string, handler: Handler) => {
    record('protocol.handle', scheme);
    handlers.set(`protocol ${scheme}`, handler);
  },
};

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: Handler) => void handlers.set('permission request', handler),
    setPermissionCheckHandler: (handler: Handler) => void handlers.set('permission check', handler),
    setDevicePermissionHandler: (handler: Handler) => void handlers.set('device permission', handler),
  },
};

export const shell = {
  openExternal: async (url: string) => record('shell.openExternal', url),
  openPath: async (path: string) => record('shell.openPath', path),
};
export const dialog = {
  showErrorBox: (title: string, text: string) => record('dialog.showErrorBox', title, text),
  /** Answered with the first button. */
  showMessageBox: async (_window: unknown, options: unknown) => {
    record('dialog.showMessageBox', options);
    return { response: 0 };
  },
};
export const clipboard = { writeText: (text: string) => record('clipboard.writeText', text) };
export const ipcMain = new EventEmitter();
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };

let menu: unknown;
export const Menu = {
  buildFromTemplate: (template: unknown) => ({
    template,
    popup: () => record('menu.popup', template),
  }),
  setApplicationMenu: (built: { readonly template: unknown }) => {
    menu = built.template;
  },
};

export const nativeImage = {
  createFromBuffer: (buffer: Uint8Array, options: unknown) => {
    record('nativeImage.createFromBuffer', Buffer.from(buffer).subarray(1, 4).toString(), options);
    return { setTemplateImage: () => {} };
  },
};

let trayMenu: unknown;
export class Tray extends EventEmitter {
  setToolTip(text: string) {
    record('tray.setToolTip', text);
  }
  setContextMenu(built: { readonly template: unknown }) {
    trayMenu = built.template;
  }
}

const keys = new Map<string, () => void>();
export const globalShortcut = {
  register: (key: string, onPress: () => void) => {
    if (has('key-taken')) return false;
    keys.set(key, onPress);
    return true;
  },
  unregister: (key: string) => void keys.delete(key),
};

class Theme extends EventEmitter {
  #source = 'system';
  get themeSource() {
    return this.#source;
  }
  set themeSource(source: string) {
    this.#source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors() {
    return this.#source === 'dark';
  }
}
export const nativeTheme = new Theme();

/** Inverts every bit: enough to show that the key is not on disk in plain text. */
const turned = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => (has('basic-text') ? 'basic_text' : 'gnome_libsecret'),
  encryptStringAsync: async (text: string) => turned(Buffer.from(text)),
  decryptStringAsync: async (sealed: Buffer) => ({ result: turned(sealed).toString(), shouldReEncrypt: false }),
};

export const standIn = {
  app,
  calls,
  handlers,
  ipcMain,
  nativeTheme,
  windows,
  becomeReady: () => ready.resolve(),
  menu: () => menu,
  trayMenu: () => trayMenu,
  /** Held for the whole system, by accelerator. */
  keys,
};
export type StandIn = typeof standIn;

Object.assign(globalThis, { skilldeckElectron: standIn });

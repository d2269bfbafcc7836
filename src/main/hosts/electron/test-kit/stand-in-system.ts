/** The parts of the stand-in that belong to the system: dialogs, menus, tray, screen, keys and themes. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { safeStorageOf } from './safe-storage.ts';
import { has, onlyAfter, onlyBefore, ready, record } from './stand-in-log.ts';
import { strict } from './strict.ts';

export const shell = strict<Electron.Shell>()('shell', {
  openExternal: async (url: string) => record('shell.openExternal', url),
  openPath: async (file: string) => record('shell.openPath', file),
  showItemInFolder: (file: string) => record('shell.showItemInFolder', file),
});
export const dialog = strict<Electron.Dialog>()('dialog', {
  showErrorBox: (title: string, text: string) => record('dialog.showErrorBox', title, text),
  /** Answered with the first button, or the second in a scenario with `second-button`. With a window, or alone. */
  showMessageBox: async (...given: readonly unknown[]) => {
    onlyAfter('dialog.showMessageBox');
    record('dialog.showMessageBox', given.at(-1));
    return { response: has('second-button') ? 1 : 0 };
  },
});
export const clipboard = strict<Electron.Clipboard>()('clipboard', {
  writeText: (text: string) => record('clipboard.writeText', text),
});
export const crashReporter = strict<Electron.CrashReporter>()('crashReporter', {
  start: (options: unknown) => {
    onlyBefore('crashReporter.start');
    record('crashReporter.start', options);
  },
});
export const screen = strict<Electron.Screen>()(
  'screen',
  { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
  { before: () => onlyAfter('screen') },
);
const rawPowerMonitor = new EventEmitter();
export const powerMonitor = strict<Electron.PowerMonitor>()('powerMonitor', rawPowerMonitor, {
  before: () => onlyAfter('powerMonitor'),
});

let menu: unknown;
export const Menu = strict<typeof Electron.Menu>()('Menu', {
  buildFromTemplate: (template: unknown) => ({ template, popup: () => record('menu.popup', template) }),
  setApplicationMenu: (built: { readonly template: unknown }) => {
    menu = built.template;
  },
});

export const nativeImage = strict<typeof Electron.nativeImage>()('nativeImage', {
  createFromBuffer: (buffer: Uint8Array, options: unknown) => {
    record('nativeImage.createFromBuffer', Buffer.from(buffer).subarray(1, 4).toString(), options);
    return { setTemplateImage: () => {} };
  },
});

let trayMenu: unknown;
class StandInTray extends EventEmitter {
  constructor() {
    super();
    onlyAfter('Tray');
  }
  setToolTip(text: string) {
    record('tray.setToolTip', text);
  }
  setContextMenu(built: { readonly template: unknown }) {
    trayMenu = built.template;
  }
}
export const Tray = new Proxy(StandInTray, { construct: () => strict<Electron.Tray>()('Tray', new StandInTray()) });

const keys = new Map<string, () => void>();
export const globalShortcut = strict<Electron.GlobalShortcut>()(
  'globalShortcut',
  {
    register: (key: string, onPress: () => void) => {
      if (has('key-taken')) return false;
      keys.set(key, onPress);
      return true;
    },
    unregister: (key: string) => void keys.delete(key),
  },
  { before: () => onlyAfter('globalShortcut') },
);

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
const rawTheme = new Theme();
export const nativeTheme = strict<Electron.NativeTheme>()('nativeTheme', rawTheme);

const { storage, answerPrompt, unlock } = safeStorageOf(has, () => ready.is);
export const safeStorage = strict<Electron.SafeStorage>()('safeStorage', storage);

/** Parts that a test reaches. */
export const systemParts = {
  nativeTheme: rawTheme,
  powerMonitor: rawPowerMonitor,
  menu: () => menu,
  trayMenu: () => trayMenu,
  /** Held for the whole system, by accelerator. */
  keys,
  /** The person answers the keyring's prompt, or opens what was locked. */
  answerPrompt,
  unlock,
};

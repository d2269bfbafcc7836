/** The desktop app: one instance, one window, one core. */
import path from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, shell } from 'electron';
import type { SettingsView } from '../../../shared/contract.ts';
import { messageOf } from '../../../shared/errors.ts';
import { FRONT_REQUEST, MENU_CHANNEL, type MenuCommand, PROMPT_CHANNEL } from '../../../shared/preload-protocol.ts';
import type { AppHandle, CreateApp } from '../../api/app-handle.ts';
import { dataFolder } from '../../config/data-folder.ts';
import { catchBugs } from '../../lib/bugs.ts';
import { createFileLog } from '../../lib/log.ts';
import { electronArguments } from './arguments.ts';
import { acceptPorts } from './core-ports.ts';
import { receiveLinks } from './deep-links.ts';
import { applyRememberedTheme, followSettings } from './follow-settings.ts';
import { globalKey } from './global-key.ts';
import { guardPages, guardPermissions } from './guards.ts';
import { systemKeyStore } from './key-store.ts';
import { openMainWindow } from './main-window.ts';
import { type MenuTarget, offerContextMenu, setMenu } from './menu.ts';
import { type MenuWords, menuWords } from './menu-words.ts';
import { registerPageScheme, servePage } from './page-scheme.ts';
import { printPdf } from './print-pdf.ts';
import { bringBackPage } from './renderer-crash.ts';
import { openTray } from './tray.ts';
import { isTrustedSender } from './trusted-sender.ts';

/** Milliseconds for runs to stop and the database to close; quitting takes no longer. */
const LONGEST_CLOSING_MS = 20_000;

export interface DesktopOptions {
  readonly createApp: CreateApp;
  /** Skilldeck's version. */
  readonly version: string;
  /** The built page and the built preload. */
  readonly pageDir: string;
  readonly preload: string;
}

/** Returns at once: Electron is not ready before its entry has run to the end, so nothing there may wait for it. */
export function runDesktop(options: DesktopOptions): void {
  const given = electronArguments(process.argv);
  const home = dataFolder(given.home);
  const log = createFileLog(path.join(home, 'skilldeck.log'));
  // Chromium's own files, and with them the lock of the single instance: one for each data folder.
  app.setPath('userData', path.join(home, 'electron'));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.enableSandbox();
  registerPageScheme();
  guardPages();
  catchBugs(log, () => app.quit());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const links = receiveLinks(process.argv);
  void start({ ...options, given, home, log, links });
}

interface StartOptions extends DesktopOptions {
  readonly given: ReturnType<typeof electronArguments>;
  readonly home: string;
  readonly log: ReturnType<typeof createFileLog>;
  readonly links: ReturnType<typeof receiveLinks>;
}

async function start({ createApp, version, pageDir, preload, given, home, log, links }: StartOptions): Promise<void> {
  await app.whenReady();
  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? app.getLocale();
  let words = menuWords('system', systemLanguage);
  guardPermissions();
  servePage(pageDir);
  app.setAboutPanelOptions({ applicationName: 'Skilldeck', applicationVersion: version, version: '' });
  applyRememberedTheme(home);

  const stores = Promise.all([systemKeyStore(home, log), systemKeyStore(home, log, 'skill-secrets')]);
  const core = stores.then(([keyStore, secretStore]) =>
    createApp({
      ...given,
      home,
      host: 'electron',
      access: 'write',
      keyStore,
      secretStore,
      systemLanguage,
      reveal: showItem,
      printPdf,
    }),
  );
  let main: BrowserWindow | undefined;
  closeBeforeQuit(core, () => main?.hide(), log);
  acceptPorts(
    core.then((handle) => handle.router),
    log,
  );
  let keepRunning = false;
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });
  const open = () => {
    const window = openMainWindow({ home, preload });
    main = window;
    window.on('closed', () => {
      main = undefined;
    });
    offerContextMenu(window, () => words);
    bringBackPage(window, () => words, log);
    // A hidden page keeps running, to notify of answers.
    window.on('close', (event) => {
      if (!keepRunning || quitting) return;
      event.preventDefault();
      window.hide();
    });
    return window;
  };
  const front = () => show(main ?? open());
  const target: MenuTarget = { home, tell: (command: MenuCommand) => tellPage(front(), MENU_CHANNEL, command) };
  setMenu(words, target);
  const setTrayWords = openTray({
    show: front,
    newConversation: () => target.tell('new-conversation'),
    quit: () => app.quit(),
  });
  setTrayWords(words);
  const setKey = globalKey(front, log);
  app.once('will-quit', () => setKey('none'));
  open();
  app.on('activate', front);
  app.on('second-instance', front);
  // A notice was pressed: `window.focus()` of a page shows no window that is hidden.
  ipcMain.on(FRONT_REQUEST, (event) => {
    if (isTrustedSender(event)) front();
  });
  links.deliver((prompt) => tellPage(front(), PROMPT_CHANNEL, prompt));

  try {
    const { router } = await core;
    const ending = new AbortController();
    app.once('will-quit', () => ending.abort());
    const onSettings = (settings: SettingsView) => {
      words = menuWords(settings.language, systemLanguage);
      setMenu(words, target);
      setTrayWords(words);
      setKey(settings.globalShortcut);
      ({ keepRunning } = settings);
    };
    const follower = { home, window: () => main, onSettings };
    followSettings(router, follower, ending.signal).catch((error: unknown) => log.error('settings', error));
  } catch (error) {
    cannotStart(error, words, log);
  }
}

function cannotStart(error: unknown, words: MenuWords, log: StartOptions['log']): void {
  log.error('the core could not be built', error);
  dialog.showErrorBox(words.cannotStart, messageOf(error));
  app.exit(1);
}

/** Quitting waits, out of sight, until runs are stopped, scripts ended and the database closed. */
function closeBeforeQuit(core: Promise<AppHandle>, hide: () => void, log: StartOptions['log']): void {
  let stage: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage === 'closing') return;
    stage = 'closing';
    hide();
    const closed = core.then((handle) => handle.close());
    void Promise.race([closed, rejectAfter(LONGEST_CLOSING_MS)])
      .catch((error: unknown) => log.error('closing', error))
      .then(() => {
        stage = 'closed';
        app.quit();
      });
  });
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`not closed within ${ms} ms`)), ms).unref();
  });
}

async function showItem(absolute: string): Promise<boolean> {
  shell.showItemInFolder(absolute);
  return true;
}

/** Brings the window to the front. */
function show(window: BrowserWindow): BrowserWindow {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return window;
}

/** Sends a message to the page, once it has loaded. */
function tellPage({ webContents }: BrowserWindow, channel: string, message: string): void {
  const tell = () => webContents.send(channel, message);
  if (webContents.isLoading()) webContents.once('did-finish-load', tell);
  else tell();
}

/** The desktop app: one instance, one window, one core. */
import path from 'node:path';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import {
  app,
  type BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  session,
  shell,
  Tray,
} from 'electron';
import type { Settings, SettingsView } from '../../../shared/contract.ts';
import { type ErrorCode, isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import {
  CORE_PORT_CHANNEL,
  FILE_CHANNEL,
  FRONT_REQUEST,
  type GivenFile,
  MENU_CHANNEL,
  type MenuCommand,
  PROMPT_CHANNEL,
} from '../../../shared/window/preload-protocol.ts';
import type { CreateApp } from '../../api.ts';
import { createFileLog, type Log } from '../../lib/crash-records.ts';
import { catchBugs, reportBugs } from '../../lib/errors.ts';
import { makeFolder } from '../../lib/files.ts';
import { askSystemProxy } from '../../lib/network.ts';
import { dataFolder } from '../../settings/environments.ts';
import { electronArguments, receiveFiles, receiveLinks } from './arguments.ts';
import { applyRememberedTheme, closeBeforeQuit, followSettings, offerCopy, type Repair } from './closing.ts';
import { bringBackPage, type Crashes, keepCrashes } from './crashes.ts';
import { examineDesktop } from './doctor.ts';
import { systemKeyStore } from './key-store.ts';
import {
  guardPages,
  guardPermissions,
  isTrustedSender,
  openMainWindow,
  registerPageScheme,
  servePage,
} from './main-window.ts';
import { type MenuTarget, offerContextMenu, setMenu } from './menu.ts';
import { errorText, type MenuWords, menuWords } from './menu-words.ts';
import { printPdf } from './print-pdf.ts';
import { countStart, createUpdates, type FirstStarts, type Installed, startAgain } from './updates.ts';

/** Offers the version before where the system's installer has to bring it back. @returns true if the app ends for it. */
async function offerPackage(installed: Installed | undefined, words: MenuWords): Promise<boolean> {
  if (installed?.kept === undefined) return false;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: `${words.updateFailed}: ${installed.to}`,
    detail: words.updateFailedDetail,
    buttons: [words.tryAgain, words.showInstaller],
    cancelId: 0,
  });
  if (response === 0) return false;
  shell.showItemInFolder(installed.kept);
  app.exit(0);
  return true;
}

/** The exit status of an app that could not start, and has said why: `scripts/lib/electron.mjs` takes it for an answer. */
const CANNOT_START = 70;
/** Name that the installer registers: Windows shows notices only of apps that it knows by such a name. */
const APP_USER_MODEL_ID = 'app.skilldeck.desktop';

export interface DesktopOptions {
  readonly createApp: CreateApp;
  readonly repair: Repair;
  readonly version: string;
  /** The built page and the built preload. */
  readonly pageDir: string;
  readonly preload: string;
  /** Icon of windows on Linux and Windows; macOS takes that of the app. */
  readonly icon: string;
}

/** Returns at once: Electron is not ready before its entry has run to the end, so nothing there may wait for it. */
export function runDesktop(options: DesktopOptions): void {
  // A person's `x.asar` is a file like any other; nothing of ours is in an archive (docs/decisions/0007).
  process.noAsar = true;
  const given = electronArguments(process.argv);
  const home = dataFolder(given.home);
  const log = createFileLog(path.join(home, 'skilldeck.log'));
  // The entry that keeps the keys in the system's store is named after the app, however it was started.
  app.setName('Skilldeck');
  if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_USER_MODEL_ID : process.execPath);
  // Chromium's own files, and with them the lock of the single instance: one for each data folder.
  const userData = path.join(home, 'electron');
  try {
    makeFolder(userData, 0o700);
  } catch {
    // The core says what is wrong with the data folder.
  }
  app.setPath('userData', userData);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const firstStarts = countStart(home, options.version, log);
  if (firstStarts === undefined) return;
  const crashes = keepCrashes(home, options.version);
  crashes.watch();
  // An AppImage is started with it where the system refuses namespaces: the sandbox turned on later leaves no window.
  if (process.argv.includes('--no-sandbox')) log.warn('started with --no-sandbox: pages have no sandbox');
  else app.enableSandbox();
  registerPageScheme();
  guardPages();
  catchBugs(log, (error) => {
    crashes.add('program', error.stack ?? error.message);
    app.quit();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const links = receiveLinks(process.argv);
  const files = receiveFiles(process.argv);
  void start({ ...options, given, home, log, links, files, crashes, firstStarts });
}

interface StartOptions extends DesktopOptions {
  readonly given: ReturnType<typeof electronArguments>;
  readonly home: string;
  readonly log: ReturnType<typeof createFileLog>;
  readonly links: ReturnType<typeof receiveLinks>;
  readonly files: ReturnType<typeof receiveFiles>;
  readonly crashes: Crashes;
  readonly firstStarts: FirstStarts;
}

async function start(options: StartOptions): Promise<void> {
  const { createApp, version, pageDir, preload, icon, home, log, links, files, crashes, firstStarts } = options;
  const { doctor, ...given } = options.given;
  await app.whenReady();
  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? app.getLocale();
  let words = menuWords('system', systemLanguage);
  guardPermissions();
  servePage(pageDir);
  app.setAboutPanelOptions({ applicationName: 'Skilldeck', applicationVersion: version, version: '' });
  applyRememberedTheme(home);
  askSystemProxy((url) => session.defaultSession.resolveProxy(url));
  if (await offerPackage(firstStarts.offer, words)) return;

  const updates = createUpdates({ home, version, log, closeThen: (work) => closing.closeThen(work) });
  const core = createApp({
    ...given,
    home,
    host: 'electron',
    access: 'write',
    keyStore: systemKeyStore(home, log),
    secretStore: systemKeyStore(home, log, 'skill-secrets', 'skill-secrets.key'),
    systemLanguage,
    reveal: showItem,
    printPdf,
    updates,
  });
  let main: BrowserWindow | undefined;
  const closing = closeBeforeQuit(core, log, crashes.closing);
  acceptPorts(
    core.then((handle) => handle.router()),
    log,
    firstStarts.settle,
  );
  let keepRunning = false;
  const failed = (error: unknown) => cannotStart(error, words, options);
  const open = () => {
    const window = openMainWindow({ home, preload, icon, failed });
    main = window;
    window.on('closed', () => {
      main = undefined;
    });
    offerContextMenu(window, () => words);
    bringBackPage(window, () => words, log, {
      isQuitting: closing.isQuitting,
      onGone: (detail) => crashes.add('page', detail),
    });
    // A hidden page keeps running, to notify of answers.
    window.on('close', (event) => {
      if (!keepRunning || closing.isQuitting()) return;
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
  files.deliver(
    (file) => tellPage(front(), FILE_CHANNEL, file),
    (name, error) => dialog.showErrorBox(words.cannotOpen, `${name}: ${messageOf(error)}`),
  );

  try {
    const router = await (await core).router();
    const ending = new AbortController();
    app.once('will-quit', () => ending.abort());
    const onSettings = (settings: SettingsView) => {
      words = menuWords(settings.language, systemLanguage);
      setMenu(words, target);
      setTrayWords(words);
      setKey(settings.globalShortcut);
      ({ keepRunning } = settings);
      updates?.follow(settings);
    };
    const follower = { home, window: () => main, onSettings };
    followSettings(router, follower, ending.signal).catch((error: unknown) => log.error('settings', error));
    if (doctor !== undefined) await examineDesktop({ report: doctor, window: front(), router, log });
  } catch (error) {
    await failed(error);
  }
}

/** Not the version's fault: it would be undone for them where it follows an update. */
const NOT_ITS_FAULT: ReadonlySet<ErrorCode> = new Set(['home-in-use', 'home-unusable', 'database-newer']);

async function cannotStart(error: unknown, words: MenuWords, options: StartOptions): Promise<void> {
  const { home, log, repair, firstStarts } = options;
  log.error('the app could not start', error);
  if (isSkilldeckError(error) && NOT_ITS_FAULT.has(error.code)) firstStarts.excuse();
  try {
    if (await offerCopy(error, home, repair, words)) {
      startAgain();
      return;
    }
  } catch (fault) {
    log.error('going back to a copy of the database', fault);
  }
  dialog.showErrorBox(words.cannotStart, errorText(words, error));
  app.exit(CANNOT_START);
}

async function showItem(absolute: string): Promise<boolean> {
  shell.showItemInFolder(absolute);
  return true;
}

function show(window: BrowserWindow): BrowserWindow {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return window;
}

/** Sends a message to the page, once it has loaded. */
function tellPage({ webContents }: BrowserWindow, channel: string, message: string | GivenFile): void {
  const tell = () => webContents.send(channel, message);
  if (webContents.isLoading()) webContents.once('did-finish-load', tell);
  else tell();
}

/** @returns how to set the key; `none` gives it back. */
function globalKey(onPress: () => void, log: Log): (wanted: Settings['globalShortcut']) => void {
  let held: Settings['globalShortcut'] = 'none';
  return (wanted) => {
    if (wanted === held) return;
    if (held !== 'none') globalShortcut.unregister(held);
    held = wanted;
    if (wanted === 'none' || globalShortcut.register(wanted, onPress)) return;
    held = 'none';
    log.warn(`another program holds the shortcut ${wanted}`);
  };
}

/**
 * @param router comes when the core is built; what a page says before that waits in its port.
 * @param onPage a page has its core.
 */
function acceptPorts(router: Promise<AnyRouter>, log: Log, onPage: () => void): void {
  const handler = router.then((built) => new RPCHandler(built, { interceptors: [reportBugs(log)] }));
  // The builder of the core reports the error; here it only means that no port is answered.
  handler.catch(() => {});
  ipcMain.on(CORE_PORT_CHANNEL, (event) => {
    const [port, ...more] = event.ports;
    if (port === undefined || more.length > 0 || !isTrustedSender(event)) {
      log.warn(`a port from ${event.senderFrame?.url ?? 'a frame that is gone'} was refused`);
      for (const refused of event.ports) refused.close();
      return;
    }
    handler.then(
      (ready) => {
        ready.upgrade(port, { context: {} });
        port.start();
        onPage();
      },
      () => port.close(),
    );
  });
}

/** Two cards, one behind the other: PNG, 32 by 32, drawn at 16 by 16. A Mac draws its own colour into the black one. */
const ICON =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAk0lEQVR42u3X0QnAIAwEUDfoKA7mMI6S0RzBKrTQjxZyMUEK93GfrQ85SExHKWlnEgF/A+QRGelg5Pp2CTB/0AyH32lvCAQgC4c/b8IM6E4JLeG84roToOmLCuDR9mwFeLa9WgCebc8WgHfbCSCAAHgYRQHU4zgCAC0kIWMXWckICFm9EEDI8omu5e7rN19GBHzlBBVYRyOLtyejAAAAAElFTkSuQmCC';
const BLACK_ICON =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAd0lEQVR42u2WwQ3AIAwD2SijMkpGYwTKo0h9EidpHtiSnygnZMlujaJskmVdnkbr+9Z9fADHt4cXQh3Hvz8BawY5PSO9EuAkL7+lXVCAyLR3BCAy7YIARKedAAQggLmMsgCO6zgDwDRIymuXAOXTq3x8ls9v6i49ynSy5zKNn2cAAAAASUVORK5CYII=';

interface TrayTarget {
  readonly show: () => void;
  readonly newConversation: () => void;
  readonly quit: () => void;
  readonly platform?: NodeJS.Platform;
}

/** @returns how to set its words; again when the language changes. */
function openTray(target: TrayTarget): (words: MenuWords) => void {
  const { show, newConversation, quit, platform = process.platform } = target;
  const mac = platform === 'darwin';
  const icon = nativeImage.createFromBuffer(Buffer.from(mac ? BLACK_ICON : ICON, 'base64'), { scaleFactor: 2 });
  icon.setTemplateImage(mac);
  const tray = new Tray(icon);
  tray.setToolTip('Skilldeck');
  // A Mac opens the menu with the press itself.
  if (!mac) tray.on('click', show);
  return (words) =>
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words.openWindow, click: show },
        { label: words.newConversation, click: newConversation },
        { type: 'separator' },
        { label: words.quit, click: quit },
      ]),
    );
}

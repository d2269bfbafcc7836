import { BrowserWindow, nativeTheme, screen } from 'electron';
import { messageOf } from '../../../shared/errors.ts';
import { PAGE_URL } from './page-scheme.ts';
import { fittingBounds, LEAST_SIZE, readWindowState, writeWindowState } from './window-state.ts';

/** `--color-canvas` of `src/renderer/styles.css`: shown until the page's first paint. */
const GROUND = { light: '#fdfcfa', dark: '#201e1c' };
/** Milliseconds of rest after which a move or a resize is written down. */
const REST_MS = 400;

export interface WindowOptions {
  readonly home: string;
  /** The built preload, a CommonJS file: a sandboxed preload can be nothing else. */
  readonly preload: string;
  readonly icon: string;
  /** The page could not be loaded. */
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

/** Restores a page whose process ended, out of memory or by a fault: the core has everything that it showed. */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Log } from '../../lib/log.ts';
import type { MenuWords } from './menu-words.ts';

/** Milliseconds: a page that is gone again so soon will go again, so the person is asked first. */
const SOON_MS = 60_000;

interface PageWatch {
  /** True from when the app begins to end: its pages are gone then because it ends. */
  readonly isQuitting: () => boolean;
  readonly onGone: (detail: string) => void;
}

export function bringBackPage(
  window: BrowserWindow,
  words: () => MenuWords,
  log: Log,
  { isQuitting, onGone }: PageWatch,
): void {
  let before = Number.NEGATIVE_INFINITY;
  const isAgain = () => {
    const soon = performance.now() - before < SOON_MS;
    before = performance.now();
    return soon;
  };
  window.webContents.on('render-process-gone', async (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || isQuitting()) return;
    log.error(`the page's process is gone: ${reason}, status ${exitCode}`);
    onGone(`${reason}, status ${exitCode}`);
    if (isAgain()) {
      const { pageGone, pageGoneDetail, reload, quit } = words();
      const asked = { type: 'error' as const, message: pageGone, detail: pageGoneDetail };
      const { response } = await dialog.showMessageBox(window, { ...asked, buttons: [reload, quit], cancelId: 0 });
      if (response === 1) {
        app.quit();
        return;
      }
    }
    if (!window.isDestroyed()) window.webContents.reload();
  });
}

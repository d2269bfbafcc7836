/** Keeps what ended unexpectedly, on this computer alone: minidumps by Crashpad, and a record of each. */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, crashReporter, dialog } from 'electron';
import { addCrash, type CrashRecord, dumpFolder, type Log } from '../../lib/crash-records.ts';
import { makeFolder } from '../../lib/files.ts';
import type { MenuWords } from './menu-words.ts';

// Restores a page whose process ended, out of memory or by a fault: the core has everything that it showed.

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

export type Crashes = ReturnType<typeof keepCrashes>;

export function keepCrashes(home: string, version: string) {
  const dumps = dumpFolder(home);
  const add = (what: CrashRecord['what'], detail: string) =>
    addCrash(home, { at: new Date().toISOString(), version, what, detail });
  try {
    makeFolder(dumps, 0o700);
    app.setPath('crashDumps', dumps);
    crashReporter.start({ uploadToServer: false });
  } catch {
    // The core says what is wrong with the data folder.
  }
  const running = path.join(home, 'crashes', 'running');
  const closing = () => rmSync(running, { force: true });
  return {
    add,
    /** The app begins to close; the system may give it no time to end. */
    closing,
    /**
     * From now on until the app quits, an end without a word is a crash too. Call in the instance that holds the lock: it
     * finds what the one before it left.
     */
    watch() {
      if (existsSync(running)) add('program', 'Skilldeck ended without closing.');
      try {
        writeFileSync(running, String(process.pid), { mode: 0o600 });
      } catch {
        // The core reports that, too.
      }
      app.on('quit', closing);
      app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
        if (reason !== 'clean-exit' && reason !== 'killed') add('helper', `${type}: ${reason}, status ${exitCode}`);
      });
    },
  };
}

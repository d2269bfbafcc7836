/** The end of the app: runs are stopped, scripts ended and the database closed first. */
import { app, BrowserWindow, type Event, powerMonitor } from 'electron';
import type { AppHandle } from '../../api/app-handle.ts';
import type { Log } from '../../lib/log.ts';

/** Milliseconds for that; quitting takes no longer. */
const LONGEST_CLOSING_MS = 20_000;

/** Before the app is ready. Quitting waits, out of sight, until the core is closed; the end of the user's session does not. */
export function closeBeforeQuit(core: Promise<AppHandle>, log: Log, onClosing: () => void) {
  let stage: 'open' | 'closing' | 'closed' = 'open';
  let systemEnds = false;
  const hide = () => {
    for (const window of BrowserWindow.getAllWindows()) window.hide();
  };
  const close = (then: () => void = () => app.quit()) => {
    if (stage !== 'open') return;
    stage = 'closing';
    onClosing();
    const closed = core.then((handle) => handle.close());
    void Promise.race([closed, rejectAfter(LONGEST_CLOSING_MS)])
      .catch((error: unknown) => log.error('closing', error))
      .then(() => {
        stage = 'closed';
        then();
      });
  };
  app.on('before-quit', (event) => {
    // On macOS this would cancel the logout.
    if (stage === 'closed' || systemEnds) return;
    event.preventDefault();
    hide();
    close();
  });
  const end = () => {
    systemEnds = true;
    close();
  };
  void app.whenReady().then(() => {
    // macOS and Linux: the system waits a little for an app that asks it to, and ends by itself.
    powerMonitor.on('shutdown', (event?: Event) => {
      event?.preventDefault();
      end();
    });
  });
  // Windows notifies the windows of an app, not the app.
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', end);
  });
  return {
    /** True from when the app begins to end. */
    isQuitting: () => stage !== 'open',
    /** Closes as for quitting, then does `work`, which ends the app. */
    closeThen(work: () => void) {
      hide();
      close(work);
    },
  };
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`not closed within ${ms} ms`)), ms).unref();
  });
}

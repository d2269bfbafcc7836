/** The end of the app: runs are stopped, scripts ended and the database closed first. */

import type { ContractRouterClient } from '@orpc/contract';
import { type AnyRouter, createRouterClient } from '@orpc/server';
import { app, BrowserWindow, dialog, type Event, nativeTheme, powerMonitor } from 'electron';
import type { Contract, SettingsView } from '../../../shared/contract.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { RepairChoice, RepairReport } from '../../../shared/window/database-repair.ts';
import type { AppHandle } from '../../api.ts';
import type { Log } from '../../lib/crash-records.ts';
import { ground } from './main-window.ts';
import { errorText, type MenuWords } from './menu-words.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

// The data is from a newer Skilldeck: the copy that it made before it changed the format, put back if the person wants.

/** @throws SkilldeckError, where there is nothing to repair. */
export type Repair = (home: string, choice: RepairChoice) => RepairReport;

/** True where the copy is in place, and the app can start again. The newer database is moved aside. */
export async function offerCopy(error: unknown, home: string, repair: Repair, words: MenuWords): Promise<boolean> {
  if (!isSkilldeckError(error) || error.code !== 'database-newer') return false;
  const [latest] = repair(home, {}).backups;
  if (latest === undefined) return false;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: words.newerData,
    detail: `${words.newerDataDetail}\n\n${words.copyOf} ${new Date(latest.at).toLocaleString(app.getLocale())}\n${errorText(words, error)}`,
    buttons: [words.quit, words.restoreCopy],
    defaultId: 0,
    cancelId: 0,
  });
  if (response !== 1) return false;
  repair(home, { restore: latest.name });
  return true;
}

/** Applies the user's settings to system elements: the window's frame, the menus' language, the key, the tray. */
export interface SettingsFollower {
  readonly home: string;
  readonly window: () => BrowserWindow | undefined;
  readonly onSettings: (settings: SettingsView) => void;
}

/** The theme of the last time, before there is a core to ask. */
export function applyRememberedTheme(home: string): void {
  nativeTheme.themeSource = readWindowState(home).theme;
}

/** Ends when `signal` says so, or with the core. */
export async function followSettings(
  router: AnyRouter,
  follower: SettingsFollower,
  signal: AbortSignal,
): Promise<void> {
  // The router implements the contract; its type says only that it is one.
  const client = createRouterClient(router, { context: {} }) as ContractRouterClient<Contract>;
  const paint = () => {
    follower.window()?.setBackgroundColor(ground());
  };
  nativeTheme.on('updated', paint);
  try {
    for await (const settings of await client.settings.watch({}, { signal })) {
      const { theme } = settings;
      const before = readWindowState(follower.home);
      if (before.theme !== theme) writeWindowState(follower.home, { ...before, theme });
      nativeTheme.themeSource = theme;
      follower.onSettings(settings);
    }
  } finally {
    nativeTheme.off('updated', paint);
  }
}

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

/** Applies the user's settings to system elements: the window's frame, the menus' language, the key, the tray. */
import type { ContractRouterClient } from '@orpc/contract';
import { type AnyRouter, createRouterClient } from '@orpc/server';
import { type BrowserWindow, nativeTheme } from 'electron';
import type { Contract, SettingsView } from '../../../shared/contract.ts';
import { ground } from './main-window.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

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

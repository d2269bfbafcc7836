/** Opens the window in a separate process, if there is an Electron binary and a display. Downloads nothing. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DesktopOutcome } from './deps.ts';

/** Type of `scripts/lib/electron.mjs`, which `npm start` uses too. */
interface ElectronFinder {
  findElectron(): string | undefined;
  whyNoWindow(): string | undefined;
  openWindow(file: string, args: readonly string[]): Promise<DesktopOutcome>;
}

/** @param root the repository */
export async function launchDesktop(root: string, args: readonly string[]): Promise<DesktopOutcome> {
  const finder = pathToFileURL(path.join(root, 'scripts', 'lib', 'electron.mjs')).href;
  const { findElectron, openWindow, whyNoWindow } = (await import(/* @vite-ignore */ finder)) as ElectronFinder;
  const obstacle = whyNoWindow();
  if (obstacle !== undefined) return { reason: obstacle };
  const binary = findElectron();
  if (binary === undefined) return { reason: 'Electron has not been fetched; npm start does' };
  return openWindow(binary, args);
}

/** Opens the window in a separate process, if there is an Electron binary and a display. Downloads nothing. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DesktopOutcome } from './deps.ts';

/** Type of `scripts/lib/electron.mjs`, which `npm start` uses too. */
interface ElectronFinder {
  findElectron(): string | undefined;
  whyNoWindow(): string | undefined;
}

/** @param root the repository */
export async function launchDesktop(root: string, args: readonly string[]): Promise<DesktopOutcome> {
  const finder = pathToFileURL(path.join(root, 'scripts', 'lib', 'electron.mjs')).href;
  const { findElectron, whyNoWindow } = (await import(/* @vite-ignore */ finder)) as ElectronFinder;
  const obstacle = whyNoWindow();
  if (obstacle !== undefined) return { reason: obstacle };
  const binary = findElectron();
  if (binary === undefined) return { reason: 'Electron has not been fetched; npm start does' };
  const entry = path.join(root, 'out', 'main', 'index.js');
  return new Promise((resolve) => {
    const child = spawn(binary, [entry, ...args], { stdio: 'inherit' });
    child.once('error', (error) => resolve({ reason: error.message }));
    child.once('exit', (code, signal) => resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1) }));
  });
}

/** The built desktop app, where there is an Electron to run it. */
import path from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { findElectron, whyNoWindow } from '../../scripts/lib/electron.mjs';
import type { ServeWith } from './served-app.ts';

/** Entry that `npm start` uses: a folder, whose package.json names the app. */
const ENTRY = path.join(import.meta.dirname, '..', '..');

export interface DesktopApp {
  readonly page: Page;
  close(): Promise<void>;
}

/** Reason why the desktop app cannot be tested here; undefined where it can. */
export function whyNoDesktop(): string | undefined {
  return findElectron() === undefined ? 'there is no Electron binary here' : whyNoWindow();
}

export async function startDesktop(
  { home, userHome, model }: Omit<ServeWith, 'port'>,
  locale: string,
): Promise<DesktopApp> {
  const executablePath = findElectron();
  if (executablePath === undefined) throw new Error('There is no Electron binary.');
  const args = [ENTRY, '--home', home, `--lang=${locale}`];
  if (model !== undefined) args.push('--base-url', model.baseUrl, '--model', model.name);
  const { PATH = '', DISPLAY = '', WAYLAND_DISPLAY = '', XAUTHORITY = '', XDG_RUNTIME_DIR = '' } = process.env;
  const env = {
    PATH,
    DISPLAY,
    WAYLAND_DISPLAY,
    XAUTHORITY,
    XDG_RUNTIME_DIR,
    LANG: `${locale.replace('-', '_')}.UTF-8`,
  };
  const app = await _electron.launch({
    executablePath,
    args,
    cwd: userHome,
    env: { ...env, HOME: userHome, USERPROFILE: userHome },
  });
  return { page: await app.firstWindow(), close: () => app.close() };
}

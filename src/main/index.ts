/** The desktop app as a program: Electron's entry. */
import path from 'node:path';
import { createApp } from './app.ts';
import { runDesktop } from './host/electron/desktop.ts';

const built = path.join(import.meta.dirname, '..');

runDesktop({
  createApp,
  pageDir: path.join(built, 'renderer'),
  preload: path.join(built, 'preload', 'index.cjs'),
});

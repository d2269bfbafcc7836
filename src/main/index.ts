/** The desktop app as a program: Electron's entry. */
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { createApp, repairDatabase } from './app.ts';
import { runDesktop } from './hosts/electron/desktop.ts';

const built = path.join(import.meta.dirname, '..');

runDesktop({
  createApp,
  repair: repairDatabase,
  version: packageFile.version,
  pageDir: path.join(built, 'renderer'),
  preload: path.join(built, 'preload', 'index.cjs'),
  icon: path.join(built, '..', 'packaging', 'desktop', 'icons', '256x256.png'),
});

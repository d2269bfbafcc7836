/** Kind of installation of this program, and the place of its newer versions. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { load } from 'js-yaml';

export type PackageKind = 'AppImage' | 'deb' | 'rpm' | 'mac' | 'nsis';

/** Written by electron-builder where the build was given an address of updates. */
const FEED = 'app-update.yml';
/** The same, in a deb and an rpm. */
const PACKAGE_TYPE = 'package-type';

const resource = (name: string): string => path.join(process.resourcesPath, name);

/** Undefined where nothing updates it: a checkout, a build without an address, a package that is only unpacked. */
export function packageKind(): PackageKind | undefined {
  if (!app.isPackaged || !existsSync(resource(FEED))) return undefined;
  if (process.platform === 'darwin') return 'mac';
  if (process.platform === 'win32') return 'nsis';
  if (process.env.APPIMAGE !== undefined) return 'AppImage';
  if (!existsSync(resource(PACKAGE_TYPE))) return undefined;
  const type = readFileSync(resource(PACKAGE_TYPE), 'utf8').trim();
  return type === 'deb' || type === 'rpm' ? type : undefined;
}

/** Host that is asked for updates. */
export function feedHost(): string {
  const { url } = load(readFileSync(resource(FEED), 'utf8')) as { readonly url: string };
  return new URL(url).host;
}

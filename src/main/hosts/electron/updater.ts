/** electron-updater, so that it tells the server nothing about this computer. A program in the build that only the desktop has. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater, RpmUpdater } from 'electron-updater';
import { load } from 'js-yaml';
import type { Log } from '../../lib/crash-records.ts';

// Kind of installation of this program, and the place of its newer versions.

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

export function feedHost(): string {
  const { url } = load(readFileSync(resource(FEED), 'utf8')) as { readonly url: string };
  return new URL(url).host;
}

const UPDATERS = {
  AppImage: AppImageUpdater,
  deb: DebUpdater,
  rpm: RpmUpdater,
  mac: MacUpdater,
  nsis: NsisUpdater,
} as const satisfies Record<PackageKind, new () => AppUpdater>;

/** It would send a lasting number of this installation with each request, and keep it in a file. */
const ANONYMOUS = {
  stagingUserIdPromise: { value: Promise.resolve('') },
  computeFinalHeaders: (headers: Record<string, string>) => {
    const { 'x-user-staging-id': _id, ...others } = headers;
    return others;
  },
  isUserWithinRollout: () => true,
};

export interface UpdaterEvents {
  readonly onProgress: (percent: number) => void;
  /** It is whole, and will be installed on quit where that was asked for. */
  readonly onDownloaded: (version: string, file: string) => void;
  /** Any failure, also one that a call below reports. */
  readonly onError: (error: Error) => void;
}

export type Updater = ReturnType<typeof createUpdater>;

export function createUpdater(kind: PackageKind, log: Log, events: UpdaterEvents) {
  const updater = new UPDATERS[kind]();
  Object.assign(updater, ANONYMOUS);
  const line = (message: unknown) => `update: ${String(message)}`;
  updater.logger = {
    info: (message) => log.info(line(message)),
    warn: (message) => log.warn(line(message)),
    error: (message) => log.warn(line(message)),
  };
  updater.autoDownload = false;
  updater.disableWebInstaller = true;
  updater.on('download-progress', ({ percent }) => events.onProgress(percent));
  updater.on('update-downloaded', ({ version, downloadedFile }) => events.onDownloaded(version, downloadedFile));
  updater.on('error', events.onError);
  return {
    /** @param channel name of the server's list. @returns a newer version. Rejects where there is no list. */
    async check(channel: 'latest' | 'beta') {
      updater.channel = channel;
      // Setting the channel turns this on: an older version is never installed over a newer one.
      updater.allowDowngrade = false;
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo : undefined;
    },
    /** Downloads the version that `check` found. Rejects where it is not whole, or not the one that was announced. */
    download: () => updater.downloadUpdate(),
    installOnQuit(on: boolean) {
      updater.autoInstallOnAppQuit = on;
    },
    /** Quits, and starts the new version. @returns false where it could not be installed. */
    install() {
      let failed = false;
      updater.once('error', () => {
        failed = true;
      });
      updater.quitAndInstall(true, true);
      return !failed;
    },
  };
}

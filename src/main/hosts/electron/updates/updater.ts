/** electron-updater, so that it tells the server nothing about this computer. A program in the build that only the desktop has. */
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater, RpmUpdater } from 'electron-updater';
import type { Log } from '../../../lib/crash-records.ts';
import type { PackageKind } from './package-kind.ts';

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

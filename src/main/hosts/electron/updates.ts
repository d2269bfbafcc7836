/** Looks for newer versions, gets them in the background and installs them when the app quits. Off until the person agrees. */
import { app, session, shell } from 'electron';
import type { UpdateInfo } from 'electron-updater';
import type { UpdateFailure, UpdateState } from '../../../shared/contract/updates.ts';
import type { SettingsView } from '../../../shared/contract.ts';
import type { Updates } from '../../api.ts';
import type { Log } from '../../lib/crash-records.ts';
import { startAgain } from './first-starts.ts';
import { changeRecord, keepBefore, readRecord, undo } from './update-record.ts';
import { feedHost, type PackageKind, packageKind, type Updater, type UpdaterEvents } from './updater.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Characters of release notes that are shown. */
const MOST_NOTES = 20_000;

type UpdateSettings = Pick<SettingsView, 'updates' | 'updateChannel' | 'network'>;

interface DesktopUpdates extends Updates {
  /** The person's consent; again at each change. */
  follow(wish: UpdateSettings): void;
}

interface UpdatesOptions {
  readonly home: string;
  readonly version: string;
  readonly log: Log;
  /** Closes the core, then does `work`, which ends the app. */
  readonly closeThen: (work: () => void) => void;
}

/** Undefined where nothing updates this program. */
export function createUpdates(options: UpdatesOptions): DesktopUpdates | undefined {
  const kind = packageKind();
  if (kind === undefined) return undefined;
  const { home, version, log } = options;
  const way = kind === 'deb' || kind === 'rpm' ? 'package' : 'self';
  const { undone } = readRecord(home);
  const shown = shownState({ way, server: feedHost(), status: 'idle', ...(undone === undefined ? {} : { undone }) });
  const { state, set } = shown;
  let file: string | undefined;
  const events: UpdaterEvents = {
    onProgress(percent) {
      const whole = Math.floor(percent);
      if (state().status === 'downloading' && whole !== state().percent) set({ percent: whole });
    },
    onDownloaded(to, downloaded) {
      file = downloaded;
      const program = kind === 'AppImage' ? process.env.APPIMAGE : undefined;
      attempt('keeping the version before an update', () =>
        keepBefore(home, { from: version, to, file: downloaded, program }),
      );
      set({ status: 'ready', version: to, percent: undefined });
    },
    // The file of an AppImage is replaced before the new one is tried: where that fails, this version comes back.
    onError(error) {
      if (state().status !== 'ready') return;
      log.error('installing an update', error);
      attempt('undoing an update', () => undo(home));
    },
  };
  const attempt = (what: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error(what, error);
    }
  };
  const search = createSearch({ ...options, kind, shown, load: once(() => load(kind, log, events, way === 'self')) });
  return {
    state,
    onChange: shown.onChange,
    check: search.check,
    download: search.download,
    follow: search.follow,
    install() {
      if (state().status !== 'ready' || file === undefined) return;
      if (way === 'package') shell.showItemInFolder(file);
      else options.closeThen(search.install);
    },
    undoneSeen() {
      set({ undone: undefined });
      attempt('the record of updates', () => changeRecord(home, ({ undone: _seen, ...record }) => record));
    },
  };
}

interface Shown extends Pick<Updates, 'state' | 'onChange'> {
  set(change: { readonly [K in keyof UpdateState]?: UpdateState[K] | undefined }): void;
}

function shownState(first: UpdateState): Shown {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set(change) {
      state = { ...state, ...change } as UpdateState;
      for (const listener of [...listeners]) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Nothing of it is read before the person agrees, or asks once. */
async function load(kind: PackageKind, log: Log, events: UpdaterEvents, onQuit: boolean): Promise<Updater> {
  const updater = (await import('./updater.ts')).createUpdater(kind, log, events);
  updater.installOnQuit(onQuit);
  return updater;
}

interface Once<T> {
  (): Promise<T>;
  /** Undefined before the first call. */
  readonly begun: () => Promise<T> | undefined;
}

function once<T>(work: () => Promise<T>): Once<T> {
  let begun: Promise<T> | undefined;
  const run = () => {
    begun ??= work();
    return begun;
  };
  return Object.assign(run, { begun: () => begun });
}

interface SearchOptions extends UpdatesOptions {
  readonly kind: PackageKind;
  readonly shown: Shown;
  readonly load: Once<Updater>;
}

function createSearch({ home, log, shown: { state, set }, load }: SearchOptions) {
  let wish: UpdateSettings | undefined;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  const failed = (failure: UpdateFailure, error: unknown) => {
    log.warn(`update: ${error instanceof Error ? error.message : String(error)}`);
    set({ status: 'failed', failure, percent: undefined });
  };

  const look = async () => {
    set({ status: 'checking', failure: undefined });
    try {
      const updater = await load();
      const newer = await updater.check(wish?.updateChannel === 'beta' ? 'beta' : 'latest');
      const checkedAt = new Date().toISOString();
      if (newer === undefined || readRecord(home).refused.includes(newer.version)) {
        set({ status: 'current', version: undefined, notes: undefined, checkedAt });
        return;
      }
      set({ status: 'available', version: newer.version, notes: plainNotes(newer.releaseNotes), checkedAt });
      if (wish?.updates === 'auto') download();
    } catch (error) {
      failed('list', error);
    }
  };

  const isUnderWay = () => state().status === 'downloading' || state().status === 'ready';
  const check = async () => {
    if (isUnderWay()) return;
    checking ??= look().finally(() => {
      checking = undefined;
    });
    await checking;
  };

  function download(): void {
    if (state().version === undefined || isUnderWay()) return;
    set({ status: 'downloading', percent: 0, failure: undefined });
    load()
      .then((updater) => updater.download())
      .catch((error: unknown) => failed(failureOf(error), error));
  }

  return {
    check,
    download,
    install() {
      // The new one starts while this one ends.
      app.releaseSingleInstanceLock();
      void load().then((updater) => {
        if (!updater.install()) startAgain();
      });
    },
    follow(next: UpdateSettings) {
      const on = next.updates === 'ask' || next.updates === 'auto';
      if (on) followNetwork(next.network);
      if (wish?.updates === next.updates && wish?.updateChannel === next.updateChannel) return;
      wish = next;
      clearInterval(timer);
      // A download from before the person changed their mind is not installed.
      void load.begun()?.then((updater) => updater.installOnQuit(on && state().way === 'self'));
      if (!on) return;
      void check();
      timer = setInterval(() => void check(), DAY_MS).unref();
    },
  };
}

/** The updater's own session. It is given no password: that one stays in the core. */
function followNetwork({ proxy = 'system', noProxy = '' }: NonNullable<SettingsView['network']> = {}): void {
  const mode = proxy === 'system' ? 'system' : 'direct';
  const isAddress = proxy !== 'system' && proxy !== 'none';
  const config = isAddress ? { proxyRules: proxy, proxyBypassRules: noProxy } : { mode: mode as typeof mode };
  void session.fromPartition('electron-updater', { cache: false }).setProxy(config);
}

function plainNotes(notes: UpdateInfo['releaseNotes']): string | undefined {
  if (typeof notes !== 'string') return undefined;
  const text = notes.trim().slice(0, MOST_NOTES);
  return text === '' ? undefined : text;
}

function failureOf(error: unknown): UpdateFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_NO_CHECKSUM') return 'damaged';
  return code === 'ERR_UPDATER_INVALID_SIGNATURE' ? 'unsigned' : 'download';
}

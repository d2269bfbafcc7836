/** Looks for newer versions, gets them in the background and installs them when the app quits. Off until the person agrees. */

import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { app, session, shell } from 'electron';
import type { UpdateInfo } from 'electron-updater';
import { z } from 'zod';
import type { UpdateFailure, UpdateState } from '../../../shared/contract/updates.ts';
import type { SettingsView } from '../../../shared/contract.ts';
import type { Updates } from '../../api.ts';
import type { Log } from '../../lib/crash-records.ts';
import { makeFolder, readSmallJson, replaceFile } from '../../lib/files.ts';
import { feedHost, type PackageKind, packageKind, type Updater, type UpdaterEvents } from './updater.ts';

/** `HOME/updates/record.json`: what was installed over what, how often it started without a usable window, what was undone. */
const installedSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** The program, or the package, of `from`. */
  kept: z.string().optional(),
  /** Path of the AppImage of `from`. */
  program: z.string().optional(),
  newer: z.string().optional(),
  /** Starts of `to` that did not get as far as a usable window. */
  starts: z.int().default(0),
});
export type Installed = z.infer<typeof installedSchema>;

const recordSchema = z.object({
  installed: installedSchema.optional(),
  /** Versions that did not start; they are not offered again. */
  refused: z.array(z.string()).default([]),
  /** Undone, and not yet said. */
  undone: z.string().optional(),
});
type UpdateRecord = z.infer<typeof recordSchema>;

const updatesFolder = (home: string): string => path.join(home, 'updates');
const recordIn = (home: string): string => path.join(updatesFolder(home), 'record.json');

const readRecord = (home: string): UpdateRecord =>
  recordSchema.safeParse(readSmallJson(recordIn(home))).data ?? { refused: [] };

/** @throws the disk's error. */
function writeRecord(home: string, record: UpdateRecord): void {
  makeFolder(updatesFolder(home), 0o700);
  replaceFile(recordIn(home), JSON.stringify(record), 0o600);
}

function changeRecord(home: string, change: (record: UpdateRecord) => UpdateRecord): void {
  writeRecord(home, change(readRecord(home)));
}

// Programs and packages in `HOME/updates`: what an update replaces is kept until the next one.

const PREFIX = 'Skilldeck-';

/** Costs no room where it is on the same disk. */
function keepFile(file: string, kept: string): void {
  if (kept === file) return;
  rmSync(kept, { force: true });
  try {
    linkSync(file, kept);
  } catch {
    copyFileSync(file, kept);
  }
}

/**
 * Before `to` is installed: the AppImage of `from` stays, or its package where it was an update too; and it is written
 * down what is installed over what.
 * @param file package of `to`. @param program the AppImage that runs. @throws the disk's error.
 */
function keepBefore(
  home: string,
  { from, to, file, program }: { from: string; to: string; file: string; program: string | undefined },
): void {
  const named = (version: string) => path.join(updatesFolder(home), `${PREFIX}${version}${path.extname(file)}`);
  makeFolder(updatesFolder(home), 0o700);
  if (program === undefined) keepFile(file, named(to));
  else keepFile(program, named(from));
  const kept = existsSync(named(from)) ? { kept: named(from) } : {};
  const installed = {
    from,
    to,
    ...kept,
    ...(program === undefined ? {} : { program, newer: newerFile(program, file) }),
  };
  changeRecord(home, (record) => ({ ...record, installed: { ...installed, starts: 0 } }));
  for (const name of readdirSync(updatesFolder(home))) {
    const other = path.join(updatesFolder(home), name);
    if (name.startsWith(PREFIX) && ![named(from), named(to)].includes(other)) rmSync(other, { force: true });
  }
}

/** Follows electron-updater's AppImageUpdater: a name with a version in it changes with the version. */
const newerFile = (program: string, file: string): string =>
  /\d+\.\d+\.\d+/.test(path.basename(program)) ? path.join(path.dirname(program), path.basename(file)) : program;

/** The AppImage of the version before, where it was; the newer one is not offered again. Undefined without one. @throws the disk's error. */
function undo(home: string): { readonly from: string; readonly program: string } | undefined {
  const { installed } = readRecord(home);
  if (installed?.kept === undefined || installed.program === undefined || !existsSync(installed.kept)) return undefined;
  const { kept, program, newer, from, to } = installed;
  const part = `${program}.part`;
  copyFileSync(kept, part);
  chmodSync(part, 0o755);
  renameSync(part, program);
  if (newer !== undefined && newer !== program) rmSync(newer, { force: true });
  changeRecord(home, ({ refused }) => ({ refused: [...refused, to], undone: to }));
  return { from, program };
}

/** A version that was installed by an update has to reach a usable window; the second time that it does not, it is undone. */
const MOST_STARTS = 2;

export interface FirstStarts {
  /** The window is usable: the version stays. */
  settle(): void;
  /** This start ends for a reason that is not the version's. */
  excuse(): void;
  /** Did not start twice, and cannot be replaced from here: the package of the version before it is there. */
  readonly offer: Installed | undefined;
}

/**
 * Counts this start, in the instance that holds the lock.
 * @returns undefined where the version before this one takes over: nothing more may be done then.
 */
export function countStart(home: string, version: string, log: Log): FirstStarts | undefined {
  const { installed } = readRecord(home);
  if (installed?.to !== version) return { settle: () => {}, excuse: () => {}, offer: undefined };
  const failed = installed.starts >= MOST_STARTS;
  try {
    const back = failed ? undo(home) : undefined;
    if (back !== undefined) {
      log.error(`Skilldeck ${version} did not start twice; ${back.from} takes its place again`);
      startInstead(back.program);
      return undefined;
    }
    changeRecord(home, (record) => ({ ...record, installed: { ...installed, starts: installed.starts + 1 } }));
  } catch (error) {
    // A folder that cannot be written: the core says so.
    log.error('counting the start of an update', error);
  }
  const note = (change: Parameters<typeof changeRecord>[1]) => () => {
    try {
      changeRecord(home, change);
    } catch (error) {
      log.error('the record of updates', error);
    }
  };
  let settled = false;
  return {
    offer: failed && installed.kept !== undefined && existsSync(installed.kept) ? installed : undefined,
    settle() {
      if (settled) return;
      settled = true;
      note(({ installed: _settled, ...record }) => record)();
    },
    excuse: note((record) => ({ ...record, installed })),
  };
}

/** Ends this program for another one, with the same arguments. */
function startInstead(program: string): void {
  const { APPIMAGE: _image, APPDIR: _folder, ...env } = process.env;
  app.releaseSingleInstanceLock();
  spawn(program, process.argv.slice(1), { detached: true, stdio: 'ignore', env }).unref();
  app.exit(0);
}

/** The same program again. An AppImage is started as a file: what runs inside it goes with it. */
export function startAgain(): void {
  const image = process.env.APPIMAGE;
  if (image !== undefined) {
    startInstead(image);
    return;
  }
  app.relaunch();
  app.exit(0);
}

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
  const search = createSearch({ ...options, kind, shown, events });
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

interface SearchOptions extends UpdatesOptions {
  readonly kind: PackageKind;
  readonly shown: Shown;
  readonly events: UpdaterEvents;
}

function createSearch({ home, log, shown: { state, set }, kind, events }: SearchOptions) {
  let begun: Promise<Updater> | undefined;
  /** Nothing of it is read before the person agrees, or asks once. */
  const load = () => {
    begun ??= import('./updater.ts').then(({ createUpdater }) => {
      const updater = createUpdater(kind, log, events);
      updater.installOnQuit(state().way === 'self');
      return updater;
    });
    return begun;
  };
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
      void begun?.then((updater) => updater.installOnQuit(on && state().way === 'self'));
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

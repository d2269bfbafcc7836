/** Keeps libraries in step with their folders: a change invalidates them at once, is looked at once, and then told. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed } from '../../shared/messages/detail.ts';
import { isInside } from './discovery/contained-file.ts';
import type { SkillLibrary, SkillRoot, SkillSummary } from './types.ts';
import { countFolders, fingerprint, settledLook, type WatchedRoot, watchRoot, whenQuiet } from './watch.ts';

// Watches the roots of skills, those that are not there yet too, within bounds that no root can break.

/** Folders of all roots together; each takes one of the system's watches, of which some systems have 8,192 for all programs. */
const MAX_FOLDERS = 4_000;
/** Milliseconds: an editor's rename and its second write fall into one look. */
const QUIET_MS = 100;
const NOISE_MS = 500;
/** Milliseconds between looks whether a root has come, gone, or become another folder by its link. */
const PRESENCE_MS = 500;
/** Milliseconds between looks at roots that are not watched. */
const POLL_MS = 2_000;
/** Milliseconds between looks at everything: what a system drops in a flood of changes is found out anyway. */
const DOUBT_MS = 30_000;

/** Linux queues a change before the call that makes it returns; other systems tell it some time later. */
const TELLS_AT_ONCE = process.platform === 'linux';

export interface WatchOptions {
  /** Absolute; they need not be there. Asked again and again: another environment has others. */
  readonly roots: () => readonly string[];
  /** At once, for each path, before it is known whether anything changed; a root's folder when its watch begins. */
  readonly onTouched: (path: string) => void;
  /** When it has become quiet: what was touched; empty where only a look is due. Not called again before it has settled. */
  readonly onQuiet: (paths: ReadonlySet<string>) => Promise<void>;
  readonly maxFolders?: number;
  readonly pollMs?: number;
  readonly presenceMs?: number;
}

export interface SkillWatch {
  /** All roots that are there are watched, or polled. */
  readonly ready: Promise<void>;
  /** True if each change below `dir`, absolute and real, is reported immediately. */
  covers(dir: string): boolean;
  /** True if nothing has changed in these roots since `onTouched` was last called; false where that is not known. */
  isUnchanged(roots: readonly string[]): Promise<boolean>;
  /** For roots that are only polled every few seconds, and why. */
  diagnostics(): readonly Diagnostic[];
  close(): Promise<void>;
}

interface WatchedPlace {
  readonly root: string;
  /** Real path and inode; '' where there is no folder. */
  identity: string;
  dir: string | undefined;
  folders: number;
  watched: WatchedRoot | undefined;
  isReady: boolean;
  why: string | undefined;
}

export function watchSkills(options: WatchOptions): SkillWatch {
  const { roots, onTouched, onQuiet, maxFolders = MAX_FOLDERS, pollMs = POLL_MS, presenceMs = PRESENCE_MS } = options;
  let closed = false;
  const places: WatchedPlace[] = [];

  let looking: Promise<void> = Promise.resolve();
  const look = (paths: ReadonlySet<string>): void => {
    looking = looking.then(() => (closed ? undefined : onQuiet(paths)));
  };
  const quiet = whenQuiet(look, { quietMs: QUIET_MS, mostMs: NOISE_MS });
  let touchedAt = Number.NEGATIVE_INFINITY;
  const touch = (file: string): void => {
    touchedAt = performance.now();
    if (!closed) onTouched(file);
  };
  const touched = (file: string): void => {
    touch(file);
    if (!closed) quiet.add(file);
  };

  const release = async (place: WatchedPlace): Promise<void> => {
    const { watched } = place;
    place.watched = undefined;
    place.isReady = false;
    place.folders = 0;
    await watched?.close();
  };

  const giveUp = (place: WatchedPlace, why: string): void => {
    place.why = why;
    void release(place);
    quiet.add(place.root);
  };

  const begin = async (place: WatchedPlace, dir: string): Promise<void> => {
    const room = maxFolders - places.reduce((sum, { folders }) => sum + folders, 0);
    const folders = await countFolders(dir, room);
    if (closed || place.dir !== dir) return;
    if (folders > room) return giveUp(place, `it has more than ${room} folders`);
    place.folders = folders;
    const watched = watchRoot(dir, {
      touch(file) {
        if (place.watched === watched) touch(file);
      },
      change(file, kind) {
        if (place.watched !== watched) return;
        touched(file);
        if (kind === 'file') return;
        place.folders += kind === 'folder-added' ? 1 : -1;
        if (kind === 'folder-added' && places.reduce((sum, one) => sum + one.folders, 0) > maxFolders) {
          giveUp(place, `it has grown beyond the ${maxFolders} folders that may be watched`);
        }
      },
      fault: (message) => {
        if (place.watched === watched) giveUp(place, message);
      },
    });
    place.watched = watched;
    await watched.ready;
    if (place.watched !== watched) return;
    place.isReady = true;
    // Whatever changed before the watch was ready was not reported.
    touch(dir);
  };

  const take = async (wanted: readonly string[]): Promise<void> => {
    const gone = places.filter(({ root }) => !wanted.includes(root));
    for (const place of gone) {
      places.splice(places.indexOf(place), 1);
      await release(place);
    }
    for (const root of wanted) if (!places.some((place) => place.root === root)) places.push(newPlace(root));
  };

  /** One after another: they share the bound. */
  let arranging: Promise<void> = Promise.resolve();
  const arrange = (isFirst: boolean): Promise<void> => {
    arranging = arranging.then(async () => {
      await take(roots());
      for (const place of places) {
        const now = identityOf(place.root);
        if (closed || now.identity === place.identity) continue;
        place.identity = now.identity;
        place.dir = now.dir;
        place.why = undefined;
        await release(place);
        const isDouble = places.some(
          (other) => other !== place && other.dir === now.dir && other.watched !== undefined,
        );
        if (now.dir !== undefined && !isDouble) await begin(place, now.dir);
        if (!isFirst) touched(place.root);
      }
    });
    return arranging;
  };

  const ready = arrange(true);
  const presence = setInterval(() => void arrange(false), presenceMs);
  const poll = setInterval(() => {
    if (places.some(({ why }) => why !== undefined)) look(new Set());
  }, pollMs);
  const doubt = setInterval(() => look(new Set()), DOUBT_MS);
  presence.unref();
  doubt.unref();
  poll.unref();

  const covers = (dir: string): boolean =>
    places.some((place) => place.isReady && place.dir !== undefined && isInside(place.dir, dir));

  return {
    ready,
    covers,
    async isUnchanged(wanted) {
      if (!TELLS_AT_ONCE) return false;
      // Two turns of the event loop: every change that was made before this call has been told after them.
      await nextTurn();
      await nextTurn();
      // A folder that is new is watched a moment after it is reported.
      if (closed || performance.now() - touchedAt < QUIET_MS) return false;
      return wanted.every((root) => {
        const place = places.find((one) => one.root === root);
        const { identity, dir } = identityOf(root);
        return place?.identity === identity && (dir === undefined || covers(dir));
      });
    },
    diagnostics: () =>
      places.flatMap(({ root, why }): Diagnostic[] =>
        why === undefined
          ? []
          : [
              {
                severity: 'info',
                file: root,
                rule: 'not-watched',
                ...diagnosed({ code: 'not-watched', figures: { why } }),
              },
            ],
      ),
    async close() {
      closed = true;
      clearInterval(presence);
      clearInterval(poll);
      clearInterval(doubt);
      quiet.close();
      await arranging;
      await Promise.all(places.map(release));
      await looking;
    },
  };
}

const newPlace = (root: string): WatchedPlace => ({
  root,
  identity: '',
  dir: undefined,
  folders: 0,
  watched: undefined,
  isReady: false,
  why: undefined,
});

function identityOf(root: string): { readonly identity: string; readonly dir: string | undefined } {
  try {
    const dir = realpathSync(root);
    const stat = statSync(dir);
    if (stat.isDirectory()) return { identity: `${dir}${path.delimiter}${stat.dev}:${stat.ino}`, dir };
  } catch {
    // Not there (yet), or not for us to read: looked for again.
  }
  return { identity: '', dir: undefined };
}

export interface SkillWatcher {
  /** Watches the roots from the first listener on, in a host that stays open. */
  onChange(listener: () => void): () => void;
  /** Tells the listeners: something other than the files changed which skills may be used. */
  notify(): void;
  /** False where these roots have to be looked at to know. */
  isUnchanged(roots: readonly SkillRoot[]): Promise<boolean>;
  /** Fingerprints of the skills' files by folder; undefined for folders that are not watched, where they are many. */
  contentOf(skills: readonly SkillSummary[]): Promise<(dir: string) => string | undefined>;
  diagnostics(): readonly Diagnostic[];
  close(): Promise<void>;
}

/** Max skills whose folders are walked at each check without a watcher, which takes some ten milliseconds. */
const MAX_WALKED = 500;

export function createSkillWatcher(options: {
  readonly libraries: () => readonly { readonly library: SkillLibrary; readonly roots: readonly SkillRoot[] }[];
  /** False for a command that ends at once. */
  readonly watches: boolean;
  readonly reportBug: (error: unknown) => void;
}): SkillWatcher {
  const { libraries, watches, reportBug } = options;
  const listeners = new Set<() => void>();
  /** Prints of watched folders, until a file in them changes. */
  const prints = new Map<string, Promise<string>>();
  let watch: SkillWatch | undefined;
  let isClosed = false;
  const covers = (dir: string): boolean => watch?.covers(dir) ?? false;

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const invalidate = (file: string): void => {
    for (const dir of prints.keys()) if (isInside(dir, file) || isInside(file, dir)) prints.delete(dir);
    for (const { library } of libraries()) library.invalidate([]);
  };
  const look = async (touched: ReadonlySet<string>): Promise<void> => {
    try {
      let isChanged = touched.size > 0;
      // A look that nothing asked for trusts nothing.
      if (!isChanged) prints.clear();
      for (const { library } of libraries()) {
        if (touched.size === 0) library.invalidate([]);
        const before = library.catalog();
        isChanged = (await settledLook(library)) !== before || isChanged;
      }
      if (isChanged && !isClosed) notify();
    } catch (error) {
      reportBug(error);
    }
  };
  const rootsNow = (): readonly string[] => [
    ...new Set(libraries().flatMap(({ roots }) => roots.map(({ dir }) => dir))),
  ];
  const printOf = (dir: string): Promise<string> => {
    if (!covers(dir)) return fingerprint(dir);
    const print = prints.get(dir) ?? fingerprint(dir);
    prints.set(dir, print);
    return print;
  };

  return {
    notify,
    onChange(listener) {
      listeners.add(listener);
      if (watches && !isClosed && watch === undefined) {
        watch = watchSkills({ roots: rootsNow, onTouched: invalidate, onQuiet: look });
        // No one reported what was written before the watch was ready.
        void watch.ready.then(notify);
      }
      return () => listeners.delete(listener);
    },
    isUnchanged: async (roots) => (await watch?.isUnchanged(roots.map(({ dir }) => dir))) ?? false,
    async contentOf(found) {
      const byDir = new Map<string, string>();
      const isFew = found.length <= MAX_WALKED;
      for (const { dir } of found) if (isFew || covers(dir)) byDir.set(dir, await printOf(dir));
      return (dir) => byDir.get(dir);
    },
    diagnostics: () =>
      (watch?.diagnostics() ?? []).filter(({ file }) => rootsNow().some((root) => isInside(root, file))),
    async close() {
      isClosed = true;
      listeners.clear();
      await watch?.close();
    },
  };
}

/** One folder of skills under the system's watch. */

import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watch } from 'chokidar';
import { messageOf } from '../../shared/errors.ts';
import { statOf } from '../lib/files.ts';
import { isHidden, MAX_FILES } from './discovery/read-found.ts';
import { createTimeSlice } from './discovery/time-slice.ts';
import type { Catalog, SkillLibrary } from './types.ts';

// Paths whose changes do not change a skill: ignored by the watch and by fingerprints.

/** Made by running a script or by an editor: `x.py~`, vim's `4913` and `.swp`, Python's caches. */
const LEFT_BY_PROGRAMS = /^(?:__pycache__|4913|Thumbs\.db|desktop\.ini|.*(?:~|\.pyc|\.swp|\.tmp))$/i;

const isIgnoredName = (name: string): boolean => isHidden(name) || LEFT_BY_PROGRAMS.test(name);

/** @param root absolute; folders above it, such as `.agents`, do not count. */
function isIgnoredBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && relative.split(path.sep).some(isIgnoredName);
}

// Counts the folders that watching a root would take, up to the limit that matters.

/** Levels of folders below a root: discovery's five, and a skill's own eight. */
const WATCH_DEPTH = 13;

/** Folders at and below `dir`; `most + 1` where there are more than `most`. */
export async function countFolders(dir: string, most: number): Promise<number> {
  const slice = createTimeSlice();
  const pending: { readonly dir: string; readonly depth: number }[] = [{ dir, depth: 0 }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    count += 1;
    if (count > most) return count;
    if (next.depth < WATCH_DEPTH) {
      for (const name of foldersIn(next.dir)) {
        pending.push({ dir: path.join(next.dir, name), depth: next.depth + 1 });
        if (count + pending.length > most) return most + 1;
      }
    }
    if (slice.due()) await slice.pause();
  }
  return count;
}

function foldersIn(dir: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.filter((entry) => entry.isDirectory() && !isIgnoredName(entry.name)).map(({ name }) => name);
}

/** Merges many changes into one: notifies after a quiet moment, or at the latest after a fixed time. */
export interface Quiet {
  add(path: string): void;
  close(): void;
}

/** @param quietMs milliseconds without a change. @param mostMs milliseconds from the first change on. */
export function whenQuiet(
  tell: (paths: ReadonlySet<string>) => void,
  { quietMs, mostMs }: { readonly quietMs: number; readonly mostMs: number },
): Quiet {
  let paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let first = 0;
  const flush = (): void => {
    timer = undefined;
    const told = paths;
    paths = new Set();
    tell(told);
  };
  return {
    add(path) {
      const now = performance.now();
      if (timer === undefined) first = now;
      clearTimeout(timer);
      paths.add(path);
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, first + mostMs - now)));
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

// A look at the skills that does not take a file in the middle of being written for a broken one.

/** Milliseconds since its last write for which a file that does not parse is taken to be half written. */
const YOUNG_MS = 800;
/** Milliseconds after which a file that is still being written is read as it is. */
const LONGEST_MS = 3_000;
const AGAIN_MS = 100;

/** Like `refresh`; but if a recent write broke a working skill, waits until that file is quiet. */
export async function settledLook(library: Pick<SkillLibrary, 'refresh' | 'catalog'>): Promise<Catalog> {
  const worked = new Set(library.catalog().skills.map(({ dir }) => dir));
  const until = performance.now() + LONGEST_MS;
  for (;;) {
    const catalog = await library.refresh();
    const isHalfWritten = catalog.broken.some(({ dir, file }) => worked.has(dir) && age(file) < YOUNG_MS);
    if (!isHalfWritten || performance.now() > until) return catalog;
    await wait(AGAIN_MS);
  }
}

/** Milliseconds; of a file that is not there, endless. */
function age(file: string): number {
  try {
    const time = Date.now() - statSync(file).mtimeMs;
    // A time in the future says nothing.
    return time < 0 ? Number.POSITIVE_INFINITY : time;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Tells a skill whose files were written from one that was left alone, without reading them: names, sizes and times
 * of the files in its folder. A file that was only touched counts as written.
 */
const MAX_DEPTH = 8;
/** Hexadecimal digits: enough to distinguish two states of one folder. */
const DIGITS = 16;

/** @param dir of the skill, absolute and real. */
export async function fingerprint(dir: string): Promise<string> {
  const slice = createTimeSlice();
  const hash = createHash('sha256');
  let files = 0;
  const visit = async (folder: string, depth: number): Promise<void> => {
    for (const entry of entriesOf(folder)) {
      if (files >= MAX_FILES) return;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) await visit(file, depth + 1);
        continue;
      }
      const stat = statOf(file);
      if (stat?.isFile() !== true) continue;
      files += 1;
      hash.update(`${path.relative(dir, file)}\0${stat.size}\0${stat.mtimeMs}\0${stat.mode}\n`);
      if (slice.due()) await slice.pause();
    }
  };
  await visit(dir, 0);
  return hash.digest('hex').slice(0, DIGITS);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isIgnoredName(name));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

export interface WatchedRoot {
  /** Resolves once every later change is reported; also if watching failed or was closed first. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * @param dir absolute and real. Links in it are not followed: those that count lead to folders of the same root.
 * @param onFault the system gives no more watches, or the folder cannot be read. Called once.
 */
export function watchRoot(
  dir: string,
  on: {
    /** Called when the system reports a path: before anything is known of it, and at times without a change. */
    readonly touch: (path: string) => void;
    readonly change: (path: string, kind: 'folder-added' | 'folder-gone' | 'file') => void;
    readonly fault: (message: string) => void;
  },
): WatchedRoot {
  const watcher = watch(dir, {
    ignored: (file) => isIgnoredBelow(dir, file),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    depth: WATCH_DEPTH,
  });
  let failed = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  watcher.on('ready', () => isReady());
  watcher.on('error', (error) => {
    isReady();
    if (failed) return;
    failed = true;
    on.fault(messageOf(error));
  });
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath = dir } = details as { readonly watchedPath?: string };
    const file = path.join(watchedPath, name ?? '');
    if (!isIgnoredBelow(dir, file)) on.touch(file);
  });
  watcher.on('all', (event, file) => {
    on.change(file, event === 'addDir' ? 'folder-added' : event === 'unlinkDir' ? 'folder-gone' : 'file');
  });
  return {
    ready,
    async close() {
      const closed = watcher.close();
      // Closing removes every listener, and an error event without a listener would end the program.
      watcher.on('error', () => {});
      await closed;
      // One that is closed before it was ready never says so.
      isReady();
    },
  };
}

/**
 * The library as it is when first asked: for a preview, whose sessions ask for the same files before each of hundreds of
 * requests, and for all open sessions after a save.
 */
export function lookedAtOnce(library: SkillLibrary): SkillLibrary {
  let seen: Catalog | undefined;
  return {
    refresh: once(async () => {
      seen = await settledLook(library);
      return seen;
    }),
    invalidate: library.invalidate,
    catalog: () => seen ?? library.catalog(),
    read: once(library.read),
    readReference: once(library.readReference),
  };
}

function once<A extends readonly string[], V>(ask: (...args: A) => Promise<V>): (...args: A) => Promise<V> {
  const answers = new Map<string, Promise<V>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? ask(...args);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * What tells a skill whose files were written from one that was left alone, without reading them: names, sizes and
 * times of the files in its folder. A file that was only touched counts as written.
 */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../discovery/contained-file.ts';
import { createTimeSlice, type TimeSlice } from '../discovery/time-slice.ts';
import { isIgnoredName } from './watch-ignored.ts';

/** Milliseconds for which what was told of a watched folder is trusted. */
const TRUST_MS = 30_000;
const MAX_DEPTH = 8;
/** Of one skill; what comes after is not looked at. */
const MAX_FILES = 2_000;
/** Hexadecimal digits: enough to tell two states of one folder apart. */
const DIGITS = 16;

export interface Fingerprints {
  /** @param dir of the skill, absolute and real. */
  of(dir: string): Promise<string>;
  /** Something at this path changed. */
  forget(changed: string): void;
}

/** @param isWatched whether `forget` is called for every change below this path: then a folder is walked once. */
export function createFingerprints(isWatched: (dir: string) => boolean): Fingerprints {
  const known = new Map<string, { readonly print: string; readonly at: number }>();
  const slice = createTimeSlice();
  /** Counts calls of `forget`: a walk during which there was one may have missed it. */
  let changes = 0;
  return {
    async of(dir) {
      const before = isWatched(dir) ? known.get(dir) : undefined;
      const now = performance.now();
      if (before !== undefined && now - before.at < TRUST_MS) return before.print;
      const seen = changes;
      const print = await fingerprint(dir, slice);
      if (seen === changes && isWatched(dir)) known.set(dir, { print, at: now });
      return print;
    },
    forget(changed) {
      changes += 1;
      for (const dir of known.keys()) if (isInside(dir, changed) || isInside(changed, dir)) known.delete(dir);
    },
  };
}

async function fingerprint(dir: string, slice: TimeSlice): Promise<string> {
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

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

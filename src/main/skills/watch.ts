/** Looks at skills: settled ones, ones for a while, and what tells two states of a folder apart. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { entriesOf, statOf } from '../lib/files.ts';
import { isHidden, MAX_FILES } from './discovery/read-found.ts';
import { createTimeSlice } from './discovery/time-slice.ts';
import type { Catalog, SkillLibrary } from './types.ts';

/** Made by running a script or by an editor: `x.py~`, vim's `4913` and `.swp`, Python's caches. Changes no skill. */
const LEFT_BY_PROGRAMS = /^(?:__pycache__|4913|Thumbs\.db|desktop\.ini|.*(?:~|\.pyc|\.swp|\.tmp))$/i;

const isIgnored = (name: string): boolean => isHidden(name) || LEFT_BY_PROGRAMS.test(name);

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

/** Milliseconds; of a file that is not there, or whose time is in the future, endless. */
function age(file: string): number {
  const time = Date.now() - (statOf(file)?.mtimeMs ?? Number.POSITIVE_INFINITY);
  return time < 0 ? Number.POSITIVE_INFINITY : time;
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
    for (const entry of entriesOf(folder).filter(({ name }) => !isIgnored(name))) {
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

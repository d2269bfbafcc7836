/**
 * Tells a skill whose files were written from one that was left alone, without reading them: names, sizes and times
 * of the files in its folder. A file that was only touched counts as written.
 */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { createTimeSlice } from '../discovery/time-slice.ts';
import { isIgnoredName } from './watch-ignored.ts';

const MAX_DEPTH = 8;
/** Per skill; further files are ignored. */
const MAX_FILES = 2_000;
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

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

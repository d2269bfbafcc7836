/**
 * Interpreters that answered before, kept in the data folder: trying them takes a third of a command's time. A changed file
 * is tried again, and every file after a day: the launcher of a version manager stays the same when what it starts is removed.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSmallJson } from '../../lib/read-small-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Keyed by absolute path. */
const answersSchema = z.record(z.string(), z.object({ stamp: z.string(), at: z.int() }));

export interface KnownPrograms {
  /** Tries the program unless it answered before. @param answers starts it. */
  answers(file: string, answers: () => Promise<boolean>): Promise<boolean>;
  /** Never throws: without the file the next start only takes longer. */
  save(): void;
}

/** @param home where it does not exist, nothing is kept. */
export function knownPrograms(home: string, now: () => number = Date.now): KnownPrograms {
  const file = path.join(home, 'cache', 'programs.json');
  const read = answersSchema.safeParse(readSmallJson(file));
  const fresh = Object.entries(read.data ?? {}).filter(([, { at }]) => Math.abs(now() - at) < KEPT_MS);
  const known = new Map(fresh);
  let changed = false;
  return {
    async answers(program, answers) {
      const stamp = stampOf(program);
      if (stamp !== undefined && known.get(program)?.stamp === stamp) return true;
      const itDoes = await answers();
      if (itDoes && stamp !== undefined) {
        known.set(program, { stamp, at: now() });
        changed = true;
      }
      return itDoes;
    },
    save() {
      if (!changed || !existsSync(home)) return;
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        replaceFile(file, JSON.stringify(Object.fromEntries(known)), 0o600);
      } catch {
        // A full or read-only disk.
      }
    },
  };
}

/** Stamp of the file itself, wherever a link leads. */
function stampOf(file: string): string | undefined {
  const info = statSync(file, { throwIfNoEntry: false });
  return info === undefined ? undefined : `${info.mtimeMs}.${info.size}.${info.ino}`;
}

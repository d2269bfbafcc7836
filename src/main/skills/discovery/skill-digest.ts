/** Digest of everything in a skill's folder: two folders with one digest have the same files with the same content. */
import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readlinkSync, readSync, type Stats } from 'node:fs';
import path from 'node:path';
import { withFileInside } from './contained-file.ts';
import { type FileStamp, isSettled, sameStamp } from './file-stamp.ts';
import type { TimeSlice } from './time-slice.ts';

/** Per skill; a folder with more is not read to its end. */
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes read at a time. */
const PIECE = 1024 * 1024;

/** `too-large`: over the limits, so that a change could go unnoticed. */
export type SkillDigest = string | 'too-large';

interface KnownFile {
  readonly stamp: FileStamp;
  readonly content: string;
}

export interface SkillDigests {
  /** @param dir of the skill, absolute and real. A file with the stamp of last time is not read again. */
  of(dir: string, slice: TimeSlice): Promise<SkillDigest>;
  /** Forgets all other folders. */
  keep(dirs: ReadonlySet<string>): void;
}

export function createSkillDigests(): SkillDigests {
  const folders = new Map<string, ReadonlyMap<string, KnownFile>>();
  return {
    async of(dir, slice) {
      const before = folders.get(dir);
      const now = new Map<string, KnownFile>();
      const hash = createHash('sha256');
      let files = 0;
      let bytes = 0;
      /** False as soon as a limit is reached. */
      const visit = async (folder: string): Promise<boolean> => {
        for (const entry of entriesOf(folder)) {
          const file = path.join(folder, entry.name);
          const startedAt = Date.now();
          const stamp = statOf(file);
          if (stamp === undefined) {
            hash.update(`${JSON.stringify(path.relative(dir, file))} unreadable\n`);
            continue;
          }
          files += 1;
          bytes += stamp.isFile() ? stamp.size : 0;
          if (files > MAX_FILES || bytes > MAX_BYTES) return false;
          hash.update(`${JSON.stringify(path.relative(dir, file))} `);
          if (stamp.isDirectory()) {
            hash.update('folder\n');
            if (!(await visit(file))) return false;
          } else if (stamp.isSymbolicLink()) hash.update(`link ${JSON.stringify(targetOf(file))}\n`);
          else if (stamp.isFile()) {
            const known = before?.get(file);
            const content = known !== undefined && sameStamp(known.stamp, stamp) ? known.content : contentOf(dir, file);
            const { mtimeMs, ctimeMs, size, ino } = stamp;
            if (isSettled(stamp, startedAt)) now.set(file, { stamp: { mtimeMs, ctimeMs, size, ino }, content });
            hash.update(`file ${content}\n`);
          } else hash.update('other\n');
          if (slice.due()) await slice.pause();
        }
        return true;
      };
      const isWhole = await visit(dir);
      folders.set(dir, now);
      return isWhole ? hash.digest('hex') : 'too-large';
    },
    keep(dirs) {
      for (const dir of folders.keys()) if (!dirs.has(dir)) folders.delete(dir);
    },
  };
}

/** Without the history of a repository that the skill is: no script is read from there. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git');
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Undefined where it is gone since its folder was listed, or its folder may not be entered. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** A file that cannot be read counts as such, and as changed once it can. */
function contentOf(dir: string, file: string): string {
  const read = withFileInside(dir, file, (fd, size) => {
    const hash = createHash('sha256');
    const piece = Buffer.alloc(Math.min(PIECE, Math.max(size, 1)));
    for (let at = 0; at < MAX_BYTES; ) {
      const count = readSync(fd, piece, 0, piece.length, at);
      if (count === 0) break;
      hash.update(piece.subarray(0, count));
      at += count;
    }
    return hash.digest('hex');
  });
  return read.fault ?? read.value;
}

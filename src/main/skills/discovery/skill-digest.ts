/** Digest of everything that a skill shows: two with one digest have the same files with the same content. */
import { createHash } from 'node:crypto';
import {
  type Dirent,
  lstatSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { isInside, withFileInside } from './contained-file.ts';
import { type FileStamp, isSettled, sameStamp } from './file-stamp.ts';
import type { TimeSlice } from './time-slice.ts';

/** Per skill; a folder with more is not read to its end. */
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes read at a time. */
const PIECE = 1024 * 1024;

/** `too-large`: over the limits, so that a change could go unnoticed. */
export type SkillDigest = string | 'too-large';

/** A skill, or another folder below a root. Both absolute and real. */
interface SkillFolder {
  /** Links are followed to its end: a `SKILL.md` may lead to another folder of its root. */
  readonly root: string;
  readonly dir: string;
}

interface KnownFile {
  readonly stamp: FileStamp;
  readonly content: string;
}

export interface SkillDigests {
  /** A file with the stamp of last time is not read again. */
  of(skill: SkillFolder, slice: TimeSlice): Promise<SkillDigest>;
  keep(dirs: ReadonlySet<string>): void;
}

export function createSkillDigests(): SkillDigests {
  const folders = new Map<string, ReadonlyMap<string, KnownFile>>();
  return {
    async of({ root, dir }, slice) {
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
          hash.update(`${JSON.stringify(path.relative(dir, file))} `);
          const target = stamp.isSymbolicLink() ? followed(root, file) : stamp;
          files += 1;
          bytes += target?.isFile() === true ? target.size : 0;
          if (files > MAX_FILES || bytes > MAX_BYTES) return false;
          if (stamp.isSymbolicLink()) hash.update(`link ${JSON.stringify(targetOf(file))} `);
          if (target?.isFile() === true) {
            const known = before?.get(file);
            const content =
              known !== undefined && sameStamp(known.stamp, target) ? known.content : contentOf(root, file);
            const { mtimeMs, ctimeMs, size, ino } = target;
            if (isSettled(target, startedAt)) now.set(file, { stamp: { mtimeMs, ctimeMs, size, ino }, content });
            hash.update(`file ${content}\n`);
          } else if (target?.isDirectory() === true) {
            hash.update('folder\n');
            // A linked folder in the skill is visited under its own name, but for a repository's.
            const isVisited = !stamp.isSymbolicLink() || leadsToHistory(dir, file);
            if (isVisited && !(await visit(file))) return false;
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

/** Without the history of a repository that the skill is, and what macOS writes when the folder is looked at. */
const isLeftOut = (entry: Dirent): boolean => entry.name === '.git' || (entry.name === '.DS_Store' && entry.isFile());

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !isLeftOut(entry));
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

/** The stamp of a link's target. Undefined where it leads out of the root, or nowhere: nothing is read through it. */
function followed(root: string, link: string): Stats | undefined {
  try {
    return isInside(root, realpathSync.native(link)) ? statSync(link) : undefined;
  } catch {
    return undefined;
  }
}

/** True if a link leads into what `entriesOf` leaves out. */
function leadsToHistory(dir: string, link: string): boolean {
  try {
    const real = realpathSync.native(link);
    return isInside(dir, real) && path.relative(dir, real).split(path.sep).includes('.git');
  } catch {
    return false;
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
function contentOf(root: string, file: string): string {
  const read = withFileInside(root, file, (fd, size) => {
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

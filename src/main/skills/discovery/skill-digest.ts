/** Digest of everything that a skill shows: two with one digest have the same files with the same content. */
import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readlinkSync, type Stats } from 'node:fs';
import path from 'node:path';
import { attempt, entriesOf, statOf } from '../../lib/files.ts';
import { sha256 } from '../../lib/text.ts';
import { readBytes, realInside, withFileInside } from './contained-file.ts';
import { type FileStamp, isSettled, sameStamp, stampOf } from './file-stamp.ts';
import type { TimeSlice } from './time-slice.ts';

/** Per skill; a folder with more is not read to its end. */
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** `too-large`: over the limits, so that a change could go unnoticed. */
export type SkillDigest = string | 'too-large';

/** A skill, or another folder below a root. Both absolute and real. */
interface SkillFolder {
  /** Links are followed to its end: a `SKILL.md` may lead to another folder of its root. */
  readonly root: string;
  readonly dir: string;
}

/** Contents of files by their paths; a file with the stamp of last time is not read again. */
export type KnownFiles = Map<string, { readonly stamp: FileStamp; readonly content: string }>;

/** @param before files of the last look. @param now gets those of this one. */
export async function skillDigest(
  { root, dir }: SkillFolder,
  before: KnownFiles,
  now: KnownFiles,
  slice: TimeSlice,
): Promise<SkillDigest> {
  const hash = createHash('sha256');
  let files = 0;
  let bytes = 0;
  /** False as soon as a limit is reached. */
  const visit = async (folder: string): Promise<boolean> => {
    for (const { name } of entriesOf(folder).filter(isSeen)) {
      const file = path.join(folder, name);
      const startedAt = Date.now();
      const stamp = attempt(() => lstatSync(file, { throwIfNoEntry: false }));
      hash.update(`${JSON.stringify(path.relative(dir, file))} `);
      const isLink = stamp?.isSymbolicLink() === true;
      const target = isLink ? followed(root, file) : stamp;
      files += 1;
      bytes += target?.isFile() === true ? target.size : 0;
      if (files > MAX_FILES || bytes > MAX_BYTES) return false;
      if (isLink) hash.update(`link ${JSON.stringify(attempt(() => readlinkSync(file)))} `);
      if (target?.isFile() === true) {
        const known = before.get(file);
        const content = known !== undefined && sameStamp(known.stamp, target) ? known.content : contentOf(root, file);
        if (isSettled(target, startedAt)) now.set(file, { stamp: stampOf(target), content });
        hash.update(`file ${content}\n`);
      } else if (target?.isDirectory() === true) {
        hash.update('folder\n');
        // A linked folder in the skill is visited under its own name, but for a repository's.
        if ((!isLink || leadsToHistory(dir, file)) && !(await visit(file))) return false;
      } else hash.update(stamp === undefined ? 'unreadable\n' : 'other\n');
      if (slice.due()) await slice.pause();
    }
    return true;
  };
  return (await visit(dir)) ? hash.digest('hex') : 'too-large';
}

/** Without the history of a repository that the skill is, and what macOS writes when the folder is looked at. */
const isSeen = (entry: Dirent): boolean => entry.name !== '.git' && !(entry.name === '.DS_Store' && entry.isFile());

/** The stamp of a link's target. Undefined where it leads out of the root, or nowhere: nothing is read through it. */
const followed = (root: string, link: string): Stats | undefined =>
  realInside(root, link) === undefined ? undefined : statOf(link);

/** True if a link leads into what `isSeen` leaves out. */
function leadsToHistory(dir: string, link: string): boolean {
  const real = realInside(dir, link);
  return real !== undefined && path.relative(dir, real).split(path.sep).includes('.git');
}

/** A file that cannot be read counts as such, and as changed once it can. */
function contentOf(root: string, file: string): string {
  const read = withFileInside(root, file, (fd, size) => sha256(readBytes(fd, size, MAX_BYTES)));
  return read.fault ?? read.value;
}

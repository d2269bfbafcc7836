/** Names of a source that may be written to a disk, on any system: what is refused on one is refused on all. */

import { type Dirent, mkdirSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { defined } from '../../../shared/defined.ts';
import { type ErrorDetail, isSkilldeckError, messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { type DetailCode, detailIn } from '../../../shared/messages/failure.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import { keylessText } from '../../../shared/models/keyless-address.ts';
import type { RepositoryFault } from '../../../shared/skills/repositories.ts';
import { hasInvisible } from '../../../shared/text/invisible.ts';
import { attempt, readSmallJson } from '../../lib/files.ts';
import { networkFigures } from '../../lib/network-faults.ts';
import { sha256 } from '../../lib/text.ts';
import { readBytes, withFileInside } from '../discovery/contained-file.ts';
import { isEvalFile } from '../discovery/read-found.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';

/** Ends each refusal: the first thing the user wants to know. */
const NOTHING = 'Nothing was imported.';

/** Reason why a source could not be taken, for those who say it in their own words. */
export type RefusalReason = RepositoryFault['code'];

/** `import-refused`; `source-unreachable` for a failure of the network. */
export class ImportRefusal extends SkilldeckError {
  readonly reason: RefusalReason;
  /** The message without its remark that nothing was imported. */
  readonly why: string;

  /** @param why a sentence without its full stop. */
  constructor(reason: RefusalReason, why: string, options?: ConstructorParameters<typeof SkilldeckError>[2]) {
    const isNetwork = reason === 'unreachable' || reason === 'timeout';
    super(isNetwork ? 'source-unreachable' : 'import-refused', `${why}. ${NOTHING}`, options);
    this.reason = reason;
    this.why = keylessText(`${why}.`);
  }
}

/** A refusal of one of the source's items, for which the others do not answer. */
export class ItemRefusal extends ImportRefusal {
  constructor(of: ImportRefusal) {
    super(of.reason, of.why.slice(0, -1), { cause: of, ...defined({ detail: of.detail }) });
  }
}

/** The same in both languages. */
export const refusedFor = (
  reason: RefusalReason,
  code: DetailCode,
  figures: Figures = {},
  cause?: unknown,
): ImportRefusal =>
  new ImportRefusal(reason, detailIn('en', { code, figures }), {
    detail: { code, figures },
    ...(cause === undefined ? {} : { cause }),
  });

/** @throws what is expected already, or an end by a signal, as it came; else `code` with the reason. */
export function damaged(code: 'tar-damaged' | 'zip-damaged', error: unknown): never {
  if (isSkilldeckError(error) || (error instanceof Error && error.name === 'AbortError')) throw error;
  throw refusedFor('damaged', code, { why: messageOf(error) }, error);
}

/** For a host that no connection could be made to. */
export const unreachable = (host: string, error: unknown): ImportRefusal =>
  refusedFor('unreachable', 'host-unreachable', { host, ...networkFigures(error) }, error);

/** For an archive of sessions whose content does not match its claims. */
export const damagedExport = (code: DetailCode, figures?: Figures, cause?: unknown): ImportRefusal =>
  refusedFor('damaged', code, figures, cause);

/** For what is in the source. */
export const refused = (code: DetailCode, figures?: Figures, cause?: unknown): ImportRefusal =>
  refusedFor('refused', code, figures, cause);

/** Reason why something listed with others cannot be used. */
export const reasonIn = (error: unknown): { reason: string; detail?: ErrorDetail } => ({
  reason: error instanceof ImportRefusal ? error.why : messageOf(error),
  ...defined({ detail: isSkilldeckError(error) ? error.detail : undefined }),
});

/** A name of someone else's, in a message. */
const quoted = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
/** The same as a figure of words that have the quotation marks. */
export const escaped = (name: string): string => quoted(name).slice(1, -1);

/** One thing in a source, before anybody believes it. */
export interface SourceEntry {
  /** Relative to the imported source, in its spelling, with `/`; unchecked. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'symbolic link' | 'hard link' | 'device or pipe';
  readonly executable: boolean;
  /** Size according to the source; undefined if not given. */
  readonly bytes: number | undefined;
  /** For a file; read at most once, before requesting the next entry. Throws `import-refused` if it is damaged. */
  content(): AsyncIterable<Uint8Array>;
}

export async function* noContent(): AsyncIterable<Uint8Array> {}

// Small records of our own beside the skills.

/** Undefined where the file is not there or is not what we wrote: a record that was tampered with counts for nothing. */
export const readRecord = <T>(file: string, schema: z.ZodType<T>): T | undefined =>
  schema.safeParse(readSmallJson(file)).data;

/** A reader sees the old one or the new one, whole. */
export function writeRecord(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

/**
 * Limits of imports. A skill typically has 5 to 50 files and 26 KB; the largest public ones carry fonts and templates
 * of a few MB. The limits are far above these and far below what would harm a machine.
 */
const MIB = 1024 * 1024;

/** Bytes of an archive on disk, read before anything is known about it. */
export const MAX_ARCHIVE_BYTES = 64 * MIB;
/** Bytes of everything unpacked: twice the archive's, as documents and images hardly shrink. */
export const MAX_TOTAL_BYTES = 128 * MIB;
/** Bytes of one file. A file is held in memory while it is compared or hashed. */
export const MAX_FILE_BYTES = 32 * MIB;
/** Files and folders. */
export const MAX_ENTRIES = 10_000;
/** Skills inspected at once: each is linted and counted, and the user has to read the findings. */
export const MAX_SKILLS = 1_000;
/** Folders in one another. The app lists files 8 levels deep; archives wrap theirs in one or two more. */
const MAX_DEPTH = 12;
/** UTF-16 units of a path: Windows refuses 260, and the data folder needs its share. */
const MAX_PATH_LENGTH = 180;
/** UTF-8 bytes of one name, as ext4, APFS and NTFS have it. */
const MAX_NAME_BYTES = 255;
/** Unpacked over packed. Text packs 3 to 10 times, the most repetitive tables 100; a bomb a thousand. */
export const MAX_RATIO = 200;
/** Bytes below which the ratio says nothing: a few KB of blanks pack as well as a bomb. */
export const RATIO_FROM_BYTES = MIB;
/** Objects of a fetched pack: one commit of a large collection has some ten thousand. */
export const MAX_GIT_OBJECTS = 100_000;
/** Files and folders of a repository that are looked at for skills. */
export const MAX_GIT_TREE = 50_000;
/** Bytes that all objects of a fetched pack unfold to: a repository holds more than its skills. */
export const MAX_GIT_BYTES = 512 * MIB;
/** Milliseconds until a Git host begins its answer, and for the whole of the transfer. */
export const GIT_ANSWER_MS = 30_000;
export const GIT_TOTAL_MS = 180_000;
export const MAX_REDIRECTS = 5;

/** Characters of one file's difference, and of all in a plan: what a person can look through. */
export const MAX_DIFF_CHARS = 20_000;
export const MAX_DIFFS_CHARS = 200_000;
/** Bytes of a text that is compared line by line, and the edits after which the comparison is given up. */
export const MAX_DIFF_BYTES = 256 * 1024;
export const MAX_DIFF_EDITS = 2_000;

/** Bytes of an exported archive: in base64 it has to fit what the browser host sends in one piece (64 MiB). */
export const MAX_EXPORT_BYTES = 40 * MIB;

/** Milliseconds after which what was uninstalled is gone for good. */
export const TRASH_MS = 30 * 24 * 60 * 60 * 1000;
/** Plans waiting for approval at a time; the oldest is dropped. */
export const MAX_PLANS = 8;

export const inMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

/** Windows reserves these for devices, even when a dot and more text follow, and drops dots and blanks at the end. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$|[. ]$/i;
/** Characters that Windows does not allow in names; U+FFFD replaces bytes that are no text. */
const FORBIDDEN = /[<>:"|?*\\\ufffd]/;
/** Made by systems and version control, and never run by anything of a skill's. */
const SYSTEM = /^(?:\.git|\.svn|\.hg|\.ds_store|__macosx|thumbs\.db|desktop\.ini|\._.*)$/i;
/** Python creates and runs these: not imported or exported, but reported if found. */
const COMPILED = /^__pycache__$/i;

const somePart = (path: string, pattern: RegExp): boolean => path.split('/').some((part) => pattern.test(part));

const isSystemFile = (path: string): boolean => somePart(path, SYSTEM);
/** Files no author means to share: skipped. */
export const isJunk = (path: string): boolean => somePart(path, SYSTEM) || somePart(path, COMPILED);

export const isReservedName = (name: string): boolean => RESERVED.test(name);

/** The fault that keeps a path from being written the same on every system. */
export function pathFault(given: string): DetailCode | undefined {
  const parts = given.split('/');
  if (given.startsWith('/') || /^[a-z]:/i.test(given) || parts.includes('..')) return 'file-outside';
  if (FORBIDDEN.test(given) || hasInvisible(given)) return 'file-characters';
  if (parts.some((part) => part === '' || part === '.')) return 'file-spelling';
  if (parts.some(isReservedName)) return 'file-device';
  if (given.length > MAX_PATH_LENGTH || parts.some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES))
    return 'file-length';
  return undefined;
}

/** @returns the path without `./` at its start and `/` at its end; '' for the top itself. @throws `import-refused`. */
export function checkedPath(given: string): string {
  const path = given.startsWith('/') ? given : given.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  if (path === '' || path === '.') return '';
  const fault = pathFault(path) ?? (path.split('/').length > MAX_DEPTH ? 'file-depth' : undefined);
  if (fault !== undefined) throw refused(fault, { file: escaped(given), most: MAX_DEPTH - 1 });
  return path;
}

/** Names that a disk without case, or with its own Unicode form, takes for one. */
const folded = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');

/** Knows every path of one source, and every folder on the way. */
export function createNameGate() {
  const seen = new Map<string, { readonly path: string; readonly isFolder: boolean }>();
  const enter = (path: string, isFolder: boolean, isOnTheWay: boolean): void => {
    const key = folded(path);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, { path, isFolder });
      return;
    }
    const name = escaped(path);
    if (before.path !== path) throw refused('import-names-alike', { before: escaped(before.path), name });
    if (before.isFolder && isFolder) return;
    const isTwice = before.isFolder === isFolder && !isOnTheWay;
    throw refused(isTwice ? 'import-file-twice' : 'import-file-and-folder', { name });
  };
  return {
    /** Admits a checked path. @throws `import-refused` where it falls together with another. */
    admit(path: string, isFolder: boolean): void {
      const parts = path.split('/');
      for (let count = 1; count < parts.length; count += 1) enter(parts.slice(0, count).join('/'), true, true);
      enter(path, isFolder, false);
    },
  };
}

/** Lists the files in a skill's folder, and hashes them all. */
export interface TreeFile {
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  readonly executable: boolean;
  /** False for a link, a pipe, a device. */
  readonly regular: boolean;
  /** Hash of the bytes; for anything but a regular file, of a description of it. */
  readonly sha256: string;
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

/**
 * Lists every file, including dot files, sorted by path; skips files that systems leave behind (`isSystemFile`). Lists
 * a link as its target and never follows it. Undefined if there is more than an import accepts, or if a part cannot be
 * read: such a folder is not what was imported.
 * @param dir absolute and real.
 */
export async function listTree(dir: string): Promise<readonly TreeFile[] | undefined> {
  const slice = createTimeSlice();
  const files: TreeFile[] = [];
  let bytes = 0;
  const visit = async (relative: string): Promise<boolean> => {
    const entries = attempt(() => readdirSync(path.join(dir, relative), { withFileTypes: true }));
    if (entries === undefined) return false;
    for (const entry of entries) {
      if (isSystemFile(entry.name)) continue;
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!(await visit(below))) return false;
        continue;
      }
      const file = readEntry(dir, below, entry);
      if (file === undefined || files.length === MAX_ENTRIES) return false;
      bytes += file.bytes;
      if (bytes > MAX_TOTAL_BYTES) return false;
      files.push(file);
      if (slice.due()) await slice.pause();
    }
    return true;
  };
  return (await visit('')) ? files.sort(byPath) : undefined;
}

function readEntry(dir: string, relative: string, entry: Dirent): TreeFile | undefined {
  const absolute = path.join(dir, ...relative.split('/'));
  const odd = (what: string): TreeFile => ({
    path: relative,
    absolute,
    bytes: 0,
    executable: false,
    regular: false,
    sha256: sha256(`no regular file: ${what}`),
  });
  if (entry.isSymbolicLink()) return attempt(() => odd(`link to ${readlinkSync(absolute)}`));
  if (!entry.isFile()) return odd('special');
  const opened = withFileInside(dir, absolute, (fd, size, { mode }) => {
    if (size > MAX_FILE_BYTES) return undefined;
    const content = readBytes(fd, size);
    const executable = (mode & 0o100) !== 0;
    return { path: relative, absolute, bytes: content.length, executable, regular: true, sha256: sha256(content) };
  });
  return opened.fault === undefined ? opened.value : undefined;
}

/** Covers paths and bytes, but not modes and times, which systems change. */
export const hashOfTree = (files: readonly TreeFile[]): string =>
  sha256(files.map((file) => `${JSON.stringify(file.path)} ${file.sha256}\n`).join(''));

/** Undefined as in `listTree`: it is nothing that was ever imported. @param dir absolute and real. */
export async function contentHash(dir: string): Promise<string | undefined> {
  const files = await listTree(dir);
  return files === undefined ? undefined : hashOfTree(files);
}

/** Characters at the beginning of a SHA-256. */
export const TRIED_HASH_LENGTH = 12;

/** Without its cases, which an agent must not see, and what Python leaves. */
export const isTried = ({ path, regular }: TreeFile): boolean =>
  regular && !isEvalFile(path) && !path.split('/').includes('__pycache__');

/** Undefined for a folder with more than an import accepts. @param dir absolute and real. */
export async function triedHash(dir: string): Promise<string | undefined> {
  const files = await listTree(dir);
  return files === undefined ? undefined : hashOfTree(files.filter(isTried)).slice(0, TRIED_HASH_LENGTH);
}

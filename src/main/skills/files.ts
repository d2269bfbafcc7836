/** Listing, reading and writing the files of one skill. */

import { isUtf8 } from 'node:buffer';
import { accessSync, constants, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { SkilldeckError } from '../../shared/errors.ts';
import type { SkillSource } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { MAX_EDITED_LENGTH, type OpenedFile, type SkillFileEntry, type Unsaved } from '../../shared/skills/author.ts';
import { attempt, realOf, replaceFile } from '../lib/files.ts';
import { sha256 } from '../lib/text.ts';
import { isInside, readBytes, withFileInside } from './discovery/contained-file.ts';
import { type FoundSkill, isHidden, listFolder } from './discovery/read-found.ts';
import { escaped, pathFault } from './import/names.ts';
import { listReferences, listScripts, looksLikeText } from './references.ts';
import { parseWholeSkill } from './skill-file.ts';
import { readSkillTools } from './tools-file.ts';
import { type Catalog, noSkill, type SkillDocument, type SkillSummary } from './types.ts';

/** Same depth as discovery of a skill's files. */
const MAX_PARTS = 9;

/** Checks a path that an author gives to a file of a skill. @throws SkilldeckError `bad-input`. */
export function checkFilePath(given: string): void {
  const parts = given.split('/');
  const fault =
    pathFault(given) ??
    (parts.some(isHidden) ? 'file-hidden' : undefined) ??
    (parts.length > MAX_PARTS ? 'file-depth' : undefined);
  if (fault !== undefined) throw detailed('bad-input', fault, { file: escaped(given), most: MAX_PARTS - 1 });
}

/**
 * Path to open a file at: the real path of its folder, which must be inside the skill's, plus the last step. Undefined
 * if the folder does not exist. @throws SkilldeckError `bad-input` if a link leads outside.
 */
export function placeInside(dir: string, file: string): string | undefined {
  const parent = realOf(path.join(dir, path.dirname(file)));
  if (parent === undefined) return undefined;
  if (isInside(dir, parent)) return path.join(parent, path.basename(file));
  throw leadsOut(file);
}

/** Checks the real path of the nearest existing folder. @throws SkilldeckError `bad-input` if it is outside. */
function assertParentInside(dir: string, file: string): void {
  for (let at = path.dirname(path.join(dir, file)); ; at = path.dirname(at)) {
    const real = realOf(at);
    if (real === undefined && at !== path.dirname(at)) continue;
    if (real !== undefined && isInside(dir, real)) return;
    throw leadsOut(file);
  }
}

const leadsOut = (file: string): SkilldeckError => detailed('bad-input', 'file-link', { file: escaped(file) });

/** Finds the folder that an author's id means: a broken skill too, as that is where an author is needed most. */
export interface SkillPlace {
  readonly id: string;
  readonly name: string;
  readonly source: SkillSource;
  /** Absolute and real. */
  readonly dir: string;
  /** Absolute, of its `SKILL.md`, however that is spelled. */
  readonly file: string;
  /** The root where it was found; of a broken skill the folder above it. */
  readonly root: string;
  readonly writable: boolean;
}

/** @throws SkilldeckError `skill-not-found`. */
export function findPlace({ skills, broken }: Catalog, id: string): SkillPlace {
  const skill = skills.find((one) => one.id === id);
  const other = broken.find((one) => one.id === id);
  const found =
    skill ?? (other === undefined ? undefined : { ...other, name: other.id, root: path.dirname(other.dir) });
  if (found === undefined) throw noSkill(escaped(id), skills);
  const { name, source, dir, file, root } = found;
  return { id, name, source, dir, file, root, writable: source !== 'bundled' && isWritable(dir) };
}

/** @throws SkilldeckError `not-supported`. */
export function mustBeWritable({ id, source, dir, writable }: SkillPlace): void {
  if (writable) return;
  throw detailed('not-supported', source === 'bundled' ? 'skill-bundled' : 'skill-read-only', { id, dir });
}

const isWritable = (dir: string): boolean =>
  attempt(() => {
    accessSync(dir, constants.W_OK);
    return true;
  }) === true;

export const asFound = ({ id, dir, file, root }: SkillPlace): FoundSkill => ({
  id,
  dir,
  file,
  relative: path.relative(root, dir),
  stamp: undefined,
  regular: true,
});

/** Number of first bytes checked to tell text from binary in a listing. */
const SNIFF_BYTES = 4 * 1024;
const EXECUTABLE = 0o111;
const NEW_FILE = 0o644;
const NEW_SCRIPT = 0o755;

type Role = SkillFileEntry['role'];

/** @param dir absolute and real. @param skillFile absolute. */
export async function listSkillFiles(dir: string, skillFile: string): Promise<SkillFileEntry[]> {
  const references = new Set((await listReferences(dir)).map((one) => one.path));
  const roleOf = (file: string): Role => {
    if (path.join(dir, file) === skillFile) return 'instructions';
    if (references.has(file)) return 'reference';
    if (file.startsWith('scripts/')) return 'script';
    return /^tools\.ya?ml$/i.test(file) ? 'tools' : 'other';
  };
  return (await listFolder(dir)).map(({ path: file, absolute, bytes }) => {
    const head = withFileInside(dir, absolute, (fd, size, { mode }) => ({
      text: looksLikeText(readBytes(fd, size, SNIFF_BYTES)),
      executable: (mode & EXECUTABLE) !== 0,
    }));
    const { text, executable } = head.fault === undefined ? head.value : { text: false, executable: false };
    return { path: file, role: roleOf(file), bytes, editable: text && bytes <= MAX_EDITED_LENGTH, executable };
  });
}

/** @throws SkilldeckError `file-not-found`; `bad-input` for what is no text that can be edited. */
export function readSkillFile(dir: string, file: string): OpenedFile {
  checkFilePath(file);
  const { bytes } = openFile(dir, file);
  if (!isUtf8(bytes) || bytes.includes(0)) throw detailed('bad-input', 'file-not-text', { file });
  return { path: file, text: bytes.toString('utf8'), sha256: sha256(bytes) };
}

function openFile(dir: string, file: string): { readonly bytes: Buffer; readonly mode: number } {
  const opened = withFileInside(dir, path.join(dir, file), (fd, size, { mode }) => {
    if (size <= MAX_EDITED_LENGTH) return { bytes: readBytes(fd, size), mode: mode & 0o777 };
    throw detailed('bad-input', 'file-size', { file, bytes: size, most: MAX_EDITED_LENGTH });
  });
  if (opened.fault === undefined) return opened.value;
  if (opened.fault === 'absent') throw detailed('file-not-found', 'file-missing', { file });
  if (opened.fault === 'outside') throw leadsOut(file);
  throw detailed('bad-input', 'file-unreadable', { file });
}

/**
 * Writes atomically, and never over another writer's change.
 * @param basedOn SHA-256 of what was read; `null`: the file must not exist.
 * @throws SkilldeckError `file-changed`, `file-not-found`, `bad-input`.
 */
export function writeSkillFile(dir: string, file: string, text: string, basedOn: string | null): OpenedFile {
  checkFilePath(file);
  const bytes = Buffer.from(text);
  if (!text.isWellFormed()) throw detailed('bad-input', 'file-save-character', { file });
  if (text.includes('\0')) throw detailed('bad-input', 'file-save-nul', { file });
  if (bytes.length > MAX_EDITED_LENGTH)
    throw detailed('bad-input', 'file-save-size', { file, bytes: bytes.length, most: MAX_EDITED_LENGTH });
  if (basedOn === null) {
    replaceFile(newPlace(dir, file), bytes, isProgram(file, text) ? NEW_SCRIPT : NEW_FILE);
  } else {
    const now = openFile(dir, file);
    if (sha256(now.bytes) !== basedOn) throw detailed('file-changed', 'file-changed-since', { file });
    replaceFile(existingPlace(dir, file), bytes, now.mode);
  }
  return { path: file, text, sha256: sha256(bytes) };
}

/** A link stays a link: what it leads to is replaced. */
function existingPlace(dir: string, file: string): string {
  const place = realpathSync.native(path.join(dir, file));
  if (!isInside(dir, place)) throw leadsOut(file);
  return place;
}

/** Absolute, with its folder made. @throws SkilldeckError `file-changed` where something exists there. */
export function newPlace(dir: string, file: string): string {
  checkFilePath(file);
  assertParentInside(dir, file);
  try {
    mkdirSync(path.join(dir, path.dirname(file)), { recursive: true });
  } catch (error) {
    throw detailed('bad-input', 'file-folder', { folder: path.dirname(file) }, { cause: error });
  }
  const place = placeInside(dir, file);
  if (place === undefined) throw leadsOut(file);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) throw detailed('file-changed', 'file-there', { file });
  return place;
}

const isProgram = (file: string, text: string): boolean => file.startsWith('scripts/') && text.startsWith('#!');

// Reads a skill as it would be after saving the editor's content.

/** Maps absolute paths to texts, as the linter expects. @throws SkilldeckError `bad-input` for a path outside. */
export function overlayOf({ dir }: SkillPlace, unsaved: readonly Unsaved[]): ReadonlyMap<string, string> {
  return new Map(
    unsaved.map(({ path: file, text }) => {
      checkFilePath(file);
      return [path.join(dir, file), text];
    }),
  );
}

export interface UnsavedSkill {
  /** Undefined while the file could not be loaded as a skill. */
  readonly document: SkillDocument | undefined;
  /** Number of lines before the body. */
  readonly linesBefore: number;
  /** Text of a reference, without a leading BOM. */
  reference(file: string): string;
}

export async function readUnsaved(place: SkillPlace, overlay: ReadonlyMap<string, string>): Promise<UnsavedSkill> {
  const { id, dir, file, root, source } = place;
  const textOf = (wanted: string): string => overlay.get(path.join(dir, wanted)) ?? readSkillFile(dir, wanted).text;
  const own = path.relative(dir, file).split(path.sep).join('/');
  const whole = parseWholeSkill(Buffer.from(textOf(own)));
  const reference = (wanted: string): string => textOf(wanted).replace(/^\ufeff/, '');
  if ('rule' in whole) return { document: undefined, linesBefore: 0, reference };
  const summary: SkillSummary = { id, ...whole.head.fields, source, root, dir, file };
  const tools = readSkillTools(summary, overlay);
  return {
    document: {
      summary,
      body: whole.body,
      frontMatter: whole.frontMatter,
      sha256: '',
      references: await listReferences(dir),
      scripts: await listScripts(dir),
      ...(tools === undefined ? {} : { tools }),
    },
    linesBefore: whole.frontMatter.split(/\r\n|\n|\r/).length - 1,
    reference,
  };
}

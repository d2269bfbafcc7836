/** Listing, reading and writing the files of one skill. */

import { isUtf8 } from 'node:buffer';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { MAX_EDITED_LENGTH, type OpenedFile, type SkillFileEntry } from '../../../shared/author.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { sha256 } from '../../lib/sha256.ts';
import { isInside, withFileInside } from '../discovery/contained-file.ts';
import { listFolder } from '../discovery/skill-files.ts';
import { listReferences, looksLikeText, readBytes } from '../references.ts';
import { assertParentInside, checkFilePath, leadsOut, placeInside } from './file-path.ts';

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
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw detailed('bad-input', 'file-not-text', { file });
  }
  return { path: file, text: bytes.toString('utf8'), sha256: sha256(bytes) };
}

function openFile(dir: string, file: string): { readonly bytes: Buffer; readonly mode: number } {
  const opened = withFileInside(dir, path.join(dir, file), (fd, size, { mode }) => {
    if (size <= MAX_EDITED_LENGTH) return { bytes: readBytes(fd, size, size), mode: mode & 0o777 };
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

/** Names of a source that may be written to a disk, on any system: what is refused on one is refused on all. */

import type { DetailCode } from '../../shared/messages/detail.ts';
import type { Figures } from '../../shared/messages/format.ts';
import { hasInvisible } from '../../shared/text/invisible.ts';
import { MAX_DEPTH, MAX_NAME_BYTES, MAX_PATH_LENGTH } from './limits.ts';
import { escaped, refused } from './refused.ts';

/** Windows reserves these for devices, even when a dot and more text follow. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
/** Characters that Windows does not allow in names. */
const FORBIDDEN = /[<>:"|?*]/;
/** Made by systems and version control, and never run by anything of a skill's. */
const SYSTEM = /^(?:\.git|\.svn|\.hg|\.ds_store|__macosx|thumbs\.db|desktop\.ini|\._.*)$/i;
/** Python creates and runs these: not imported or exported, but reported if found. */
const COMPILED = /^__pycache__$/i;

const somePart = (path: string, pattern: RegExp): boolean => path.split('/').some((part) => pattern.test(part));

/** Not part of a folder's content. */
export const isSystemFile = (path: string): boolean => somePart(path, SYSTEM);
/** Files no author means to share: skipped. */
export const isJunk = (path: string): boolean => somePart(path, SYSTEM) || somePart(path, COMPILED);

/** @returns the path without `./` at its start and `/` at its end; '' for the top itself. @throws `import-refused`. */
export function checkedPath(given: string): string {
  const no = (code: DetailCode, figures: Figures = {}): never => {
    throw refused(code, { name: escaped(given), ...figures });
  };
  if (given.includes('\0')) return no('import-name-nul');
  if (given.includes('\\')) return no('import-name-backslash');
  if (given.startsWith('/')) return no('import-name-absolute');
  if (/^[a-z]:/i.test(given)) return no('import-name-drive');
  // U+FFFD replaces bytes that are no text.
  if (hasInvisible(given) || given.includes('\ufffd')) return no('import-name-invisible');
  const path = given.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  if (path === '' || path === '.') return '';
  const parts = path.split('/');
  if (parts.includes('..')) return no('import-name-outside');
  if (parts.some((part) => part === '' || part === '.')) return no('import-name-spelling');
  if (parts.length > MAX_DEPTH) return no('import-name-depth', { most: MAX_DEPTH });
  if (path.length > MAX_PATH_LENGTH) return no('import-name-path', { most: MAX_PATH_LENGTH });
  for (const part of parts) {
    if (RESERVED.test(part)) return no('import-name-device');
    if (/[. ]$/.test(part)) return no('import-name-end');
    if (FORBIDDEN.test(part)) return no('import-name-forbidden');
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) return no('import-name-length', { most: MAX_NAME_BYTES });
  }
  return path;
}

/** Names that a disk without case, or with its own Unicode form, takes for one. */
const folded = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');

export interface NameGate {
  /** Admits a checked path. @throws `import-refused` where it falls together with another. */
  admit(path: string, isFolder: boolean): void;
}

/** Knows every path of one source, and every folder on the way. */
export function createNameGate(): NameGate {
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
    admit(path, isFolder) {
      const parts = path.split('/');
      for (let count = 1; count < parts.length; count += 1) enter(parts.slice(0, count).join('/'), true, true);
      enter(path, isFolder, false);
    },
  };
}

/** Which names of a source may be written to a disk, on any system: what is refused on one is refused on all. */
import { hasInvisible } from '../../shared/text/invisible.ts';
import { MAX_DEPTH, MAX_NAME_BYTES, MAX_PATH_LENGTH } from './limits.ts';
import { quoted, refused } from './refused.ts';

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
  const no = (why: string): never => {
    throw refused(`It has a file named ${quoted(given)}, ${why}`);
  };
  if (given.includes('\0')) return no('with a NUL character in it');
  if (given.includes('\\')) return no('with a backslash, which leads elsewhere on Windows');
  if (given.startsWith('/')) return no('an absolute path');
  if (/^[a-z]:/i.test(given)) return no('with a drive letter');
  // U+FFFD replaces bytes that are no text.
  if (hasInvisible(given) || given.includes('\ufffd')) return no('with invisible or broken characters');
  const path = given.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  if (path === '' || path === '.') return '';
  const parts = path.split('/');
  if (parts.includes('..')) return no('which leads out of its folder');
  if (parts.some((part) => part === '' || part === '.')) return no('which is not spelled plainly');
  if (parts.length > MAX_DEPTH) return no(`deeper than ${MAX_DEPTH} folders`);
  if (path.length > MAX_PATH_LENGTH) return no(`longer than ${MAX_PATH_LENGTH} characters`);
  for (const part of parts) {
    if (RESERVED.test(part)) return no('a name that Windows keeps for a device');
    if (/[. ]$/.test(part)) return no('with a dot or a blank at the end of a name, which Windows drops');
    if (FORBIDDEN.test(part)) return no('with a character that Windows forbids');
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) return no(`with a name over ${MAX_NAME_BYTES} bytes`);
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
    if (before.path !== path) {
      const why = 'differ only in case or Unicode form, and are one file on many systems';
      throw refused(`It has ${quoted(before.path)} and ${quoted(path)}, which ${why}`);
    }
    if (before.isFolder && isFolder) return;
    throw refused(
      before.isFolder === isFolder && !isOnTheWay
        ? `It has the file ${quoted(path)} twice`
        : `It has ${quoted(path)} as a file and as a folder`,
    );
  };
  return {
    admit(path, isFolder) {
      const parts = path.split('/');
      for (let count = 1; count < parts.length; count += 1) enter(parts.slice(0, count).join('/'), true, true);
      enter(path, isFolder, false);
    },
  };
}

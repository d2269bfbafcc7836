/**
 * What a yes to files of the person's own is for, as a key that a person can read: `host:/a` is the folder and all in
 * it, `host:/a/*` the files right in it, `host:/a/b.txt` one file. Paths are real: links are resolved before anybody is asked.
 */
import path from 'node:path';

/** Of the person's, that a run reads from by their leave alone. */
export interface HostFolder {
  readonly key: string;
  /** As shown to the person: a folder, or a single file. */
  readonly folder: string;
}

const PREFIX = 'host:';

/** @param real of the file or folder. @param userHome real: beside its documents lie keys and settings, so that a yes there is for one file. */
export function hostFolderOf(real: string, isFolder: boolean, userHome: string): HostFolder {
  if (isFolder) return { key: `${PREFIX}${real}`, folder: real };
  const parent = path.dirname(real);
  if (parent === userHome || parent === path.parse(real).root) return { key: `${PREFIX}${real}`, folder: real };
  return { key: `${PREFIX}${path.join(parent, '*')}`, folder: parent };
}

/** Whether a yes that was given covers this one: the same, or one for a folder around it. */
export function coversHost({ key }: HostFolder, has: (key: string) => boolean): boolean {
  if (has(key)) return true;
  let at = key.slice(PREFIX.length);
  for (let parent = path.dirname(at); parent !== at; parent = path.dirname(at)) {
    if (has(`${PREFIX}${parent}`)) return true;
    at = parent;
  }
  return false;
}

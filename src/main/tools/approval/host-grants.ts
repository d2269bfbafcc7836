/**
 * Keys of grants for the user's own files, in readable form: `host:/a` is the folder and all in it, `host:/a/*` the
 * files directly in it, `host:/a/b.txt` one file. Paths are real: links are resolved before the user is asked.
 */
import path from 'node:path';

/** A folder of the user's that a run may read only with their approval. */
export interface HostFolder {
  readonly key: string;
  /** A folder or a single file, as shown to the user. */
  readonly folder: string;
}

const PREFIX = 'host:';

/**
 * @param real path of the file or folder. @param userHome real: it holds keys and settings, so a grant directly in it
 * covers one file.
 */
export function hostFolderOf(real: string, isFolder: boolean, userHome: string): HostFolder {
  if (isFolder) return { key: `${PREFIX}${real}`, folder: real };
  const parent = path.dirname(real);
  if (parent === userHome || parent === path.parse(real).root) return { key: `${PREFIX}${real}`, folder: real };
  return { key: `${PREFIX}${path.join(parent, '*')}`, folder: parent };
}

/** True if an existing grant covers this one: the same, or one for a folder around it. */
export function coversHost({ key }: HostFolder, has: (key: string) => boolean): boolean {
  if (has(key)) return true;
  let at = key.slice(PREFIX.length);
  for (let parent = path.dirname(at); parent !== at; parent = path.dirname(at)) {
    if (has(`${PREFIX}${parent}`)) return true;
    at = parent;
  }
  return false;
}

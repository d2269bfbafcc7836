/** The files below a folder, without following links. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files and folders looked at before giving up. */
export const MAX_WALKED = 10_000;

export interface WalkedFiles {
  /** Files and links, relative to the root, with `/`. */
  readonly names: readonly string[];
  /** False where there was more than could be looked at. */
  readonly complete: boolean;
}

export interface WalkOptions {
  /** Begins here; relative to the root, with `/`. Default: the root. */
  readonly base?: string;
  readonly takes?: (name: string) => boolean;
  /** Of a folder. */
  readonly enters?: (name: string) => boolean;
  readonly maxEntries?: number;
}

export async function walkFiles(root: string, options: WalkOptions = {}): Promise<WalkedFiles> {
  const { base = '', takes = () => true, enters = () => true, maxEntries = MAX_WALKED } = options;
  const names: string[] = [];
  let seen = 0;
  const visit = async (folder: string): Promise<boolean> => {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      seen += 1;
      if (seen > maxEntries) return false;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (enters(name) && !(await visit(name))) return false;
      } else if ((entry.isFile() || entry.isSymbolicLink()) && takes(name)) names.push(name);
    }
    return true;
  };
  const complete = await visit(base);
  return { names: names.sort(), complete };
}

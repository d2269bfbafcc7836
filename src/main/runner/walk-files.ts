/** The files below a folder, without following links. */
import { opendir } from 'node:fs/promises';
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
    const opened = await opendir(path.join(root, folder)).catch(() => undefined);
    if (opened === undefined) return true;
    const folders: string[] = [];
    // Entry by entry: a folder that a script filled with a million files must not be read whole. The loop closes it.
    for await (const entry of opened) {
      seen += 1;
      if (seen > maxEntries) return false;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (enters(name)) folders.push(name);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && takes(name)) names.push(name);
    }
    for (const inner of folders) if (!(await visit(inner))) return false;
    return true;
  };
  const complete = await visit(base);
  return { names: names.sort(), complete };
}

/**
 * Paths that no file tool writes to, even in a granted folder: files that would later run as the user (a repository's
 * hooks and settings), and files that control the app (its own data, skills).
 */
import path from 'node:path';
import { isAgentFolder, isRepository, isReserved } from '../../runner/sandbox/reserved.ts';
import { isInside } from '../../runner/workspace/workspace.ts';

export interface FixedFolders {
  /** Real. Of the app: settings, keys, databases. A folder given further in counts as the person's. */
  readonly app: readonly string[];
  /** Real, of every skill that there is. */
  readonly skills: readonly string[];
}

/** @param real path to write to. @param given folder that allows it. @returns a description if it must not change. */
export function fixedPart(real: string, given: string, { app, skills }: FixedFolders): string | undefined {
  if (real.split(path.sep).some(isRepository))
    return "a repository's own files, whose settings and hooks would run as the person";
  const own = real.slice(given.length).split(path.sep);
  if (own.some(isAgentFolder)) return 'a folder of skills and settings of agents';
  // The workspace's own folders are the session's: no editor or shell of the user acts on them.
  const lent = !app.some((folder) => isInside(folder, given));
  const name = own.find(isReserved);
  if (lent && name !== undefined) return `${name}, which other programs run or obey by themselves`;
  if (skills.some((dir) => isInside(dir, real))) return 'the folder of a skill; skills are changed in the author alone';
  if (app.some((folder) => isInside(folder, real) && isInside(given, folder))) return "the app's own data";
  return undefined;
}

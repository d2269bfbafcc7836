/** The files of a skill that an agent is tried with, and their hash. */

import { isEvalFile } from '../skills/discovery/read-found.ts';
import { hashOfTree, listTree, type TreeFile } from '../skills/import/names.ts';

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

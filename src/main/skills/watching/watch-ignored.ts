/** Paths whose changes do not change a skill: ignored by the watch and by fingerprints. */
import path from 'node:path';
import { isHidden } from '../discovery/skill-files.ts';

/** Made by running a script or by an editor: `x.py~`, vim's `4913` and `.swp`, Python's caches. */
const LEFT_BY_PROGRAMS = /^(?:__pycache__|4913|Thumbs\.db|desktop\.ini|.*(?:~|\.pyc|\.swp|\.tmp))$/i;

export const isIgnoredName = (name: string): boolean => isHidden(name) || LEFT_BY_PROGRAMS.test(name);

/** @param root absolute; folders above it, such as `.agents`, do not count. */
export function isIgnoredBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && relative.split(path.sep).some(isIgnoredName);
}

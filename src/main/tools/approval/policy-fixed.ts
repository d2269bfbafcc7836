/**
 * Paths that no file tool writes to, even in a granted folder: files that would later run as the user (a repository's
 * hooks and settings), and files that control the app (its own data, skills).
 */
import path from 'node:path';
import { isInside } from '../../runner/workspace/workspace.ts';

export interface FixedFolders {
  /** Real. Of the app: settings, keys, databases. A folder given further in counts as the person's. */
  readonly app: readonly string[];
  /** Real, of every skill that there is. */
  readonly skills: readonly string[];
}

/** Compared without case, as file systems differ. */
const GIT_PARTS = new Set(['hooks', 'config', 'config.worktree', 'modules', 'info', 'worktrees']);
const SKILL_ROOTS = new Set(['.skilldeck', '.agents', '.claude']);

/** @param real path to write to. @param given folder that allows it. @returns a description if it must not change. */
export function fixedPart(real: string, given: string, { app, skills }: FixedFolders): string | undefined {
  const parts = real.split(path.sep).map((part) => part.toLowerCase());
  const git = parts.indexOf('.git');
  if (git !== -1 && (git === parts.length - 1 || GIT_PARTS.has(parts[git + 1] ?? '')))
    return "a repository's own settings and hooks, which would run as the person";
  const own = real.slice(given.length).split(path.sep);
  if (own.some((part) => SKILL_ROOTS.has(part.toLowerCase()))) return 'a folder of skills and settings of agents';
  if (skills.some((dir) => isInside(dir, real))) return 'the folder of a skill; skills are changed in the author alone';
  if (app.some((folder) => isInside(folder, real) && isInside(given, folder))) return "the app's own data";
  return undefined;
}

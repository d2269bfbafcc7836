/** Walks one root for skill folders. Reads directories only; what the files say is `skill-file.ts`'s. */
import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../shared/events.ts';
import { isInside } from './contained-file.ts';
import type { TimeSlice } from './time-slice.ts';
import type { SkillRoot } from './types.ts';

export interface FoundSkill {
  /** The folder's name; of a linked folder, the link's. */
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
  readonly file: string;
  /** Of the file; undefined where it is a link to nothing. */
  readonly stat: Stats | undefined;
}

export interface DiscoveredRoot {
  /** Absolute and real. */
  readonly dir: string;
  /** In the order of their paths below the root. */
  readonly found: readonly FoundSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Levels of folders below a root: groups of groups of skills, and no walk through a whole disk. */
const MAX_DEPTH = 5;
const MAX_FOLDERS = 50_000;
const SKILL_FILE = /^skill\.md$/i;

interface Visit {
  readonly id: string;
  readonly dir: string;
  /** Below the root, as the author sees it. */
  readonly relative: string;
  readonly depth: number;
}

const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of several spellings the one of the specification first. */
function skillFileName(entries: readonly Dirent[]): string | undefined {
  const names = entries.filter((entry) => SKILL_FILE.test(entry.name) && !entry.isDirectory()).map(({ name }) => name);
  return names.sort()[0];
}

function byPath(a: { readonly relative: string }, b: { readonly relative: string }): number {
  return a.relative < b.relative ? -1 : 1;
}

/**
 * Undefined where the root is not there; that is no fault, except of one that a person named.
 * @param known the skill files of last time, by their folders.
 */
export async function discoverRoot(
  root: SkillRoot,
  known: ReadonlyMap<string, string>,
  slice: TimeSlice,
): Promise<DiscoveredRoot | undefined> {
  let rootDir: string;
  try {
    rootDir = realpathSync(root.dir);
    if (!statSync(rootDir).isDirectory()) return undefined;
  } catch {
    return undefined;
  }
  const found: (FoundSkill & Visit)[] = [];
  const diagnostics: Diagnostic[] = [];
  const warn = (file: string, rule: string, message: string, remedy: string): void => {
    diagnostics.push({ severity: 'warning', file, rule, message, remedy });
  };
  const visited = new Set<string>();
  const pending: Visit[] = [{ id: path.basename(root.dir), dir: rootDir, relative: '', depth: 0 }];
  /** After all real folders, so that a link to one of them adds nothing and a loop ends. */
  const links: Visit[] = [];

  const visit = (at: Visit): void => {
    if (visited.has(at.dir)) return;
    visited.add(at.dir);
    // A look at the likeliest file is cheaper than a listing of the folder.
    const likely = known.get(at.dir) ?? path.join(at.dir, 'SKILL.md');
    const stat = at.depth > 0 ? statOf(likely) : undefined;
    if (stat !== undefined && !stat.isDirectory()) {
      found.push({ ...at, file: likely, stat });
      return;
    }
    let entries: Dirent[];
    try {
      entries = readdirSync(at.dir, { withFileTypes: true });
    } catch {
      warn(at.dir, 'unreadable', 'The folder cannot be read', 'Give yourself read access to it.');
      return;
    }
    const name = skillFileName(entries);
    if (name !== undefined) {
      const file = path.join(at.dir, name);
      found.push({ ...at, file, stat: statOf(file) });
      if (at.depth > 0) return;
    }
    if (at.depth === MAX_DEPTH) return;
    for (const entry of entries) {
      if (isPassedOver(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
      const child: Visit = {
        id: entry.name,
        dir: path.join(at.dir, entry.name),
        relative: path.join(at.relative, entry.name),
        depth: at.depth + 1,
      };
      (entry.isDirectory() ? pending : links).push(child);
    }
  };

  const follow = (link: Visit): void => {
    try {
      const dir = realpathSync(link.dir);
      if (!statSync(dir).isDirectory() || visited.has(dir)) return;
      if (isInside(rootDir, dir)) pending.push({ ...link, dir });
      else {
        const remedy = `Copy the folder here, or name it as a root of its own: --skills ${dir}`;
        warn(link.dir, 'link-outside', `The link leads out of the skill root, to ${dir}; it was passed over`, remedy);
      }
    } catch {
      warn(link.dir, 'link-broken', 'The link leads nowhere', 'Remove it.');
    }
  };

  for (;;) {
    const next = pending.pop();
    if (next === undefined) {
      if (links.length === 0) break;
      for (const link of links.splice(0).sort(byPath).reverse()) follow(link);
    } else visit(next);
    if (visited.size >= MAX_FOLDERS) {
      warn(
        rootDir,
        'too-many-folders',
        `Only the first ${MAX_FOLDERS} folders were searched`,
        'Choose a smaller root.',
      );
      break;
    }
    if (slice.due()) await slice.pause();
  }
  return {
    dir: rootDir,
    found: found.sort(byPath),
    diagnostics: diagnostics.sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
}

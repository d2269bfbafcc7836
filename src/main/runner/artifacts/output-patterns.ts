/** Files of the workspace that a run's output patterns name (seeds/002 `globs`, `output_files`). */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { folderVariables, type RunFolders } from '../run/run-environment.ts';
import { MAX_WALKED, type WalkedFiles, walkFiles } from '../workspace/walk-files.ts';
import { WORK_LINKS } from '../workspace/work-links.ts';
import { isInside, RECORDS } from '../workspace/workspace.ts';
import { boundedNotes } from './bounded-notes.ts';
import { globBase, globMatcher, isGlob } from './glob-match.ts';

/** Named where a pattern finds nothing. */
const MAX_LISTED = 20;

/** `given` relative to the workspace, with `/`; undefined where it leads outside. */
function workspacePattern(given: string, folders: RunFolders): string | undefined {
  const slashed = path.sep === '/' ? given : given.replaceAll('\\', '/');
  const root = folders.workspace.replaceAll(path.sep, '/');
  const variables = folderVariables(folders);
  const expanded = slashed.replace(/^\$(?:\{([A-Z_]+)\}|([A-Z_]+))(?=\/|$)/, (whole, braced, bare) => {
    return variables[braced ?? bare]?.replaceAll(path.sep, '/') ?? whole;
  });
  const absolute = path.posix.isAbsolute(expanded) || path.isAbsolute(expanded);
  const normal = path.posix.normalize(absolute ? expanded : `${root}/${expanded}`).replace(/\/$/, '');
  if (normal === root) return '';
  return normal.startsWith(`${root}/`) ? normal.slice(root.length + 1) : undefined;
}

/** Our own records of runs, the skills, and what `work/` shows of other folders: only for who names them. */
const PASSED_OVER = new Set(['runs', RECORDS, 'skills', ...Object.keys(WORK_LINKS).map((name) => `work/${name}`)]);
const entersUnasked = (folder: string): boolean => !PASSED_OVER.has(folder);

async function matches(root: string, pattern: string): Promise<WalkedFiles | 'outside' | 'too many'> {
  // A file may be called `a[1].txt`: what is there under exactly this name is what is meant.
  const literal = await stat(path.join(root, pattern)).catch(() => undefined);
  if (literal !== undefined && !literal.isDirectory()) return { names: [pattern], complete: true };
  const whole = literal?.isDirectory() ? `${pattern === '' ? '' : `${pattern}/`}**` : pattern;
  if (literal === undefined && !isGlob(whole)) return { names: [], complete: true };
  const base = literal === undefined ? globBase(whole) : pattern;
  const real = await realpath(path.join(root, base)).catch(() => undefined);
  if (real === undefined) return { names: [], complete: true };
  if (!isInside(root, real)) return 'outside';
  const matcher = literal === undefined ? globMatcher(whole) : () => true;
  if (matcher === undefined) return 'too many';
  return walkFiles(root, { base, takes: matcher, enters: entersUnasked, within: root });
}

async function nothing(pattern: string, given: string, root: string): Promise<string> {
  let folder = globBase(pattern);
  while (
    folder !== '' &&
    folder !== '.' &&
    !(await stat(path.join(root, folder)).catch(() => undefined))?.isDirectory()
  ) {
    folder = path.posix.dirname(folder);
  }
  const { names } = await walkFiles(root, { base: folder === '.' ? '' : folder, enters: entersUnasked });
  const shown = names.slice(0, MAX_LISTED).join(', ');
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const where = folder === '' || folder === '.' ? 'the workspace' : `${folder}/`;
  return `${given} matches no file. In ${where} there ${shown === '' ? 'is no file' : `is: ${shown}${more}`}. Patterns are relative to the workspace; write results to $OUTPUT_DIR, which is out/.`;
}

/**
 * All files that match a pattern, each once, sorted; a link comes after its target.
 * @param notes receives patterns that match nothing or may not be searched.
 */
export async function matchingFiles(
  globs: readonly string[],
  folders: RunFolders,
  notes: string[],
): Promise<{ names: string[]; complete: boolean }> {
  const root = folders.workspace;
  const told = boundedNotes((more) => `${more} more patterns found nothing, or lead outside.`);
  const found = new Set<string>();
  let complete = true;
  for (const given of new Set(globs)) {
    const pattern = workspacePattern(given, folders);
    const matched = pattern === undefined ? 'outside' : await matches(root, pattern);
    if (pattern === undefined || matched === 'outside') {
      told.add(`${given} leads outside the workspace and was left out.`);
      continue;
    }
    if (matched === 'too many') {
      told.add(`${given} stands for too many patterns, by its braces, and was left out. Give several patterns.`);
      continue;
    }
    if (!matched.complete) {
      complete = false;
      told.add(`${given}: more than ${MAX_WALKED} entries; only the first ones were looked at.`);
    }
    if (matched.names.length === 0) told.add(await nothing(pattern, given, root));
    for (const name of matched.names) found.add(name);
  }
  notes.push(...told.all());
  const byReal = new Map<string, string>();
  for (const name of [...found].sort()) {
    const real = await realpath(path.join(root, name)).catch(() => undefined);
    // Its own name before a link's.
    if (real === undefined) byReal.set(name, name);
    else if (!byReal.has(real) || real === path.join(root, name)) byReal.set(real, name);
  }
  return { names: [...byReal.values()].sort(), complete };
}

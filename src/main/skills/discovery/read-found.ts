/** Turns a found folder into the data the catalog keeps. */

import { type Dir, type Dirent, opendirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed, type FindingCode, type FindingFacts } from '../../../shared/messages/detail.ts';
import { hasInvisible } from '../../../shared/text/invisible.ts';
import { statOf } from '../../lib/files.ts';
import { type Finding, findingOf } from '../fields.ts';
import { faultFinding, readSeenSkillHead, readSkillHead } from '../skill-file.ts';
import type { BrokenSkill, SkillFields, SkillRoot, SkillSummary } from '../types.ts';
import { isInside } from './contained-file.ts';
import type { FileStamp } from './file-stamp.ts';
import { createTimeSlice, sortInSlices, type TimeSlice } from './time-slice.ts';

// Finds skills below discovery's depth: not loaded, but reported.

/** Limit for a whole root: folders this deep rarely hold skills. */
const MAX_DEEPER_FOLDERS = 2_000;
const MAX_FOUND = 20;

/**
 * Finds skill files in and below `folders`, nearest first. Does not follow links.
 * @param isSkillFile decides by the name alone. @param isPassedOver true for folders that discovery also skips.
 */
async function lookDeeper(
  folders: readonly string[],
  isSkillFile: (name: string) => boolean,
  isPassedOver: (name: string) => boolean,
  slice: TimeSlice,
): Promise<readonly string[]> {
  const pending = [...folders];
  const found: string[] = [];
  for (let at = 0; at < pending.length && at < MAX_DEEPER_FOLDERS && found.length < MAX_FOUND; at += 1) {
    const dir = pending[at] ?? '';
    const entries = entriesOf(dir);
    const file = entries.find((entry) => entry.isFile() && isSkillFile(entry.name));
    if (file !== undefined) found.push(path.join(dir, file.name));
    else {
      const below = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
      pending.push(...below.map(({ name }) => path.join(dir, name)));
    }
    if (slice.due()) await slice.pause();
  }
  return found;
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    // An unreadable folder this deep is not worth reporting.
    return [];
  }
}

export interface FolderFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
}

const MAX_DEPTH = 8;
/** Files of one skill; as many as an import takes. The rest is left out. */
export const MAX_FILES = 10_000;

export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Cases are for the author: an agent that is tried must not see what is expected of it. */
export const isEvalFile = (file: string): boolean => file.startsWith('evals/');

/** Lists regular files; a link counts as its target if that is inside the folder. Sorted, files before sub-folders. */
export async function listFolder(dir: string): Promise<readonly FolderFile[]> {
  const slice = createTimeSlice();
  const files: FolderFile[] = [];
  const visit = async (relative: string, depth: number): Promise<void> => {
    let entries: Dirent[];
    try {
      entries = readdirSync(path.join(dir, relative), { withFileTypes: true });
    } catch {
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const visible = entries.filter((entry) => !isHidden(entry.name));
    for (const entry of visible) {
      if (files.length >= MAX_FILES) return;
      if (!entry.isFile() && !entry.isSymbolicLink()) continue;
      const file = fileAt(dir, path.join(relative, entry.name), entry.isSymbolicLink());
      if (file !== undefined) files.push(file);
      if (slice.due()) await slice.pause();
    }
    if (depth === MAX_DEPTH) return;
    for (const entry of visible) if (entry.isDirectory()) await visit(path.join(relative, entry.name), depth + 1);
  };
  await visit('', 0);
  return files;
}

/** @param isLink only then it can lead out: a linked folder is not visited, and `dir` is real. */
function fileAt(dir: string, relative: string, isLink: boolean): FolderFile | undefined {
  const absolute = path.join(dir, relative);
  try {
    const stat = statSync(absolute);
    if (!stat.isFile() || (isLink && !isInside(dir, realpathSync(absolute)))) return undefined;
    return { path: relative.split(path.sep).join('/'), absolute, bytes: stat.size };
  } catch {
    return undefined;
  }
}

/** Walks one root for skill folders. Reads directories only; what the files say is `skill-file.ts`'s. */
export interface FoundSkill {
  /** The folder's name; of a linked folder, the link's. */
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
  readonly file: string;
  /** Below the root, as the author sees it. */
  readonly relative: string;
  /** Reached through a link, or not named `SKILL.md`: `relative` alone does not identify the file. */
  readonly special: boolean;
  /** Stamp of the file; undefined for a link to nothing. */
  readonly stamp: FileStamp | undefined;
  /** False for a pipe, a device or a socket, which must not even be opened. */
  readonly regular: boolean;
}

/** The plugin's folder name of a skill in `PLUGIN/skills/`; undefined elsewhere. */
export function pluginOf(root: string, dir: string): string | undefined {
  const [skills, plugin = ''] = path.relative(root, path.dirname(dir)).split(path.sep).toReversed();
  return skills === 'skills' && /^\w/.test(plugin) ? plugin : undefined;
}

export interface DiscoveryFault extends Diagnostic {
  readonly code: FindingCode;
}

export interface DiscoveredRoot {
  /** Absolute and real. */
  readonly dir: string;
  /** Sorted by path below the root. */
  readonly found: readonly FoundSkill[];
  readonly diagnostics: readonly DiscoveryFault[];
}

/** Levels of folders below a root: groups of groups of skills, and no walk through a whole disk. */
const DISCOVER_MAX_DEPTH = 5;
/** The same of a collection: plugins of a marketplace, in an archive's own folder. */
const COLLECTION_MAX_DEPTH = 8;
const MAX_FOLDERS = 50_000;
const SKILL_FILE = /^skill\.md$/i;
/** Appended, not joined: the kept path then shares its folder's text, and takes memory only where it is used. */
const LIKELY_FILE = `${path.sep}SKILL.md`;
/** Entries requested from the system per read. */
const DIR_BUFFER = 256;

interface Visit {
  readonly id: string;
  readonly dir: string;
  readonly relative: string;
  readonly depth: number;
  readonly linked: boolean;
}

/** Folders of version control: nothing in them is a skill. */
const REPOSITORY = /^\.(?:git|hg|svn)$/;
const CACHE =
  /^(?:node_modules|__pycache__|\.(?:cache|venv|tox|nox|npm|yarn|pnpm-store|gradle|terraform|next|trash|.*_cache|import-.*|origins))$/i;
/** Folders of version control and caches, which are not looked through for skills. */
export const isCache = (name: string): boolean => REPOSITORY.test(name) || CACHE.test(name);

const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

function toFound(
  { id, dir, relative, linked }: Visit,
  file: string,
  stat: Stats | undefined,
  odd: boolean,
): FoundSkill {
  const stamp =
    stat === undefined ? undefined : { mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs, size: stat.size, ino: stat.ino };
  return { id, dir, file, relative, special: linked || odd, stamp, regular: stat === undefined || stat.isFile() };
}

const byPath = (a: { readonly relative: string }, b: { readonly relative: string }): boolean => a.relative < b.relative;

/** Key to sort by: a visible skill is used before a hidden one of its name. */
export const hiddenLast = (relative: string): string => relative.replaceAll(/(?<=^|[/\\])\./g, '\u{10FFFF}');
const visibleFirst: typeof byPath = (a, b) => hiddenLast(a.relative) < hiddenLast(b.relative);

/**
 * Undefined where the root is not there; that is no fault, except of one that a person named.
 * @param known the skill files of last time that are not named `SKILL.md`, by their folders.
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
  const isCollection = root.collection === true;
  const most = isCollection ? COLLECTION_MAX_DEPTH : DISCOVER_MAX_DEPTH;
  const isOutside = isCollection ? isCache : isPassedOver;
  const inOrder = isCollection ? visibleFirst : byPath;
  const found: FoundSkill[] = [];
  const diagnostics: DiscoveryFault[] = [];
  const warn = (file: string, rule: string, facts: FindingFacts): void => {
    diagnostics.push({ severity: 'warning', file, rule, ...diagnosed(facts) });
  };
  const folders: string[] = [];
  /** Visited `folders`, needed only once a link can lead back to one. */
  let visited: Set<string> | undefined;
  const pending: Visit[] = [{ id: path.basename(root.dir), dir: rootDir, relative: '', depth: 0, linked: false }];
  /** Visited after all real folders, so that a link to one of them adds nothing and a loop ends. */
  const links: Visit[] = [];

  /** Folders below the depth that is searched. */
  const deeper: string[] = [];
  const caches: string[] = [];

  /** A look at the likeliest file is cheaper than a listing of the folder. True: the folder is a skill. */
  const isPlainSkill = (at: Visit): boolean => {
    if (at.depth === 0) return false;
    const odd = known.get(at.dir);
    const stat = statOf(odd ?? at.dir + LIKELY_FILE);
    if (stat === undefined || stat.isDirectory()) return false;
    found.push(toFound(at, odd ?? at.dir + LIKELY_FILE, stat, odd !== undefined));
    return true;
  };

  const list = async (at: Visit): Promise<void> => {
    const prefix = at.dir.endsWith(path.sep) ? at.dir : at.dir + path.sep;
    const below = at.relative === '' ? '' : at.relative + path.sep;
    const children: Visit[] = [];
    const linkedChildren: Visit[] = [];
    /** If several spellings exist, the specification's comes first. */
    let skillFile: string | undefined;
    let folder: Dir | undefined;
    try {
      folder = opendirSync(at.dir, { bufferSize: DIR_BUFFER });
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        const { name } = entry;
        const isFolder = entry.isDirectory();
        if (!isFolder && SKILL_FILE.test(name) && !(skillFile !== undefined && skillFile < name)) skillFile = name;
        if (isCollection && isFolder && CACHE.test(name)) caches.push(prefix + name);
        if (!isOutside(name) && (isFolder || entry.isSymbolicLink())) {
          const child = {
            id: name,
            dir: prefix + name,
            relative: below + name,
            depth: at.depth + 1,
            linked: at.linked,
          };
          (isFolder ? children : linkedChildren).push(child);
        }
        if (slice.due()) await slice.pause();
      }
    } catch {
      warn(at.dir, 'unreadable', { code: 'folder-unreadable' });
      return;
    } finally {
      folder?.closeSync();
    }
    if (skillFile !== undefined) {
      const file = prefix + skillFile;
      found.push(toFound(at, file, statOf(file), skillFile !== 'SKILL.md'));
      if (at.depth > 0 || isCollection) return;
    }
    if (at.depth === most) {
      deeper.push(...children.map(({ dir }) => dir));
      return;
    }
    // The stack is taken from its end.
    for (const child of (await sortInSlices(children, inOrder, slice)).toReversed()) pending.push(child);
    links.push(...linkedChildren);
  };

  const follow = (link: Visit): void => {
    try {
      const dir = realpathSync(link.dir);
      visited ??= new Set(folders);
      if (!statSync(dir).isDirectory() || visited.has(dir)) return;
      if (isInside(rootDir, dir)) pending.push({ ...link, dir, linked: true });
      else {
        warn(link.dir, 'link-outside', { code: 'root-link-outside', figures: { dir } });
      }
    } catch {
      warn(link.dir, 'link-broken', { code: 'root-link-broken' });
    }
  };

  for (;;) {
    const next = pending.pop();
    if (next === undefined) {
      if (links.length === 0) break;
      for (const link of (await sortInSlices(links.splice(0), inOrder, slice)).toReversed()) {
        follow(link);
        if (slice.due()) await slice.pause();
      }
    } else if (visited === undefined || !visited.has(next.dir)) {
      folders.push(next.dir);
      visited?.add(next.dir);
      if (!isPlainSkill(next)) await list(next);
    }
    if (folders.length >= MAX_FOLDERS) {
      warn(rootDir, 'too-many-folders', { code: 'root-too-many-folders', figures: { most: MAX_FOLDERS } });
      break;
    }
    if (slice.due()) await slice.pause();
  }
  for (const file of await lookDeeper(deeper, (name) => SKILL_FILE.test(name), isOutside, slice)) {
    const figures = { most, root: rootDir, dir: path.dirname(file) };
    warn(file, 'too-deep', { code: 'root-too-deep', figures });
  }
  if (found.length === 0) {
    for (const file of await lookDeeper(
      caches,
      (name) => SKILL_FILE.test(name),
      (name) => REPOSITORY.test(name),
      slice,
    ))
      warn(file, 'passed-over', { code: 'root-passed-over', figures: { dir: path.dirname(file) } });
  }
  return {
    dir: rootDir,
    found: await sortInSlices(found, inOrder, slice),
    diagnostics: await sortInSlices(diagnostics, (a, b) => a.file < b.file, slice),
  };
}

/** Files of skills that were seen and not taken. */
export const passedOverIn = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.filter(({ rule }) => rule === 'too-deep' || rule === 'passed-over').map(({ file }) => file);

export type KnownSkill = SkillSummary | BrokenSkill;

const notAFile = () => ({ kind: 'broken', findings: [faultFinding('not-a-file')] }) as const;
const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

export interface ReadSkill {
  readonly skill: KnownSkill;
  readonly diagnostics: readonly Diagnostic[];
}

/** No text twice: this is what the catalog weighs. */
const toSummary = (
  { id, dir, file }: FoundSkill,
  fields: SkillFields,
  source: SkillRoot['source'],
  root: string,
): SkillSummary => ({ ...fields, id, name: fields.name === id ? id : fields.name, source, root, dir, file });

export function readFound(found: FoundSkill, source: SkillRoot['source'], root: string): ReadSkill {
  const { id, dir, file, special, regular } = found;
  // A separate string: opening flattens it, and the stored path need not be flattened.
  const seenFile = dir + LIKELY_FILE;
  const toDiagnostic = (finding: Finding): Diagnostic => ({ ...finding, file, skill: id });
  const head = !regular ? notAFile() : special ? readSkillHead(root, file) : readSeenSkillHead(root, seenFile);
  // Line breaks and direction marks in an id would forge lines of the catalog.
  const isUsable = !hasInvisible(id);
  if (isUsable && head.kind === 'ok' && head.findings.length === 0)
    return { skill: toSummary(found, head.fields, source, root), diagnostics: NO_DIAGNOSTICS };
  const nameFinding = findingOf('error', 'folder-name', { code: 'folder-name', figures: { name: JSON.stringify(id) } });
  const diagnostics = [...(isUsable ? [] : [nameFinding]), ...head.findings].map(toDiagnostic);
  if (isUsable && head.kind === 'ok') return { skill: toSummary(found, head.fields, source, root), diagnostics };
  const [reason = toDiagnostic(nameFinding)] = diagnostics;
  return { skill: { id, source, dir, file, reason }, diagnostics };
}

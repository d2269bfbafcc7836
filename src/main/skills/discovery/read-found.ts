/** Turns a found folder into the data the catalog keeps. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed, type FindingCode, type FindingFacts } from '../../../shared/messages/failure.ts';
import { hasInvisible } from '../../../shared/text/invisible.ts';
import { attempt, entriesOf, realOf, statOf } from '../../lib/files.ts';
import { type Finding, findingOf } from '../fields.ts';
import { faultFinding, readSkillHead } from '../skill-file.ts';
import type { BrokenSkill, SkillRoot, SkillSummary } from '../types.ts';
import { isInside, realInside } from './contained-file.ts';
import type { FileStamp } from './file-stamp.ts';
import { createTimeSlice, type TimeSlice } from './time-slice.ts';

/** Folders that discovery passed over and that are looked into: of a collection, which is read once, and of a library. */
const MAX_PASSED_OVER = 2_000;
const MAX_AT_EACH_LOOK = 50;
/** Files that are found there. */
const MAX_FOUND = 20;

/** Finds skill files in and below `folders`, nearest first. Does not follow links. @param isOutside by a folder's name. */
async function lookInto(
  folders: readonly string[],
  isOutside: (name: string) => boolean,
  slice: TimeSlice,
  most = MAX_PASSED_OVER,
): Promise<readonly string[]> {
  const pending = [...folders];
  const found: string[] = [];
  for (let at = 0; at < pending.length && at < most && found.length < MAX_FOUND; at += 1) {
    const dir = pending[at] ?? '';
    const entries = entriesOf(dir);
    const file = entries.find((entry) => entry.isFile() && SKILL_FILE.test(entry.name));
    if (file !== undefined) found.push(path.join(dir, file.name));
    else
      for (const entry of entries)
        if (entry.isDirectory() && !isOutside(entry.name)) pending.push(path.join(dir, entry.name));
    if (slice.due()) await slice.pause();
  }
  return found;
}

const isFolder = (dir: string): boolean => statOf(dir)?.isDirectory() === true;

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
    const visible = entriesOf(path.join(dir, relative)).filter((entry) => !isHidden(entry.name));
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
  const stat = statOf(absolute);
  if (stat?.isFile() !== true || (isLink && realInside(dir, absolute) === undefined)) return undefined;
  return { path: relative.split(path.sep).join('/'), absolute, bytes: stat.size };
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

/** Levels of folders below a root: plugins of a marketplace in an archive's own folder, and no walk through a whole disk. */
const MAX_ROOT_DEPTH = 8;
const MAX_FOLDERS = 50_000;
const SKILL_FILE = /^skill\.md$/i;

interface Visit {
  readonly id: string;
  readonly dir: string;
  readonly relative: string;
  readonly depth: number;
}

/** Folders of version control: nothing in them is a skill. */
const REPOSITORY = /^\.(?:git|hg|svn)$/;
const isRepository = (name: string): boolean => REPOSITORY.test(name);
const CACHE =
  /^(?:node_modules|__pycache__|\.(?:cache|venv|tox|nox|npm|yarn|pnpm-store|gradle|terraform|next|trash|.*_cache|import-.*|origins))$/i;
/** Folders of version control and caches, which are not looked through for skills. */
export const isCache = (name: string): boolean => isRepository(name) || CACHE.test(name);

const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Key to sort by: a visible skill is used before a hidden one of its name. */
export const hiddenLast = (relative: string): string => relative.replaceAll(/(?<=^|[/\\])\./g, '\u{10FFFF}');

/** Undefined where the root is not there; that is no fault, except of one that a person named. */
export async function discoverRoot(
  root: SkillRoot,
  slice: TimeSlice = createTimeSlice(),
): Promise<DiscoveredRoot | undefined> {
  const rootDir = realOf(root.dir);
  if (rootDir === undefined || !isFolder(rootDir)) return undefined;
  const isCollection = root.collection === true;
  const isOutside = isCollection ? isCache : isPassedOver;
  const keyOf = isCollection ? hiddenLast : (relative: string) => relative;
  const inOrder = (a: { readonly relative: string }, b: { readonly relative: string }): number =>
    keyOf(a.relative) < keyOf(b.relative) ? -1 : 1;
  const found: FoundSkill[] = [];
  const diagnostics: DiscoveryFault[] = [];
  const warn = (file: string, rule: string, facts: FindingFacts): void => {
    diagnostics.push({ severity: 'warning', file, rule, ...diagnosed(facts) });
  };
  const visited = new Set<string>();
  /** Followed after all real folders, so that a link to one of them adds nothing and a loop ends. */
  const links: Visit[] = [];
  const caches: string[] = [];
  /** Folders below the depth that is searched. */
  const deeper: string[] = [];

  /** @returns the folders to visit next. */
  const visit = ({ id, dir, relative, depth }: Visit): readonly Visit[] => {
    visited.add(dir);
    const entries = attempt(() => readdirSync(dir, { withFileTypes: true }));
    if (entries === undefined) {
      warn(dir, 'unreadable', { code: 'folder-unreadable' });
      return [];
    }
    const files = entries.filter((entry) => !entry.isDirectory() && SKILL_FILE.test(entry.name));
    // If several spellings exist, the specification's comes first.
    const [skillFile] = files.map(({ name }) => name).sort();
    if (skillFile !== undefined) {
      const file = path.join(dir, skillFile);
      const stamp = statOf(file);
      found.push({ id, dir, file, relative, stamp, regular: stamp === undefined || stamp.isFile() });
      if (depth > 0 || isCollection) return [];
    }
    // Not spread into `push`: a folder may have more entries than a call takes arguments.
    const inside: Visit[] = [];
    for (const entry of entries) {
      const { name } = entry;
      const own = { id: name, dir: path.join(dir, name), relative: path.join(relative, name), depth: depth + 1 };
      if (isOutside(name)) {
        if (isCollection && entry.isDirectory() && CACHE.test(name)) caches.push(own.dir);
      } else if (entry.isDirectory()) {
        if (depth < MAX_ROOT_DEPTH) inside.push(own);
        else deeper.push(own.dir);
      } else if (entry.isSymbolicLink() && depth < MAX_ROOT_DEPTH) links.push(own);
    }
    return inside;
  };

  const walk = async (from: Visit): Promise<void> => {
    const pending = [from];
    for (let next = pending.pop(); next !== undefined && visited.size < MAX_FOLDERS; next = pending.pop()) {
      if (!visited.has(next.dir)) for (const below of visit(next)) pending.push(below);
      if (slice.due()) await slice.pause();
    }
  };

  const follow = async (link: Visit): Promise<void> => {
    const dir = realOf(link.dir);
    if (dir === undefined) return warn(link.dir, 'link-broken', { code: 'root-link-broken' });
    if (visited.has(dir) || !isFolder(dir)) return;
    if (isInside(rootDir, dir)) await walk({ ...link, dir });
    else warn(link.dir, 'link-outside', { code: 'root-link-outside', figures: { dir } });
  };

  await walk({ id: path.basename(root.dir), dir: rootDir, relative: '', depth: 0 });
  while (links.length > 0) for (const link of links.splice(0).sort(inOrder)) await follow(link);
  if (visited.size >= MAX_FOLDERS)
    warn(rootDir, 'too-many-folders', { code: 'root-too-many-folders', figures: { most: MAX_FOLDERS } });
  const left = await lookInto(deeper, isOutside, slice, isCollection ? MAX_PASSED_OVER : MAX_AT_EACH_LOOK);
  // Caches hold skills of others: named only where there is nothing else.
  const cached = found.length === 0 ? await lookInto(caches, isRepository, slice) : [];
  for (const file of [...left, ...cached])
    warn(file, 'passed-over', { code: 'root-passed-over', figures: { dir: path.dirname(file) } });
  return {
    dir: rootDir,
    found: found.sort(inOrder),
    diagnostics: diagnostics.sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
}

/** Files of skills that were seen and not taken. */
export const passedOverIn = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.filter(({ rule }) => rule === 'passed-over').map(({ file }) => file);

export type KnownSkill = SkillSummary | BrokenSkill;

export interface ReadSkill {
  readonly skill: KnownSkill;
  readonly diagnostics: readonly Diagnostic[];
}

export function readFound(
  { id, dir, file, regular }: FoundSkill,
  source: SkillRoot['source'],
  root: string,
): ReadSkill {
  const toDiagnostic = (finding: Finding): Diagnostic => ({ ...finding, file, skill: id });
  const head = regular
    ? readSkillHead(root, file)
    : ({ kind: 'broken', findings: [faultFinding('not-a-file')] } as const);
  const diagnostics = head.findings.map(toDiagnostic);
  // Line breaks and direction marks in an id would forge lines of the catalog.
  if (hasInvisible(id)) {
    const facts = { code: 'folder-name', figures: { name: JSON.stringify(id) } } as const;
    diagnostics.unshift(toDiagnostic(findingOf('error', 'folder-name', facts)));
  } else if (head.kind === 'ok') return { skill: { ...head.fields, id, source, root, dir, file }, diagnostics };
  const [reason = toDiagnostic(faultFinding('unreadable'))] = diagnostics;
  return { skill: { id, source, dir, file, reason }, diagnostics };
}

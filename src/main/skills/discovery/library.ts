/** The skills of all roots, kept as metadata and looked at again when asked. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed } from '../../../shared/messages/detail.ts';
import { listReferences, listScripts, type ReferenceContent, readReferenceText } from '../references.ts';
import { readWholeSkill, unloadable, type WholeSkill } from '../skill-file.ts';
import { readSkillTools } from '../tools-file.ts';
import {
  type BrokenSkill,
  type Catalog,
  noSkill,
  type SkillLibrary,
  type SkillRoot,
  type SkillSummary,
  type SkillTrust,
} from '../types.ts';
import { isInside } from './contained-file.ts';
import { type KnownRoot, lookAtRoot } from './known-root.ts';
import { discoverRoot, type FoundSkill, type KnownSkill } from './read-found.ts';
import { createStampedCache } from './stamped-cache.ts';
import { createTimeSlice, sortInSlices, type TimeSlice } from './time-slice.ts';

/** Folders in which clients of Agent Skills keep them, below a project or the user's home. */
const SHARED_FOLDERS = [
  ['.agents', 'skills'],
  ['.claude', 'skills'],
] as const;

export interface RootOptions {
  readonly home: string;
  readonly environment: string;
  readonly projectDir: string;
  /** Default: yes. Else its skills come last, so that none of them takes the place of another. */
  readonly projectTrusted?: boolean | undefined;
  readonly userHome: string;
  readonly bundledDir: string;
  /** `SKILLS_ROOT` (seeds/002): a folder of skills, or several as in `PATH`. */
  readonly variable?: string | undefined;
  /** Values of `--skills`; `none` among them drops the default roots. */
  readonly optionRoots?: readonly string[] | undefined;
}

/** Roots that a project brings, in order of precedence: those of the folder, then those of its Git repository's top. */
export const projectRoots = (dir: string, userHome = homedir()): readonly SkillRoot[] =>
  [dir, ...gitTopAbove(dir, userHome)].flatMap((top) => [
    { dir: path.join(top, '.skilldeck', 'skills'), source: 'project' as const },
    ...SHARED_FOLDERS.map((parts): SkillRoot => ({ dir: path.join(top, ...parts), source: 'project' })),
  ]);

/** A home that is a repository is no project. */
function gitTopAbove(dir: string, userHome: string): readonly string[] {
  for (let at = path.resolve(dir); at !== userHome && at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, '.git'))) return at === path.resolve(dir) ? [] : [at];
  return [];
}

/** All roots in order of precedence (CONTRACT §6), each folder once, whether it is there or not. */
export function resolveRoots(options: RootOptions): readonly SkillRoot[] {
  const { home, environment, projectDir, projectTrusted = true, userHome, bundledDir, optionRoots = [] } = options;
  const named = options.variable?.split(path.delimiter).filter((dir) => dir !== '') ?? [];
  const fromOptions: SkillRoot[] = optionRoots
    .filter((dir) => dir !== 'none')
    .map((dir) => ({ dir: path.resolve(dir), source: 'option' }));
  const project = projectRoots(projectDir, userHome);
  const standing: SkillRoot[] = [
    ...(projectTrusted ? project : []),
    { dir: path.join(home, 'environments', environment, 'skills'), source: 'environment' },
    { dir: path.join(home, 'skills'), source: 'user' },
    ...named.map((dir): SkillRoot => ({ dir, source: 'user' })),
    ...SHARED_FOLDERS.map((parts): SkillRoot => ({ dir: path.join(userHome, ...parts), source: 'user' })),
    { dir: bundledDir, source: 'bundled' },
    ...(projectTrusted ? [] : project),
  ];
  const all = optionRoots.includes('none') ? fromOptions : [...fromOptions, ...standing];
  const seen = new Set<string>();
  return all
    .map((root) => ({ ...root, dir: path.resolve(root.dir) }))
    .filter((root) => !seen.has(root.dir) && seen.add(root.dir));
}

/** Reduces all found skills to one per id. */
const isBroken = (skill: KnownSkill): skill is BrokenSkill => 'reason' in skill;

/**
 * The first one wins; the others are reported with both paths. Neither a broken skill nor one that is not allowed hides
 * one that can be used.
 */
async function resolveNames(
  roots: readonly KnownRoot[],
  others: readonly Diagnostic[],
  allowed: (skill: SkillSummary) => boolean,
  slice: TimeSlice,
): Promise<Catalog> {
  const byId = new Map<string, SkillSummary>();
  const skills: SkillSummary[] = [];
  const broken: BrokenSkill[] = [];
  const diagnostics: Diagnostic[] = [];
  const add = (skill: SkillSummary): void => {
    const first = byId.get(skill.id);
    if (first !== undefined) diagnostics.push(shadowed(skill, first));
    else {
      byId.set(skill.id, skill);
      skills.push(skill);
    }
  };
  const heldBack: SkillSummary[] = [];
  for (const known of roots) {
    for (const skill of known.skills) {
      const own = known.diagnostics.get(skill);
      if (own !== undefined) diagnostics.push(...own);
      if (isBroken(skill)) broken.push(skill);
      else if (allowed(skill)) add(skill);
      else heldBack.push(skill);
      if (slice.due()) await slice.pause();
    }
  }
  for (const skill of heldBack) add(skill);
  diagnostics.push(...others);
  const sorted = await sortInSlices(skills, (a, b) => a.id < b.id, slice);
  return { skills: exact(sorted), broken, diagnostics };
}

/** Copies the array to drop the spare capacity of one that grew. */
const exact = <T>(items: readonly T[]): readonly T[] => items.slice();

function shadowed(skill: SkillSummary, first: SkillSummary): Diagnostic {
  return {
    severity: 'warning',
    file: skill.file,
    skill: skill.id,
    rule: 'shadowed',
    ...diagnosed({ code: 'shadowed-here', figures: { name: skill.id, used: first.file, unused: skill.file } }),
  };
}

const folderAndFile = (file: string): [folder: string, file: string] => [path.dirname(file), file];

/** Cache for the files read last; a session has only a handful of skills loaded at once. */
const CACHE_BYTES = 2 * 1024 * 1024;
const EMPTY: Catalog = { skills: [], broken: [], diagnostics: [] };

export interface LibraryOptions {
  readonly roots: readonly SkillRoot[];
  /**
   * True if `invalidate` followed every change in the roots: then a refresh looks at nothing. Default: a refresh
   * looks each time.
   */
  readonly isUnchanged?: (() => Promise<boolean>) | undefined;
  /** Default: every skill is allowed. */
  readonly trust?: SkillTrust | undefined;
}

const ALL_ALLOWED: SkillTrust = { look: async () => {}, allowed: () => () => true };

function projectSkills(roots: Iterable<KnownRoot>): readonly SkillSummary[] {
  return [...roots].flatMap(({ skills }) =>
    skills.flatMap((skill) => (skill.source === 'project' && !isBroken(skill) ? [skill] : [])),
  );
}

function foldersHeldBack(skills: readonly SkillSummary[], trust: SkillTrust): string {
  const allowed = trust.allowed();
  return skills.flatMap((skill) => (allowed(skill) ? [] : skill.dir)).join('\0');
}

export function createSkillLibrary({
  roots,
  isUnchanged = async () => false,
  trust = ALL_ALLOWED,
}: LibraryOptions): SkillLibrary {
  let catalog = EMPTY;
  let isStale = true;
  /** Keyed by root, in the order of the roots. */
  let known = new Map<string, KnownRoot>();
  let othersBefore = '[]';
  const skillFiles = createStampedCache<WholeSkill>(CACHE_BYTES);
  const references = createStampedCache<ReferenceContent>(CACHE_BYTES);
  /** Paths given to `invalidate` since the last look. */
  let doubted: string[] = [];
  let ofProject: readonly SkillSummary[] = [];
  /** Folders of the skills that are not allowed. A decision changes them too, also one of another process. */
  let heldBack = '';

  const look = async (): Promise<Catalog> => {
    // Asked again: the answer takes time.
    if (!isStale && foldersHeldBack(ofProject, trust) === heldBack && (await isUnchanged()) && !isStale) return catalog;
    isStale = false;
    const slice = createTimeSlice();
    const now = new Map<string, KnownRoot>();
    const others: Diagnostic[] = [];
    const oddFiles = new Map([...known.values()].flatMap(({ special }) => [...special.values()].map(folderAndFile)));
    const named = doubted;
    doubted = [];
    const mustRead = ({ dir }: FoundSkill): boolean =>
      named.length > 0 && named.some((one) => isInside(dir, one) || isInside(one, dir));
    let changed = false;
    for (const root of roots) {
      const startedAt = Date.now();
      const discovered = await discoverRoot(root, oddFiles, slice);
      if (discovered === undefined) {
        if (root.source !== 'option') continue;
        const said = diagnosed({ code: 'root-missing', figures: { dir: root.dir } });
        others.push({ severity: 'error', file: root.dir, rule: 'root-missing', ...said });
        continue;
      }
      if (now.has(discovered.dir)) continue;
      others.push(...discovered.diagnostics);
      const seen = await lookAtRoot(root.source, discovered, known.get(discovered.dir), mustRead, startedAt, slice);
      changed ||= seen.changed;
      now.set(discovered.dir, seen.known);
    }
    // Layout of `npx skills`: each client's folder links to the skills in another root.
    const isInRoot = ({ rule, figures }: Diagnostic) =>
      rule === 'link-outside' && [...now.keys()].some((root) => isInside(root, String(figures?.dir)));
    others.splice(0, others.length, ...others.filter((one) => !isInRoot(one)));
    // A root that went or came counts as well, even one that has no skill.
    changed ||= [...now.keys()].join('\0') !== [...known.keys()].join('\0');
    known = now;
    if (roots.some(({ source }) => source === 'project')) {
      ofProject = projectSkills(now.values());
      await trust.look(ofProject);
    }
    const heldBackBefore = heldBack;
    heldBack = foldersHeldBack(ofProject, trust);
    changed ||= heldBack !== heldBackBefore;
    const othersNow = JSON.stringify(others);
    if (changed || othersNow !== othersBefore) {
      catalog = await resolveNames([...now.values()], others, trust.allowed(), slice);
      othersBefore = othersNow;
    }
    return catalog;
  };

  let running: Promise<Catalog> | undefined;
  let queued: Promise<Catalog> | undefined;
  const start = (): Promise<Catalog> => {
    queued = undefined;
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  };
  const refresh = (): Promise<Catalog> => {
    if (running === undefined) return start();
    queued ??= running.then(start, start);
    return queued;
  };

  /** The skill by its id; one that was added since the last look is found too. */
  const find = async (id: string): Promise<SkillSummary> => {
    const current = (): SkillSummary | undefined => catalog.skills.find((skill) => skill.id === id);
    const skill = current() ?? (await refresh().then(current));
    if (skill !== undefined) return skill;
    const broken = catalog.broken.find((candidate) => candidate.id === id);
    if (broken !== undefined) throw unloadable(id, broken.reason.file, broken.reason);
    throw noSkill(id, catalog.skills);
  };

  return {
    refresh,
    catalog: () => catalog,
    invalidate(paths) {
      isStale = true;
      doubted.push(...paths);
      skillFiles.clear();
      references.clear();
    },
    async read(id) {
      const skill = await find(id);
      const { root, dir, file, source } = skill;
      const { value: whole, sha256 } = readWholeSkill(root, file, id, skillFiles);
      const summary = { id, ...whole.head.fields, source, root, dir, file };
      const tools = readSkillTools(summary);
      return {
        summary,
        body: whole.body,
        frontMatter: whole.frontMatter,
        sha256,
        references: await listReferences(dir),
        scripts: await listScripts(dir),
        ...(tools === undefined ? {} : { tools }),
      };
    },
    async readReference(id, wanted) {
      const { dir, source } = await find(id);
      return readReferenceText(id, dir, wanted, references, source === 'bundled');
    },
  };
}

/** The skills of all roots, kept as metadata and looked at again when asked. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isEqual } from '../../../shared/defined.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed } from '../../../shared/messages/failure.ts';
import { listReferences, listScripts, readReferenceText } from '../references.ts';
import { readWholeSkill, unloadable } from '../skill-file.ts';
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
import { type FileStamp, isSettled, sameStamp, stampOf } from './file-stamp.ts';
import { type DiscoveredRoot, discoverRoot, type KnownSkill, type ReadSkill, readFound } from './read-found.ts';
import { createTimeSlice, type TimeSlice } from './time-slice.ts';

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

/** A skill as it was read last. */
interface KnownFile extends ReadSkill {
  /** Undefined for a file so new that it may change again and keep its stamp: it is read again. */
  readonly stamp: FileStamp | undefined;
}

/** Keyed by the skill's file, in the order of the paths below the root. */
type KnownRoot = ReadonlyMap<string, KnownFile>;

/** Reads what is new or changed. @param startedAt epoch milliseconds at which the root began to be walked. */
async function lookAtRoot(
  source: SkillRoot['source'],
  { dir, found }: DiscoveredRoot,
  before: KnownRoot | undefined,
  startedAt: number,
  slice: TimeSlice,
): Promise<KnownRoot> {
  const known = new Map<string, KnownFile>();
  for (const one of found) {
    const old = before?.get(one.file);
    // A link to it may have another name now.
    const isSame =
      old?.stamp !== undefined && one.stamp !== undefined && old.skill.id === one.id && sameStamp(old.stamp, one.stamp);
    let { skill, diagnostics }: ReadSkill = old !== undefined && isSame ? old : readFound(one, source, dir);
    // A file that was only touched changes nothing.
    if (old !== undefined && isEqual([old.skill, old.diagnostics], [skill, diagnostics]))
      ({ skill, diagnostics } = old);
    const stamp = one.stamp !== undefined && isSettled(one.stamp, startedAt) ? stampOf(one.stamp) : undefined;
    known.set(one.file, { skill, diagnostics, stamp });
    if (slice.due()) await slice.pause();
  }
  return known;
}

const isBroken = (skill: KnownSkill): skill is BrokenSkill => 'reason' in skill;

/**
 * Reduces all found skills to one per id: the first one wins, the others are reported with both paths. Neither a broken
 * skill nor one that is not allowed hides one that can be used.
 */
function resolveNames(
  found: readonly ReadSkill[],
  others: readonly Diagnostic[],
  allowed: (skill: SkillSummary) => boolean,
): Catalog {
  const usable = found.flatMap(({ skill }) => (isBroken(skill) ? [] : [skill]));
  const broken = found.flatMap(({ skill }) => (isBroken(skill) ? [skill] : []));
  const byId = new Map<string, SkillSummary>();
  const diagnostics = found.flatMap((one) => one.diagnostics);
  for (const skill of [...usable.filter(allowed), ...usable.filter((one) => !allowed(one))]) {
    const first = byId.get(skill.id);
    if (first === undefined) byId.set(skill.id, skill);
    else diagnostics.push(shadowed(skill, first));
  }
  const skills = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { skills, broken, diagnostics: [...diagnostics, ...others] };
}

function shadowed(skill: SkillSummary, first: SkillSummary): Diagnostic {
  return {
    severity: 'warning',
    file: skill.file,
    skill: skill.id,
    rule: 'shadowed',
    ...diagnosed({ code: 'shadowed-here', figures: { name: skill.id, used: first.file, unused: skill.file } }),
  };
}

const EMPTY: Catalog = { skills: [], broken: [], diagnostics: [] };

export interface LibraryOptions {
  readonly roots: readonly SkillRoot[];
  /** Default: every skill is allowed. */
  readonly trust?: SkillTrust | undefined;
}

const ALL_ALLOWED: SkillTrust = { look: async () => {}, allowed: () => () => true };

export function createSkillLibrary({ roots, trust = ALL_ALLOWED }: LibraryOptions): SkillLibrary {
  let catalog = EMPTY;
  /** Keyed by root, in the order of the roots. */
  let known = new Map<string, KnownRoot>();
  /** All that the catalog was made of. */
  let madeOf: readonly unknown[] = [];

  const look = async (): Promise<Catalog> => {
    const slice = createTimeSlice();
    const now = new Map<string, KnownRoot>();
    const others: Diagnostic[] = [];
    for (const root of roots) {
      const startedAt = Date.now();
      const discovered = await discoverRoot(root, slice);
      if (discovered === undefined) {
        if (root.source !== 'option') continue;
        const said = diagnosed({ code: 'root-missing', figures: { dir: root.dir } });
        others.push({ severity: 'error', file: root.dir, rule: 'root-missing', ...said });
        continue;
      }
      if (now.has(discovered.dir)) continue;
      for (const one of discovered.diagnostics) others.push(one);
      now.set(discovered.dir, await lookAtRoot(root.source, discovered, known.get(discovered.dir), startedAt, slice));
    }
    known = now;
    // Layout of `npx skills`: each client's folder links to the skills in another root.
    const isInRoot = ({ rule, figures }: Diagnostic) =>
      rule === 'link-outside' && [...now.keys()].some((root) => isInside(root, String(figures?.dir)));
    const reported = others.filter((one) => !isInRoot(one));
    const found = [...now.values()].flatMap((root) => [...root.values()]);
    const ofProject = found.flatMap(({ skill }) => (skill.source === 'project' && !isBroken(skill) ? [skill] : []));
    if (roots.some(({ source }) => source === 'project')) await trust.look(ofProject);
    const allowed = trust.allowed();
    const made = [
      ...found.map(({ skill }) => skill),
      ...ofProject.filter(allowed).map(({ dir }) => dir),
      [...now.keys()].join('\0'),
      JSON.stringify(reported),
    ];
    if (made.length !== madeOf.length || made.some((one, index) => one !== madeOf[index])) {
      catalog = resolveNames(found, reported, allowed);
      madeOf = made;
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
    async read(id) {
      const skill = await find(id);
      const { root, dir, file, source } = skill;
      const whole = readWholeSkill(root, file, id);
      const summary = { id, ...whole.head.fields, source, root, dir, file };
      const tools = readSkillTools(summary);
      return {
        summary,
        body: whole.body,
        frontMatter: whole.frontMatter,
        sha256: whole.sha256,
        references: await listReferences(dir),
        scripts: await listScripts(dir),
        ...(tools === undefined ? {} : { tools }),
      };
    },
    async readReference(id, wanted) {
      const { dir, source } = await find(id);
      return readReferenceText(id, dir, wanted, source === 'bundled');
    },
  };
}

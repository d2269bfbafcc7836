/** The skills of all roots, kept as metadata and looked at again when asked. */
import path from 'node:path';
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed } from '../../../shared/messages/finding.ts';
import { readWholeSkill, unloadable, type WholeSkill } from '../front-matter/skill-file.ts';
import { noSkill } from '../no-skill.ts';
import { listReferences, type ReferenceContent, readReferenceText } from '../references.ts';
import { listScripts } from '../scripts.ts';
import { readSkillTools } from '../tools-file/read-tools.ts';
import type { Catalog, SkillLibrary, SkillRoot, SkillSummary, SkillTrust } from '../types.ts';
import { isBroken, resolveNames } from './catalog.ts';
import { isInside } from './contained-file.ts';
import { discoverRoot, type FoundSkill } from './discover.ts';
import { type KnownRoot, lookAtRoot } from './known-root.ts';
import { createStampedCache } from './stamped-cache.ts';
import { createTimeSlice } from './time-slice.ts';

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

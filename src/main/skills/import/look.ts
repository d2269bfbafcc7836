/** One look at a source: fetched, unpacked aside, and compared with what is installed. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type AskedMore,
  type ImportPlan,
  type PlannedSkill,
  SAME_IMPORT,
} from '../../../shared/skills/skill-import.ts';
import { skeletonOf } from '../confusable.ts';
import { hostsWith, needsOf } from '../needs.ts';
import type { Catalog, SkillSummary } from '../types.ts';
import type { SkillImportDeps } from './deps.ts';
import { differenceOf } from './difference.ts';
import { originReport, placeFor } from './installed.ts';
import { isThere } from './move.ts';
import { hashOfTree, listTree } from './names.ts';
import type { OpenedSource } from './open-source.ts';
import { lookAtStage, type StagedSkill } from './plan.ts';
import { escaped, ofTheDisk, refused } from './refused.ts';
import { makeWorkFolder, STAGE_TOP, stageEntries, sweepWorkFolders } from './stage.ts';

/** Needs of a new version beyond the installed one: a reason to ask the person again. */
const ANY = () => true;

/** @param before undefined where nothing usable is installed: then everything is more. @param added files that are new. */
function asksMore(
  before: SkillSummary | undefined,
  after: SkillSummary,
  mayRun: PlannedSkill['mayRun'],
  added: readonly string[],
): AskedMore[] {
  const old = before === undefined ? undefined : needsOf(before);
  const now = needsOf(after);
  const more = (kind: AskedMore['kind'], had: readonly string[], has: readonly string[]): AskedMore[] =>
    has.filter((what) => !had.includes(what)).map((what) => ({ kind, what }));
  const folders = (needs: typeof now | undefined, write: boolean): string[] =>
    (needs?.folders ?? []).filter((one) => one.write || !write).map((one) => one.path);
  const programs = [...mayRun.scripts, ...mayRun.executables];
  return [
    ...more('host', old === undefined ? [] : hostsWith(old, ANY), hostsWith(now, ANY)),
    ...more('folder-read', folders(old, false), folders(now, false)),
    ...more('folder-write', folders(old, true), folders(now, true)),
    ...more('program', old?.programs ?? [], now.programs),
    ...more('tool', before?.allowedTools ?? [], after.allowedTools),
    ...programs.filter((file) => added.includes(file)).map((what) => ({ kind: 'script' as const, what })),
  ];
}

export interface OpenPlan {
  readonly plan: ImportPlan;
  /** Holds the unpacked source; the plan's owner removes it. */
  readonly work: string;
  readonly staged: readonly StagedSkill[];
  /** Keyed by skill: its target, and the hash of what exists there. */
  readonly places: ReadonlyMap<string, Place>;
}

interface Place {
  readonly target: string;
  readonly seenHash: string | undefined;
}

/** The skill to take when only one skill of a source is wanted. */
interface Wanted {
  readonly id: string;
  /** Inside the source. */
  readonly path: string;
}

/** @param work absolute, an empty folder for what has to be fetched first. */
export type SourceOpener = (work: string, signal: AbortSignal) => Promise<OpenedSource>;

export interface LookRequest {
  readonly open: SourceOpener;
  /** Absolute: the folder of skills to compare with. */
  readonly root: string;
  readonly wanted?: Wanted | undefined;
  /** Id of the one skill to take, wherever in the source it is. */
  readonly only?: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws SkilldeckError `bad-input`, `import-refused`, `home-unusable`; then nothing is left of it. */
export async function look(deps: SkillImportDeps, request: LookRequest): Promise<OpenPlan> {
  const { signal } = request;
  await sweepWorkFolders();
  const work = makeWorkFolder();
  try {
    return await lookIn(work, deps, request);
  } catch (error) {
    // Thousands of files: not in one go, as others wait in the meantime.
    await rm(work, { recursive: true, force: true });
    throw signal.aborted ? refused('import-stopped', {}, error) : ofTheDisk(error);
  }
}

async function lookIn(work: string, deps: SkillImportDeps, request: LookRequest): Promise<OpenPlan> {
  const { open, root, wanted, only, signal } = request;
  const stage = path.join(work, 'stage');
  mkdirSync(path.join(stage, STAGE_TOP), { recursive: true });
  const opened = await open(work, signal);
  // An updated skill keeps its id, even if its folder has been renamed.
  const isSame = wanted !== undefined && opened.path === wanted.path && opened.origin.kind !== 'archive';
  const top = isSame ? { ...opened, topName: wanted.id, isNamed: true } : opened;
  const { packedBytes, submodules, origin } = top;
  const { passedOver } = await stageEntries(top.entries, path.join(stage, STAGE_TOP), { packedBytes, signal });
  const found = await lookAtStage(stage, top, deps);
  signal.throwIfAborted();
  const staged =
    wanted !== undefined
      ? onlyWanted(found.skills, wanted)
      : only !== undefined
        ? named(found.skills, only)
        : found.skills;
  const catalog = await deps.catalog();
  const places = new Map<string, Place>();
  const skills: PlannedSkill[] = [];
  for (const one of staged) {
    const { id } = one.found;
    const target = placeFor(root, id, catalog);
    const { seenHash, replaces } = await compare(root, target, one, catalog);
    places.set(id, { target, seenHash });
    const others = elsewhere(catalog, id, target);
    const alsoAt = [...others, ...alikeIn(staged, id).filter((one) => others.every((other) => other.id !== one.id))];
    skills.push({ ...one.found, ...(replaces === undefined ? {} : { replaces }), alsoAt });
  }
  const notes: ImportPlan['notes'] = [
    ...found.notes,
    ...submodules.map((at) => ({ kind: 'submodule' as const, path: at })),
    ...(passedOver === 0 ? [] : [{ kind: 'passed-over' as const, files: passedOver }]),
  ];
  const plan = { planId: randomUUID(), source: origin, root, skills, broken: [...found.broken], notes };
  return { plan, work, staged, places };
}

function elsewhere({ skills, broken }: Catalog, id: string, target: string): PlannedSkill['alsoAt'] {
  const own = isThere(target) ? realpathSync(target) : undefined;
  return (
    [...skills, ...broken]
      // Letters of another script that are drawn alike count as the same name.
      .filter((other) => skeletonOf(other.id) === skeletonOf(id) && other.dir !== own)
      .map((other) => ({ id: other.id, path: other.dir, source: other.source }))
  );
}

/** Other skills of the same source whose names look like this one. */
const alikeIn = (staged: readonly StagedSkill[], id: string): PlannedSkill['alsoAt'] =>
  staged.flatMap(({ found }) =>
    found.id !== id && skeletonOf(found.id) === skeletonOf(id)
      ? [{ id: found.id, path: found.path, source: SAME_IMPORT }]
      : [],
  );

function onlyWanted(skills: readonly StagedSkill[], { id, path: inside }: Wanted): readonly StagedSkill[] {
  const found = skills.find((one) => one.found.id === id) ?? skills.find((one) => one.found.path === inside);
  if (found === undefined || found.found.id !== id) throw refused('import-skill-gone', { id: escaped(id) });
  return [found];
}

function named(skills: readonly StagedSkill[], id: string): readonly StagedSkill[] {
  const found = skills.filter((one) => one.found.id === id);
  if (found.length > 0) return found;
  const has = skills.map((one) => one.found.id).join(', ');
  throw refused('import-other-skills', { id: escaped(id), has });
}

async function compare(
  root: string,
  target: string,
  { files, found, summary }: StagedSkill,
  { skills }: Catalog,
): Promise<{ readonly seenHash: string | undefined; readonly replaces?: PlannedSkill['replaces'] }> {
  if (!isThere(target)) return { seenHash: undefined };
  const before = await listTree(realpathSync(target));
  const { status } = await originReport(root, found.id, target);
  const seenHash = before === undefined ? '' : hashOfTree(before);
  const difference = differenceOf(before ?? [], files);
  const installed = skills.find(({ dir }) => dir === realpathSync(target));
  const asks = asksMore(installed, summary, found.mayRun, difference.added);
  const same = seenHash === found.contentHash;
  return { seenHash, replaces: { path: target, status, same, asksMore: same ? [] : asks, ...difference } };
}

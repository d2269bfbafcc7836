/**
 * Brings staged skills into a root, all or none. Everything is prepared in `ROOT/.import-…`, on the same disk and unseen
 * by discovery; then each skill is one rename. A crash at any point is put right by `sweepRoot` at the next import.
 */

import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { defined } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import {
  type AskedMore,
  type ImportPlan,
  type InstallResult,
  type PlannedSkill,
  SAME_IMPORT,
  type SkillOrigin,
  skillOriginSchema,
} from '../../../shared/skills/skill-import.ts';
import { ofTheDisk } from '../../lib/errors.ts';
import { entriesOf } from '../../lib/files.ts';
import { isAlive } from '../../lib/processes.ts';
import { skeletonOf } from '../confusable.ts';
import { hostsWith, needsOf } from '../needs.ts';
import type { Catalog, SkillSummary } from '../types.ts';
import { differenceOf } from './difference.ts';
import { isThere, move, originReport, placeFor, type Trash, writeOrigin } from './installed.ts';
import {
  contentHash,
  escaped,
  hashOfTree,
  type ImportRefusal,
  listTree,
  readRecord,
  refused,
  writeRecord,
} from './names.ts';
import type { OpenedSource } from './open-source.ts';
import { lookAtStage, type Picks, type SkillImportDeps, type StagedSkill } from './plan.ts';
import { missingPlugins } from './plugins.ts';
import { makeWorkFolder, STAGE_TOP, stageEntries, sweepWorkFolders } from './stage.ts';

// One look at a source: fetched, unpacked aside, and compared with what is installed.

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

/** `work` holds the unpacked source; the plan's owner removes it. */
export type OpenPlan = Awaited<ReturnType<typeof lookIn>>;

/** @param work absolute, an empty folder for what has to be fetched first. */
export type SourceOpener = (work: string, signal: AbortSignal) => Promise<OpenedSource>;

interface LookRequest {
  readonly open: SourceOpener;
  /** Absolute: the folder of skills to compare with. */
  readonly root: string;
  /** The one skill to take. */
  readonly wanted?: { readonly id: string; readonly path: string } | undefined;
  readonly picks?: Picks | undefined;
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

async function lookIn(work: string, deps: SkillImportDeps, request: LookRequest) {
  const { open, root, wanted, picks = {}, signal } = request;
  const stage = path.join(work, 'stage');
  mkdirSync(path.join(stage, STAGE_TOP), { recursive: true });
  const opened = await open(work, signal);
  // An updated skill keeps its id, even if its folder has been renamed.
  const isSame = wanted !== undefined && opened.path === wanted.path && opened.origin.kind !== 'archive';
  const top = isSame ? { ...opened, topName: wanted.id, isNamed: true } : opened;
  const { packedBytes, submodules, origin } = top;
  const stageTop = path.join(stage, STAGE_TOP);
  const left = new Map<string, ImportRefusal>();
  // What leads out of an archive was put there for that; a folder may well have a link beside its skills.
  const leaveOut = (at: string, why: ImportRefusal): unknown => left.set(path.join(stageTop, at), why);
  const whole = origin.kind === 'folder' || origin.kind === 'git' ? { leaveOut } : {};
  await stageEntries(top.entries, stageTop, { packedBytes, signal, ...whole });
  const missing = missingPlugins(top, stageTop).map(({ name: _, dir, ...why }) => ({ path: dir, ...why }));
  const found = await lookAtStage(stage, top, picks, deps, left);
  signal.throwIfAborted();
  const only = found.skills.find((one) => one.found.id === wanted?.id);
  if (wanted !== undefined && only === undefined) throw refused('import-skill-gone', { id: escaped(wanted.id) });
  const staged = only === undefined ? found.skills : [only];
  const catalog = await deps.catalog();
  const places = new Map<string, Pick<InstallItem, 'target' | 'seenHash'>>();
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
  ];
  const broken = [...found.broken, ...missing];
  const plan: ImportPlan = { planId: randomUUID(), source: origin, root, skills, broken, notes };
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

export interface InstallItem {
  readonly staged: StagedSkill;
  /** Absolute: where it goes. */
  readonly target: string;
  /** Hash of what existed when the user agreed; undefined if nothing did. */
  readonly seenHash: string | undefined;
  readonly origin: SkillOrigin;
}

const PREFIX = '.import-';
const STAGING = /^\.import-(\d+)-/;
/** Written when everything is prepared; from then on a crash can be put right. */
const jobSchema = z.object({
  skills: z.array(z.object({ id: z.string(), target: z.string(), origin: skillOriginSchema })),
});
type Job = z.infer<typeof jobSchema>;

const jobFile = (folder: string) => path.join(folder, 'job.json');
const freshOf = (folder: string, id: string) => path.join(folder, 'new', id);
const oldOf = (folder: string, id: string) => path.join(folder, 'old', id);

/** @throws SkilldeckError `import-refused` where the disk is not as it was agreed on; then nothing has changed. */
export async function installAll(root: string, items: readonly InstallItem[], trash: Trash): Promise<InstallResult> {
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(path.join(root, `${PREFIX}${process.pid}-`));
  let isExchanged = false;
  try {
    mkdirSync(path.join(folder, 'old'));
    for (const { staged } of items) await prepare(freshOf(folder, staged.found.id), staged);
    for (const item of items) await checkTarget(item);
    const job: Job = { skills: items.map(({ staged, target, origin }) => ({ id: staged.found.id, target, origin })) };
    writeRecord(jobFile(folder), job);
    try {
      for (const skill of job.skills) exchange(folder, skill);
    } catch (error) {
      rollBack(folder, job);
      throw refused('import-not-moved', {}, error);
    }
    isExchanged = true;
    const trashed = finish(root, folder, job, trash);
    isExchanged = false;
    return {
      installed: items.map(
        ({
          staged: {
            found: { id, contentHash },
          },
          target,
        }) => ({
          id,
          path: target,
          contentHash,
          ...defined({ trashed: trashed.get(id) }),
        }),
      ),
    };
  } catch (error) {
    if (!isExchanged) throw error;
    throw detailed('home-unusable', 'trash-later', { why: messageOf(error) }, { cause: error });
  } finally {
    // Until it is in the trash, this is the only copy of what was replaced; `sweepRoot` completes the rest.
    if (!isExchanged) rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(target: string, { files, found }: StagedSkill): Promise<void> {
  for (const file of files) {
    const to = path.join(target, ...file.path.split('/'));
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(file.absolute, to);
    chmodSync(to, file.executable ? 0o755 : 0o644);
  }
  if ((await contentHash(realpathSync(target))) !== found.contentHash)
    throw refused('import-source-changed', { id: escaped(found.id) });
}

async function checkTarget({ staged, target, seenHash }: InstallItem): Promise<void> {
  const now = isThere(target) ? ((await contentHash(realpathSync(target))) ?? '') : undefined;
  if (now === seenHash) return;
  throw refused('import-target-changed', { id: escaped(staged.found.id) });
}

function exchange(folder: string, { id, target }: Job['skills'][number]): void {
  mkdirSync(path.dirname(target), { recursive: true });
  if (isThere(target)) move(target, oldOf(folder, id));
  move(freshOf(folder, id), target);
}

function rollBack(folder: string, { skills }: Job): void {
  for (const { id, target } of skills) {
    const wasMoved = !isThere(freshOf(folder, id));
    if (wasMoved) rmSync(target, { recursive: true, force: true });
    if (isThere(oldOf(folder, id)) && !isThere(target)) move(oldOf(folder, id), target);
  }
}

/** Can be done again after a crash in the middle of it. @returns id → its entry in the trash. */
function finish(root: string, folder: string, { skills }: Job, trash: Trash): ReadonlyMap<string, string> {
  const trashed = new Map<string, string>();
  for (const { id, target, origin } of skills) {
    const old = oldOf(folder, id);
    if (isThere(old)) trashed.set(id, trash.put({ id, root, dir: old, from: target }));
    writeOrigin(root, id, origin);
  }
  return trashed;
}

/** Puts right what a crash left behind: an exchange that was complete is kept, one that was not is undone. */
export function sweepRoot(root: string, trash: Trash): void {
  for (const { name } of entriesOf(root)) {
    const pid = Number(STAGING.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    const folder = path.join(root, name);
    const job = readRecord(jobFile(folder), jobSchema);
    if (job !== undefined) {
      const isComplete = job.skills.every(({ id }) => !isThere(freshOf(folder, id)));
      if (isComplete) finish(root, folder, job, trash);
      else rollBack(folder, job);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Brings staged skills into a root, all or none. Everything is prepared in `ROOT/.import-…`, on the same disk and unseen
 * by discovery; then each skill is one rename. A crash at any point is put right by `sweepRoot` at the next import.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { type InstallResult, type SkillOrigin, skillOriginSchema } from '../../../shared/skills/skill-import.ts';
import { isAlive } from '../../lib/process-alive.ts';
import { type Trash, writeOrigin } from './installed.ts';
import { isThere, move } from './move.ts';
import { contentHash, readRecord, writeRecord } from './names.ts';
import type { StagedSkill } from './plan.ts';
import { escaped, refused } from './refused.ts';

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
    const trashed = finishOrExplain(root, folder, job, trash);
    isExchanged = false;
    return {
      installed: items.map(({ staged: { found }, target }) => {
        const before = trashed.get(found.id);
        return {
          id: found.id,
          path: target,
          contentHash: found.contentHash,
          ...(before === undefined ? {} : { trashed: before }),
        };
      }),
    };
  } finally {
    // Until it is in the trash, this is the only copy of what was replaced; `sweepRoot` completes the rest.
    if (!isExchanged) rmSync(folder, { recursive: true, force: true });
  }
}

function finishOrExplain(...args: Parameters<typeof finish>): ReadonlyMap<string, string> {
  try {
    return finish(...args);
  } catch (error) {
    throw detailed('home-unusable', 'trash-later', { why: messageOf(error) }, { cause: error });
  }
}

async function prepare(target: string, { files, found }: StagedSkill): Promise<void> {
  for (const file of files) {
    const to = path.join(target, ...file.path.split('/'));
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(file.absolute, to);
    chmodSync(to, file.executable ? 0o755 : 0o644);
  }
  if ((await contentHash(realpathSync(target))) !== found.contentHash) {
    throw refused('import-source-changed', { id: escaped(found.id) });
  }
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
  let names: readonly string[];
  try {
    names = readdirSync(root);
  } catch {
    return;
  }
  for (const name of names) {
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

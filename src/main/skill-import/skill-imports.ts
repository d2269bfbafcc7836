/** Getting skills, giving them on, and removing them so that it can be undone. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SkilldeckError } from '../../shared/errors.ts';
import type {
  ImportPlan,
  ImportSource,
  InstallResult,
  OriginReport,
  PlannedSkill,
  SkillExport,
  SkillOrigin,
  TrashedSkill,
} from '../../shared/skill-import.ts';
import { hashOfTree, listTree } from './content-hash.ts';
import type { SkillImportDeps } from './deps.ts';
import { differenceOf } from './difference.ts';
import { exportSkill } from './export-skill.ts';
import { type InstallItem, installAll, sweepRoot } from './install.ts';
import { findInstalled, type Installed, managedRoot, managedRoots, placeFor } from './installed.ts';
import { MAX_PLANS } from './limits.ts';
import { isThere } from './move.ts';
import { originReport, readOrigin } from './origins.ts';
import { lookAtStage, STAGE_TOP, type StagedSkill } from './plan.ts';
import { ofTheDisk, quoted, refused } from './refused.ts';
import { stageEntries } from './stage.ts';
import { createTrash } from './trash.ts';
import { makeWorkFolder, sweepWorkFolders } from './work-folder.ts';

export interface InspectOptions {
  /** The folder of skills to import into. Default: `HOME/skills`. */
  readonly root?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SkillImports {
  /**
   * What a source holds and what installing it would change. Nothing is written but in a folder of its own outside
   * of every catalog, which is removed with the plan.
   * @throws SkilldeckError `bad-input` for a source that is not there, `import-refused`, also where it was
   * stopped by the signal.
   */
  inspect(source: ImportSource, options?: InspectOptions): Promise<ImportPlan>;
  /**
   * All skills of a plan, or those named; whole or not at all. The plan is used up, unless this throws.
   * @throws SkilldeckError `bad-input` for a plan or skill that is not there, `import-refused`.
   */
  install(planId: string, ids?: readonly string[]): Promise<InstallResult>;
  /** Forgets a plan and what was unpacked for it. */
  discard(planId: string): void;
  /** Looks at the source of an installed skill again. @throws SkilldeckError as `inspect`; `not-supported` where it has none. */
  update(id: string, options?: Pick<InspectOptions, 'signal'>): Promise<ImportPlan>;
  /** @throws SkilldeckError `skill-not-found`, `not-supported`. */
  export(id: string): Promise<SkillExport>;
  /** Into the trash. @throws SkilldeckError `skill-not-found`; `not-supported` for a folder that is not the app's. */
  uninstall(id: string): Promise<TrashedSkill>;
  /** @param what an entry of the trash, or a skill's id. */
  restore(what: string): Promise<TrashedSkill>;
  trash(): readonly TrashedSkill[];
  /** Where a skill came from, and whether it is still what was imported. @throws SkilldeckError `skill-not-found`. */
  origin(id: string): Promise<OriginReport>;
  /** Puts right what a crash left in the app's own roots; never throws. The caller has the data folder to itself. */
  recover(): void;
  /** Removes what plans have unpacked. */
  dispose(): void;
}

interface OpenPlan {
  readonly plan: ImportPlan;
  readonly work: string;
  readonly staged: readonly StagedSkill[];
  /** Of each skill: where it goes, and the hash of what is there. */
  readonly places: ReadonlyMap<string, { readonly target: string; readonly seenHash: string | undefined }>;
}

/** What of a source is meant, where only one skill of it is. */
interface Wanted {
  readonly id: string;
  readonly path: string;
}

export function createSkillImports(deps: SkillImportDeps): SkillImports {
  const plans = new Map<string, OpenPlan>();
  const trash = createTrash(deps.home, deps.now);
  let last: Promise<unknown> = Promise.resolve();

  /** One change of the disk at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work).catch((error: unknown) => {
      throw ofTheDisk(error);
    });
    last = mine.catch(() => {});
    return mine;
  };

  const discard = (planId: string): void => {
    const open = plans.get(planId);
    if (open === undefined) return;
    plans.delete(planId);
    rmSync(open.work, { recursive: true, force: true });
  };

  const installed = async (id: string): Promise<Installed> => findInstalled(await deps.catalog(), id);

  async function look(source: ImportSource, options: InspectOptions, wanted?: Wanted): Promise<ImportPlan> {
    const signal = options.signal ?? new AbortController().signal;
    const root = path.resolve(options.root ?? path.join(deps.home, 'skills'));
    sweepWorkFolders();
    const work = makeWorkFolder();
    try {
      const stage = path.join(work, 'stage');
      mkdirSync(path.join(stage, STAGE_TOP), { recursive: true });
      // Git and the archives' readers are large, and most starts of the app need none of them.
      const { openSource } = await import('./open-source.ts');
      const opened = await openSource(source, work, signal);
      // What is updated keeps its id, whatever its folder is called by now.
      const named = wanted !== undefined && opened.path === wanted.path && opened.origin.kind !== 'archive';
      const top = named ? { ...opened, topName: wanted.id, isNamed: true } : opened;
      const { passedOver } = await stageEntries(top.entries, path.join(stage, STAGE_TOP), {
        packedBytes: top.packedBytes,
        signal,
      });
      const found = await lookAtStage(stage, top, deps);
      signal.throwIfAborted();
      const staged = wanted === undefined ? found.skills : onlyWanted(found.skills, wanted);
      const catalog = await deps.catalog();
      const places: Map<string, { target: string; seenHash: string | undefined }> = new Map();
      const skills: PlannedSkill[] = [];
      for (const one of staged) {
        const { id } = one.found;
        const target = placeFor(root, id, catalog);
        const compared = await compare(root, target, one);
        places.set(id, { target, seenHash: compared.seenHash });
        const alsoAt = [...catalog.skills, ...catalog.broken].filter(
          (other) => other.id === id && !(isThere(target) && realpathSync(target) === other.dir),
        );
        skills.push({
          ...one.found,
          ...(compared.replaces === undefined ? {} : { replaces: compared.replaces }),
          alsoAt: alsoAt.map(({ dir, source: from }) => ({ path: dir, source: from })),
        });
      }
      const plan: ImportPlan = {
        planId: randomUUID(),
        source: top.origin,
        root,
        skills,
        broken: [...found.broken],
        notes: [
          ...found.notes,
          ...top.submodules.map((at) => ({ kind: 'submodule' as const, path: at })),
          ...(passedOver === 0 ? [] : [{ kind: 'passed-over' as const, files: passedOver }]),
        ],
      };
      for (const oldest of [...plans.keys()].slice(0, Math.max(0, plans.size + 1 - MAX_PLANS))) discard(oldest);
      plans.set(plan.planId, { plan, work, staged, places });
      return plan;
    } catch (error) {
      rmSync(work, { recursive: true, force: true });
      throw signal.aborted ? refused('It was stopped', error) : ofTheDisk(error);
    }
  }

  return {
    inspect: (source, options = {}) => look(source, options),

    install: (planId, ids) =>
      inTurn(async () => {
        const open = plans.get(planId);
        if (open === undefined) {
          throw new SkilldeckError('bad-input', 'This plan is not open any more. Look at the source again.');
        }
        const { plan, staged, places } = open;
        const wanted = ids ?? staged.map(({ found }) => found.id);
        const at = deps.now().toISOString();
        const items = wanted.map((id): InstallItem => {
          const one = staged.find(({ found }) => found.id === id);
          const place = places.get(id);
          if (one === undefined || place === undefined) {
            const has = staged.map(({ found }) => found.id).join(', ');
            throw new SkilldeckError('bad-input', `The plan has no skill ${quoted(id)}. It has: ${has}.`);
          }
          const { path: inside, contentHash } = one.found;
          const origin: SkillOrigin = { ...plan.source, path: inside, contentHash, installedAt: at };
          return { staged: one, ...place, origin };
        });
        sweepRoot(plan.root, trash);
        trash.sweep();
        const result = await installAll(plan.root, items, trash);
        discard(planId);
        return result;
      }),

    discard,

    async update(id, options = {}) {
      const { root } = await installed(id);
      const origin = readOrigin(root, id);
      if (origin === undefined) {
        throw new SkilldeckError('not-supported', `Nobody knows where ${quoted(id)} came from. Import it from there.`);
      }
      const { kind, address, ref, path: inside } = origin;
      if (kind === 'upload') {
        const what = `${quoted(id)} came from the file ${quoted(address)}, which is not here`;
        throw new SkilldeckError('not-supported', `${what}. Import the new file.`);
      }
      const source: ImportSource = {
        kind: 'address',
        address,
        ...(ref === undefined ? {} : { ref }),
        ...(inside === '' || kind === 'archive' ? {} : { path: inside }),
      };
      return look(source, { ...options, root }, { id, path: inside });
    },

    async export(id) {
      const { dir } = await installed(id);
      return exportSkill(id, realpathSync(dir));
    },

    uninstall: (id) =>
      inTurn(async () => {
        const { dir } = await installed(id);
        const root = managedRoot(deps.home, dir);
        if (root === undefined) {
          const what = `The skill ${quoted(id)} is at ${dir}, which is not the app's own folder`;
          throw new SkilldeckError('not-supported', `${what}. Remove it there, or switch the skill off.`);
        }
        sweepRoot(root, trash);
        trash.sweep();
        const place = placeFor(root, id, await deps.catalog());
        const entry = trash.put({ id, root, dir: place });
        return trash.list().find((one) => one.entry === entry) ?? { entry, id, path: place, at: '' };
      }),

    restore: (what) => inTurn(async () => trash.restore(what)),
    trash: () => trash.list(),

    async origin(id) {
      const { dir, root } = await installed(id);
      return originReport(root, id, dir);
    },

    recover() {
      for (const root of managedRoots(deps.home)) {
        try {
          sweepRoot(root, trash);
        } catch {
          // A disk that refuses must not keep the app from starting; the next import there says so.
        }
      }
    },

    dispose() {
      for (const planId of [...plans.keys()]) discard(planId);
    },
  };
}

function onlyWanted(skills: readonly StagedSkill[], { id, path: inside }: Wanted): readonly StagedSkill[] {
  const found = skills.find((one) => one.found.id === id) ?? skills.find((one) => one.found.path === inside);
  if (found === undefined || found.found.id !== id)
    throw refused(`The skill ${quoted(id)} is not in its source any more`);
  return [found];
}

async function compare(
  root: string,
  target: string,
  { files, found }: StagedSkill,
): Promise<{ readonly seenHash: string | undefined; readonly replaces?: PlannedSkill['replaces'] }> {
  if (!isThere(target)) return { seenHash: undefined };
  const before = await listTree(realpathSync(target));
  const { status } = await originReport(root, found.id, target);
  const seenHash = before === undefined ? '' : hashOfTree(before);
  const difference = differenceOf(before ?? [], files);
  return { seenHash, replaces: { path: target, status, same: seenHash === found.contentHash, ...difference } };
}

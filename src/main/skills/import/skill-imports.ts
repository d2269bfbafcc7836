import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { detailed } from '../../../shared/messages/failure.ts';
import { lacksKey } from '../../../shared/models/keyless-address.ts';
import type {
  ImportPlan,
  ImportSource,
  InstallResult,
  OriginReport,
  SkillExport,
  SkillOrigin,
  TrashedSkill,
} from '../../../shared/skills/skill-import.ts';
import { ofTheDisk } from '../../lib/errors.ts';
import { createTurns } from '../../lib/timing.ts';
import { findPlace, type SkillPlace } from '../files.ts';
import { readShorthand } from './git.ts';
import { type InstallItem, installAll, look, type OpenPlan, type SourceOpener, sweepRoot } from './install.ts';
import { createTrash, managedRoot, managedRoots, originReport, placeFor, readOrigin } from './installed.ts';
import { escaped, hashOfTree, inMib, isJunk, listTree, MAX_EXPORT_BYTES, MAX_PLANS, MAX_TOTAL_BYTES } from './names.ts';
import type { Picks, SkillImportDeps } from './plan.ts';
import { writeZip } from './read-zip.ts';

// One skill as a `.skill` archive: its folder, at the top, with everything in it.

/**
 * The same files give the same bytes.
 * @param dir absolute and real.
 * @throws SkilldeckError `not-supported` where no archive could hold it.
 */
async function exportSkill(id: string, dir: string): Promise<SkillExport> {
  const all = await listTree(dir);
  if (all === undefined)
    throw detailed('not-supported', 'skill-export-size', { id: escaped(id), size: inMib(MAX_TOTAL_BYTES) });
  const files = all.filter((file) => !isJunk(file.path));
  const odd = files.find((file) => !file.regular);
  if (odd !== undefined)
    throw detailed('not-supported', 'skill-export-file', { id: escaped(id), file: escaped(odd.path) });
  const entries = files.map((file) => ({
    path: `${id}/${file.path}`,
    executable: file.executable,
    read: () => readFileSync(file.absolute),
  }));
  const bytes = await writeZip(entries, MAX_EXPORT_BYTES);
  if (bytes === undefined)
    throw detailed('not-supported', 'skill-export-packed', { id: escaped(id), size: inMib(MAX_EXPORT_BYTES), dir });
  return {
    name: `${id}.skill`,
    base64: bytes.toString('base64'),
    bytes: bytes.length,
    files: files.length,
    contentHash: hashOfTree(files),
  };
}

interface InspectOptions extends Picks {
  /** The folder of skills to import into. Default: `HOME/skills`. */
  readonly root?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type SkillImports = ReturnType<typeof createSkillImports>;

const NEVER = new AbortController().signal;

/** Git and the archives' readers are large, and most starts of the app need none of them. */
const opener =
  (source: ImportSource): SourceOpener =>
  async (work, signal) =>
    (await import('./open-source.ts')).openSource(source, work, signal);

export function createSkillImports(deps: SkillImportDeps) {
  const plans = new Map<string, OpenPlan>();
  const trash = createTrash(deps.home, deps.now);
  const turns = createTurns();
  /** One change of the disk at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    turns(work).catch((error: unknown) => {
      throw ofTheDisk(error);
    });

  /** Thousands of files: not in one go, as others wait in the meantime. */
  const discard = async (planId: string): Promise<void> => {
    const open = plans.get(planId);
    if (open === undefined) return;
    plans.delete(planId);
    await rm(open.work, { recursive: true, force: true });
  };

  const installed = async (id: string): Promise<SkillPlace> => findPlace(await deps.catalog(), id);

  const keep = async (open: OpenPlan): Promise<ImportPlan> => {
    const tooMany = Math.max(0, plans.size + 1 - MAX_PLANS);
    for (const oldest of [...plans.keys()].slice(0, tooMany)) await discard(oldest);
    plans.set(open.plan.planId, open);
    return open.plan;
  };

  /** The same as `inspect` of what a repository opens. */
  const inspectOpened = async (open: SourceOpener, options: InspectOptions = {}): Promise<ImportPlan> => {
    const { root = path.join(deps.home, 'skills'), only, except, signal = NEVER } = options;
    return keep(await look(deps, { open, root: path.resolve(root), picks: { only, except }, signal }));
  };

  return {
    /**
     * Reports what a source holds and what installing it would change. Writes only to a separate folder outside every
     * catalog, which is removed with the plan.
     * @throws SkilldeckError `bad-input` if the source does not exist, `import-refused`, also when the signal stops it.
     */
    async inspect(given: ImportSource, options?: InspectOptions): Promise<ImportPlan> {
      const short = given.kind === 'address' ? readShorthand(given.address) : undefined;
      const source = given.kind === 'address' && short !== undefined ? { ...given, address: short.url } : given;
      const { only, except } = given.kind === 'address' ? given : {};
      const named = short?.skill === undefined ? only : [short.skill];
      return inspectOpened(opener(source), { ...options, only: named, except });
    },
    inspectOpened,

    /**
     * All skills of a plan, or those named; whole or not at all. The plan is used up, unless this throws.
     * @throws SkilldeckError `bad-input` for a plan or skill that is not there, `import-refused`.
     */
    install: (planId: string, ids?: readonly string[]): Promise<InstallResult> =>
      inTurn(async () => {
        const open = plans.get(planId);
        if (open === undefined) throw detailed('bad-input', 'plan-closed');
        const { plan, staged, places } = open;
        const wanted = ids ?? staged.map(({ found }) => found.id);
        const at = deps.now().toISOString();
        const items = wanted.map((id): InstallItem => {
          const one = staged.find(({ found }) => found.id === id);
          const place = places.get(id);
          if (one === undefined || place === undefined) {
            const has = staged.map(({ found }) => found.id).join(', ');
            throw detailed('bad-input', 'plan-no-skill', { id: escaped(id), has });
          }
          const { path: inside, contentHash } = one.found;
          const origin: SkillOrigin = { ...plan.source, path: inside, contentHash, installedAt: at };
          return { staged: one, ...place, origin };
        });
        sweepRoot(plan.root, trash);
        trash.sweep();
        const result = await installAll(plan.root, items, trash);
        await discard(planId);
        return result;
      }),

    discard,

    /** Looks at the source of an installed skill again. @throws SkilldeckError as `inspect`; `not-supported` where it has none. */
    async update(id: string, { signal = NEVER }: Pick<InspectOptions, 'signal'> = {}): Promise<ImportPlan> {
      const { root } = await installed(id);
      const origin = readOrigin(root, id);
      if (origin === undefined) throw detailed('not-supported', 'skill-source-unknown', { id: escaped(id) });
      const { kind, address, ref, path: inside } = origin;
      if (kind === 'repository') {
        const command = `skilldeck repos sync ${origin.repository ?? ''}`.trim();
        throw detailed('not-supported', 'skill-source-repository', { id: escaped(id), command });
      }
      if (kind === 'upload')
        throw detailed('not-supported', 'skill-source-upload', { id: escaped(id), file: escaped(address) });
      if (lacksKey(address)) throw detailed('not-supported', 'skill-source-key', { id: escaped(id), address });
      const source: ImportSource = {
        kind: 'address',
        address,
        ...(ref === undefined ? {} : { ref }),
        ...(inside === '' || kind === 'archive' ? {} : { path: inside }),
      };
      return keep(await look(deps, { open: opener(source), root, wanted: { id, path: inside }, signal }));
    },

    /** @throws SkilldeckError `skill-not-found`, `not-supported`. */
    async export(id: string): Promise<SkillExport> {
      const { dir } = await installed(id);
      return exportSkill(id, realpathSync(dir));
    },

    /** Into the trash. @throws SkilldeckError `skill-not-found`; `not-supported` for a folder that is not the app's. */
    uninstall: (id: string): Promise<TrashedSkill> =>
      inTurn(async () => {
        const { dir } = await installed(id);
        const root = managedRoot(deps.home, dir);
        if (root === undefined) throw detailed('not-supported', 'skill-elsewhere', { id: escaped(id), dir });
        sweepRoot(root, trash);
        trash.sweep();
        const place = placeFor(root, id, await deps.catalog());
        const entry = trash.put({ id, root, dir: place });
        return trash.list().find((one) => one.entry === entry) ?? { entry, id, path: place, at: '' };
      }),

    /** @param what an entry of the trash, or a skill's id. */
    restore: (what: string): Promise<TrashedSkill> => inTurn(async () => trash.restore(what)),
    trash: () => trash.list(),

    /** Origin of a skill, and whether it is unchanged since the import. @throws SkilldeckError `skill-not-found`. */
    async origin(id: string): Promise<OriginReport> {
      const { dir, root } = await installed(id);
      return originReport(root, id, dir);
    },

    /** Puts right what a crash left in the app's own roots; never throws. The caller has the data folder to itself. */
    recover(): void {
      for (const root of managedRoots(deps.home)) {
        try {
          sweepRoot(root, trash);
        } catch {
          // A disk that refuses must not keep the app from starting; the next import there says so.
        }
      }
    },

    dispose(): void {
      // Synchronous: the program is exiting, so later work would never run.
      for (const { work } of plans.values()) rmSync(work, { recursive: true, force: true });
      plans.clear();
    },
  };
}

/** Results of a look, prepared for a person, and installed. */
import path from 'node:path';
import type { Core } from '../../../main/core/core.ts';
import { ImportRefusal, ItemRefusal, reasonIn } from '../../../main/skills/import/names.ts';
import { defined } from '../../../shared/defined.ts';
import type { BrokenPlace, ListedSkill, RepositoryDefinition } from '../../../shared/skills/repositories.ts';
import {
  type ImportPlan,
  type InstallResult,
  type PlannedSkill,
  shadowingIn,
} from '../../../shared/skills/skill-import.ts';
import { type StateFile, toTake } from './open-repository.ts';
import type { SkillRepository } from './repository.ts';

/** Skills of one plan: a person reads through them, and an import looks at no more than 300. */
const MAX_PLANNED = 200;

/** Skills installed from a repository, with their folders. */
export interface Target {
  readonly name: string;
  readonly definition: RepositoryDefinition;
  readonly state: StateFile;
  /** Absolute folder of skills. */
  readonly root: string;
}

interface OpenRepository {
  readonly target: Target;
  readonly repository: SkillRepository;
  readonly signal: AbortSignal;
}

/** False where the repository itself cannot be read. */
const isOfSkill = (error: unknown): boolean =>
  error instanceof ItemRefusal ||
  (error instanceof ImportRefusal && ['damaged', 'missing', 'refused'].includes(error.reason));

interface Prepared {
  readonly target: Target;
  readonly listed: ReadonlyMap<string, ListedSkill>;
  /** Ids in the plan, without skills that are installed unchanged. */
  readonly ids: readonly string[];
}

export function plans({ imports, access, watch }: Core) {
  const prepared = new Map<string, Prepared>();

  const discard = async (planId: string): Promise<void> => {
    prepared.delete(planId);
    await imports.discard(planId);
  };
  const unlessEmpty = async (plan: ImportPlan): Promise<ImportPlan | null> => {
    if (plan.skills.length > 0) return plan;
    await discard(plan.planId);
    return null;
  };
  const install = async (planId: string, ids: readonly string[] | undefined): Promise<InstallResult> => {
    const from = prepared.get(planId);
    const result = await imports.install(planId, ids ?? from?.ids);
    prepared.delete(planId);
    if (from !== undefined) noteTaken(from.target, from.listed, result.installed);
    watch.notify();
    return result;
  };
  const inspect = ({ target: { root, name }, repository, signal }: OpenRepository, wanted: readonly ListedSkill[]) => {
    const open = async () => {
      const source = await repository.open(wanted);
      return { ...source, origin: { ...source.origin, repository: name } };
    };
    return imports.inspectOpened(open, { root, signal });
  };
  /** Those that cannot be read, each with its reason: halves that fail are halved again. */
  const faulty = async (opened: OpenRepository, skills: readonly ListedSkill[]): Promise<BrokenPlace[]> => {
    try {
      const { planId } = await inspect(opened, skills);
      await discard(planId);
      return [];
    } catch (error) {
      if (!isOfSkill(error)) throw error;
      const [only, ...more] = skills;
      if (only !== undefined && more.length === 0) return [{ where: only.id, ...reasonIn(error) }];
      const middle = Math.ceil(skills.length / 2);
      return [...(await faulty(opened, skills.slice(0, middle))), ...(await faulty(opened, skills.slice(middle)))];
    }
  };
  /**
   * A plan of all skills that can be read; the others are noted as broken. Undefined where there are none but others are listed.
   * @throws where no skill of the repository can be read.
   */
  const prepareGood = async (opened: OpenRepository, wanted: readonly ListedSkill[], listed: number) => {
    try {
      return await prepare(opened, wanted);
    } catch (error) {
      if (listed < 2 || !isOfSkill(error)) throw error;
      const broken = await faulty(opened, wanted);
      const { state, definition } = opened.target;
      const before = state.read(definition.address);
      state.write({ ...before, broken: [...before.broken, ...broken] });
      const good = wanted.filter(({ id }) => broken.every(({ where }) => where !== id));
      if (broken.length === 0 || broken.length === listed) throw error;
      return good.length === 0 ? undefined : prepare(opened, good);
    }
  };
  const prepare = async (opened: OpenRepository, wanted: readonly ListedSkill[]): Promise<ImportPlan> => {
    const { target } = opened;
    const plan = await inspect(opened, wanted);
    const listed = new Map(wanted.map((skill) => [skill.id, skill]));
    const skills = plan.skills.filter((skill) => skill.replaces?.same !== true);
    prepared.set(plan.planId, { target, listed, ids: skills.map(({ id }) => id) });
    const same = plan.skills.flatMap(({ id, replaces }) =>
      replaces?.same === true ? [{ id, path: replaces.path ?? path.join(target.root, id) }] : [],
    );
    noteTaken(target, listed, same);
    return { ...plan, skills };
  };

  return {
    /** Takes at once what needs no person. @param ids undefined: what is new or changed. */
    async settle(
      target: Target,
      repository: SkillRepository,
      listed: readonly ListedSkill[],
      ids: readonly string[] | undefined,
      signal: AbortSignal,
    ): Promise<{ readonly installed: InstallResult['installed']; readonly plan: ImportPlan | null }> {
      const { definition, state } = target;
      const before = state.read(definition.address);
      const asked =
        ids === undefined ? toTake(listed, before, definition) : listed.filter(({ id }) => ids.includes(id));
      const wanted = asked.slice(0, MAX_PLANNED);
      if (wanted.length === 0) return { installed: [], plan: null };
      const opened = { target, repository, signal };
      const plan = await prepareGood(opened, wanted, listed.length);
      if (plan === undefined) return { installed: [], plan: null };
      const atOnce = definition.auto === true && access === 'write' ? plan.skills.filter(takenUnasked(plan)) : [];
      if (atOnce.length === 0) return { installed: [], plan: await unlessEmpty(plan) };
      const chosen = atOnce.map(({ id }) => id);
      const { installed } = await install(plan.planId, chosen);
      const left = wanted.filter(({ id }) => plan.skills.some((one) => one.id === id) && !chosen.includes(id));
      if (left.length === 0) return { installed, plan: null };
      return { installed, plan: await unlessEmpty(await prepare(opened, left)) };
    },
    install,
    discard,
  };
}

/** Records what is installed as the version that was listed. */
export function noteTaken(
  { state, definition: { address } }: Pick<Target, 'state' | 'definition'>,
  listed: ReadonlyMap<string, ListedSkill>,
  installed: readonly { readonly id: string; readonly path: string }[],
): void {
  const at = new Date().toISOString();
  const entries = installed.flatMap(({ id, path: place }) => {
    const skill = listed.get(id);
    if (skill === undefined) return [];
    const { fingerprint, version } = skill;
    return [[id, { fingerprint, path: place, at, ...defined({ version }) }] as const];
  });
  if (entries.length === 0) return;
  const before = state.read(address);
  state.write({ ...before, taken: { ...before.taken, ...Object.fromEntries(entries) } });
}

/** Skills of a trusted repository that ask for no more than before, take no one's name, and overwrite no edits. */
function takenUnasked({ skills }: ImportPlan): (skill: PlannedSkill) => boolean {
  const shadowing = new Set(shadowingIn(skills).map(({ id }) => id));
  return ({ id, replaces }) =>
    !shadowing.has(id) &&
    (replaces === undefined || (replaces.asksMore.length === 0 && replaces.status === 'unchanged'));
}

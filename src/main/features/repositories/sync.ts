/** Looks at repositories, prepares what they have that is new, and installs it: one look at a repository at a time. */
import path from 'node:path';
import type { RepositorySynced, RepositoryView } from '../../../shared/contract/repositories.ts';
import { defined } from '../../../shared/defined.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { ListedSkill } from '../../../shared/repositories.ts';
import { type ImportPlan, type InstallResult, type PlannedSkill, shadowingIn } from '../../../shared/skill-import.ts';
import type { DefinedRepository } from '../../config/repositories.ts';
import { countTokens } from '../../context/engine.ts';
import { catalogLine } from '../../context/prompt/catalog-line.ts';
import type { Core } from '../../core/core.ts';
import { documentTokens } from '../../core/skill-source.ts';
import { placeOf } from '../../lib/address-place.ts';
import { kindOf } from './address.ts';
import { lookAtRepository, withRepository } from './look.ts';
import { publicationOf, type Wanted } from './publish.ts';
import type { SkillRepository, SkillVersion } from './repository.ts';
import { standings, toTake } from './standing.ts';
import { type StateFile, stateFile } from './state-file.ts';

/** Skills of one plan: a person reads through them, and an import looks at no more than 300. */
const MAX_PLANNED = 200;
const PASSWORD = 'password';

export interface RepositoryWork {
  view(environment: string, given: DefinedRepository): RepositoryView;
  check(environment: string, name: string, signal: AbortSignal): Promise<RepositoryView>;
  sync(
    environment: string,
    name: string,
    ids: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<RepositorySynced>;
  take(planId: string, ids: readonly string[] | undefined): Promise<InstallResult>;
  /** @throws SkilldeckError `import-refused`. */
  versions(environment: string, name: string, id: string, signal: AbortSignal): Promise<readonly SkillVersion[]>;
  /** @throws SkilldeckError as `publicationOf`; `import-refused`, `bad-input`. */
  publish(environment: string, name: string, wanted: Wanted, signal: AbortSignal): Promise<void>;
  /** @throws SkilldeckError `import-refused`, `bad-input`. */
  unpublish(environment: string, name: string, id: string, version: string, signal: AbortSignal): Promise<void>;
  /** Drops what `sync` prepared. */
  discard(planId: string): Promise<void>;
  /** Of what is known and stored of it. */
  forget(environment: string, given: DefinedRepository): Promise<void>;
  keepPassword(environment: string, given: DefinedRepository, value: string | null): Promise<void>;
  onChange(listener: () => void): () => void;
}

interface Prepared {
  readonly state: StateFile;
  readonly address: string;
  readonly listed: ReadonlyMap<string, ListedSkill>;
  /** Of the plan, without those that are installed as they are. */
  readonly ids: readonly string[];
}

export function repositoryWork(core: Core): RepositoryWork {
  const { repositories, imports, secrets, settings, home, access, runWith } = core;
  const listeners = new Set<() => void>();
  const busy = new Map<string, Promise<unknown>>();
  const prepared = new Map<string, Prepared>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const folderOf = (environment: string, { source }: DefinedRepository) =>
    source === 'everywhere' ? home : settings.of(environment).folder;
  const stateOf = (environment: string, given: DefinedRepository) =>
    stateFile(folderOf(environment, given), given.name);
  const ownerOf = (environment: string, { source, name }: DefinedRepository) =>
    `repository/${source === 'everywhere' ? '' : environment}/${name}`;
  const stored = (environment: string, given: DefinedRepository) =>
    secrets
      .list()
      .find((one) => one.skill === ownerOf(environment, given) && one.dir === placeOf(given.definition.address));

  const passwordOf = async (environment: string, given: DefinedRepository): Promise<string | undefined> => {
    const { passwordEnv } = given.definition;
    if (passwordEnv !== undefined) return process.env[passwordEnv];
    return stored(environment, given) === undefined ? undefined : secrets.value(ownerOf(environment, given), PASSWORD);
  };
  const view = (environment: string, given: DefinedRepository): RepositoryView => {
    const { name, source, file, definition } = given;
    const state = stateOf(environment, given).read(definition.address);
    const { passwordEnv } = definition;
    return {
      name,
      source,
      file,
      definition,
      hasPassword: passwordEnv === undefined ? stored(environment, given) !== undefined : passwordEnv in process.env,
      busy: busy.has(keyOf(environment, given)),
      skills: standings(state, definition),
      broken: state.broken,
      ...defined({
        kind: kindOf(definition.address),
        seenAt: state.seenAt,
        revision: state.revision,
        fault: state.fault,
      }),
    };
  };

  /** One look at a time; a second one waits for the first. */
  const inTurn = async <T>(environment: string, given: DefinedRepository, work: () => Promise<T>): Promise<T> => {
    const key = keyOf(environment, given);
    const before = busy.get(key);
    const mine = (before ?? Promise.resolve()).catch(() => {}).then(work);
    busy.set(key, mine);
    changed();
    try {
      return await mine;
    } finally {
      if (busy.get(key) === mine) busy.delete(key);
      changed();
    }
  };
  const connectTo = async (environment: string, given: DefinedRepository, signal: AbortSignal) => {
    const model = settings.modelId();
    return {
      definition: given.definition,
      password: await passwordOf(environment, given),
      state: stateOf(environment, given),
      signal,
      now: () => new Date().toISOString(),
      tokensOf: (document: Parameters<typeof documentTokens>[0]) => documentTokens(document, runWith, model),
      catalogTokens: (id: string, description: string) =>
        countTokens(model, catalogLine({ id, name: id, description }, false)),
    };
  };
  const lookAt = async <T>(
    environment: string,
    given: DefinedRepository,
    signal: AbortSignal,
    then: Parameters<typeof lookAtRepository<T>>[1],
  ): Promise<T | undefined> => {
    return lookAtRepository(await connectTo(environment, given, signal), then);
  };

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
    if (from !== undefined) noteTaken(from, result.installed);
    core.watch.notify();
    return result;
  };

  return {
    view,
    check(environment, name, signal) {
      const given = repositories.find(environment, name);
      return inTurn(environment, given, async () => {
        await lookAt(environment, given, signal, async () => undefined);
        return view(environment, given);
      });
    },
    sync(environment, name, ids, signal) {
      const given = repositories.find(environment, name);
      const { definition } = given;
      const state = stateOf(environment, given);
      const root = path.join(folderOf(environment, given), 'skills');

      const prepare = async (repository: SkillRepository, wanted: readonly ListedSkill[]): Promise<ImportPlan> => {
        const open = async () => {
          const source = await repository.open(wanted);
          return { ...source, origin: { ...source.origin, repository: name } };
        };
        const plan = await imports.inspectOpened(open, { root, signal });
        const listed = new Map(wanted.map((skill) => [skill.id, skill]));
        const skills = plan.skills.filter((skill) => skill.replaces?.same !== true);
        const from = { state, address: definition.address, listed, ids: skills.map(({ id }) => id) };
        prepared.set(plan.planId, from);
        const same = plan.skills.filter((skill) => skill.replaces?.same === true);
        noteTaken(
          from,
          same.map((skill) => ({ id: skill.id, path: skill.replaces?.path ?? path.join(root, skill.id) })),
        );
        return { ...plan, skills };
      };
      const settle = async (repository: SkillRepository, listed: readonly ListedSkill[]) => {
        const before = state.read(definition.address);
        const asked =
          ids === undefined ? toTake(listed, before, definition) : listed.filter(({ id }) => ids.includes(id));
        const wanted = asked.slice(0, MAX_PLANNED);
        if (wanted.length === 0) return { installed: [], plan: null };
        const plan = await prepare(repository, wanted);
        const atOnce = definition.auto === true && access === 'write' ? plan.skills.filter(takenUnasked(plan)) : [];
        if (atOnce.length === 0) return { installed: [], plan: await unlessEmpty(plan) };
        const chosen = atOnce.map(({ id }) => id);
        const { installed } = await install(plan.planId, chosen);
        const left = wanted.filter(({ id }) => plan.skills.some((one) => one.id === id) && !chosen.includes(id));
        return { installed, plan: left.length === 0 ? null : await unlessEmpty(await prepare(repository, left)) };
      };
      return inTurn(environment, given, async () => {
        const found = await lookAt(environment, given, signal, (repository, { skills }) => {
          const missing = ids?.find((id) => skills.every((skill) => skill.id !== id));
          if (missing !== undefined)
            throw new SkilldeckError('skill-not-found', `The repository "${name}" has no skill "${missing}".`);
          return settle(repository, skills);
        });
        return { repository: view(environment, given), ...(found ?? { installed: [], plan: null }) };
      });
    },
    take: async (planId, ids) => {
      const result = await install(planId, ids);
      changed();
      return result;
    },
    async versions(environment, name, id, signal) {
      const given = repositories.find(environment, name);
      return withRepository(await connectTo(environment, given, signal), (repository) => repository.versions(id));
    },
    async publish(environment, name, wanted, signal) {
      const given = repositories.find(environment, name);
      const publication = await publicationOf(core, wanted);
      await inTurn(environment, given, async () =>
        withRepository(await connectTo(environment, given, signal), async (repository) => {
          if (repository.publish === undefined)
            throw new SkilldeckError('bad-input', `Nothing can be published to "${name}": it is read only.`);
          await repository.publish(publication);
        }),
      );
    },
    async unpublish(environment, name, id, version, signal) {
      const given = repositories.find(environment, name);
      await inTurn(environment, given, async () =>
        withRepository(await connectTo(environment, given, signal), async (repository) => {
          if (repository.unpublish === undefined)
            throw new SkilldeckError('bad-input', `A version of "${name}" cannot be taken back. Publish a newer one.`);
          await repository.unpublish(id, version);
        }),
      );
    },
    discard,
    async forget(environment, given) {
      stateOf(environment, given).remove();
      await secrets.remove(ownerOf(environment, given), PASSWORD);
    },
    async keepPassword(environment, given, value) {
      const skill = ownerOf(environment, given);
      if (value === null) await secrets.remove(skill, PASSWORD);
      else {
        const at = new Date().toISOString();
        await secrets.set({ skill, name: PASSWORD, dir: placeOf(given.definition.address), reach: [], at }, value);
      }
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keyOf = (environment: string, { source, name }: DefinedRepository): string =>
  source === 'everywhere' ? `/${name}` : `${environment}/${name}`;

/** Records what is installed as the version that was listed. */
function noteTaken(
  { state, address, listed }: Prepared,
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

/** Of a trusted repository: what asks for no more than before, takes nobody's name, and overwrites no edits. */
function takenUnasked({ skills }: ImportPlan): (skill: PlannedSkill) => boolean {
  const shadowing = new Set(shadowingIn(skills).map(({ id }) => id));
  return ({ id, replaces }) =>
    !shadowing.has(id) &&
    (replaces === undefined || (replaces.asksMore.length === 0 && replaces.status === 'unchanged'));
}

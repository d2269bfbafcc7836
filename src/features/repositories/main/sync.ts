/** Looks at repositories, prepares what they have that is new, installs it, and publishes: one thing at a repository at a time. */

import path from 'node:path';
import { catalogLine } from '../../../main/context/dialects.ts';
import { countTokens } from '../../../main/context/engine.ts';
import type { Core } from '../../../main/core/core.ts';
import { documentTokens } from '../../../main/core/skill-source.ts';
import { inRounds } from '../../../main/lib/timing.ts';
import type { DefinedRepository } from '../../../main/settings/servers.ts';
import { readOrigin } from '../../../main/skills/import/installed.ts';
import { contentHash, ImportRefusal } from '../../../main/skills/import/names.ts';
import { defined } from '../../../shared/defined.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { RepositoryView } from '../contract.ts';
import { kindOf } from './address.ts';
import {
  type LookAt,
  lookAtRepository,
  repositoryPasswords,
  standings,
  stateFile,
  withRepository,
} from './open-repository.ts';
import { noteTaken, plans, type Target } from './plans.ts';
import type { PublishRequest } from './publish.ts';
import type { SkillRepository } from './repository.ts';
import { EMPTY_LOCK, entryOf, folderHash, type LockEntry, lockText, readLock } from './skills-lock.ts';

// `skills-lock.json` of an environment: what is installed, over what the file says already.

/** @param before text of the file as it is; undefined where there is none. @throws SkilldeckError `bad-input`. */
export async function writtenLock({ settings, library }: Core, environment: string, before: string | undefined) {
  const root = path.join(settings.of(environment).folder, 'skills');
  const lock = before === undefined ? EMPTY_LOCK : readLock(before);
  await library.refresh();
  const skills: Record<string, LockEntry> = { ...lock.skills };
  const left: string[] = [];
  const changed: string[] = [];
  for (const { id, dir } of library.catalog().skills.filter((one) => one.dir.startsWith(root))) {
    const origin = readOrigin(root, id);
    const known = lock.skills[id]?.computedHash;
    if (known !== undefined && known !== (await folderHash(dir))) changed.push(id);
    const entry = origin === undefined ? undefined : await entryOf(origin, dir);
    if (entry === undefined) left.push(id);
    else skills[id] = { ...lock.skills[id], ...entry };
  }
  return { text: lockText({ ...lock, skills }), left, changed };
}

/** One piece of work at a repository at a time, and who hears of it. */
function turns() {
  const listeners = new Set<() => void>();
  const busy = new Map<string, Promise<unknown>>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    isBusy: (key: string): boolean => busy.has(key),
    /** Waits for what is under way with the same key, whether that fails or not. */
    async take<T>(key: string, work: () => Promise<T>): Promise<T> {
      const mine = (busy.get(key) ?? Promise.resolve()).catch(() => {}).then(work);
      busy.set(key, mine);
      changed();
      try {
        return await mine;
      } finally {
        if (busy.get(key) === mine) busy.delete(key);
        changed();
      }
    },
    changed,
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type RepositoryWork = ReturnType<typeof repositoryWork>;

/** Shared by the operations. */
type Desk = ReturnType<typeof desk>;

function desk(core: Core) {
  const { settings, home, runWith } = core;
  const passwords = repositoryPasswords(core);
  const turn = turns();
  const folderOf = (environment: string, { source }: DefinedRepository) =>
    source === 'everywhere' ? home : settings.of(environment).folder;
  const targetOf = (environment: string, given: DefinedRepository): Target => {
    const { name, definition } = given;
    const folder = folderOf(environment, given);
    return { name, definition, state: stateFile(folder, name), root: path.join(folder, 'skills') };
  };
  const connectTo = async (environment: string, given: DefinedRepository, signal: AbortSignal): Promise<LookAt> => {
    const model = settings.modelId();
    return {
      definition: given.definition,
      password: await passwords.of(environment, given),
      state: targetOf(environment, given).state,
      signal,
      now: () => new Date().toISOString(),
      tokensOf: (document) => documentTokens(document, runWith, model),
      catalogTokens: (id, description) => countTokens(model, catalogLine({ id, name: id, description }, false)),
    };
  };
  return {
    passwords,
    turn,
    targetOf,
    find: (environment: string, name: string) => core.repositories.find(environment, name),
    inTurn: <T>(environment: string, given: DefinedRepository, work: () => Promise<T>): Promise<T> =>
      turn.take(keyOf(environment, given), work),
    lookAt: async <T>(
      environment: string,
      given: DefinedRepository,
      signal: AbortSignal,
      then: Parameters<typeof lookAtRepository<T>>[1],
    ): Promise<T | undefined> => lookAtRepository(await connectTo(environment, given, signal), then),
    withOpen: async <T>(
      environment: string,
      given: DefinedRepository,
      signal: AbortSignal,
      then: (repository: SkillRepository) => Promise<T>,
    ): Promise<T> => withRepository(await connectTo(environment, given, signal), then),
    view(environment: string, given: DefinedRepository): RepositoryView {
      const { name, source, file, definition } = given;
      const state = targetOf(environment, given).state.read(definition.address);
      return {
        name,
        source,
        file,
        definition,
        hasPassword: passwords.has(environment, given),
        busy: turn.isBusy(keyOf(environment, given)),
        skills: standings(state, definition),
        broken: state.broken,
        ...defined({
          kind: kindOf(definition.address),
          seenAt: state.seenAt,
          revision: state.revision,
          fault: state.fault,
        }),
      };
    },
  };
}

export function repositoryWork(core: Core) {
  const shared = desk(core);
  const { find, inTurn, lookAt, passwords, targetOf, turn, view } = shared;
  const planned = plans(core);
  return {
    view,
    check(environment: string, name: string, signal: AbortSignal): Promise<RepositoryView> {
      const given = find(environment, name);
      return inTurn(environment, given, async () => {
        await lookAt(environment, given, signal, async () => undefined);
        return view(environment, given);
      });
    },
    sync(environment: string, name: string, ids: readonly string[] | undefined, signal: AbortSignal) {
      const given = find(environment, name);
      return inTurn(environment, given, async () => {
        const found = await lookAt(environment, given, signal, (repository, { skills }) => {
          const missing = ids?.find((id) => skills.every((skill) => skill.id !== id));
          if (missing !== undefined) throw detailed('skill-not-found', 'skill-not-listed', { name, id: missing });
          return planned.settle(targetOf(environment, given), repository, skills, ids, signal);
        });
        return { repository: view(environment, given), ...(found ?? { installed: [], plan: null }) };
      });
    },
    take: async (planId: string, ids: readonly string[] | undefined) => {
      const result = await planned.install(planId, ids);
      turn.changed();
      return result;
    },
    /** Drops what `sync` prepared. */
    discard: planned.discard,
    ...versionWork(core, shared),
    /** Removes all that is known and stored of it. */
    async forget(environment: string, given: DefinedRepository) {
      targetOf(environment, given).state.remove();
      await passwords.keep(environment, given, null);
    },
    async keepPassword(environment: string, given: DefinedRepository, value: string | null) {
      await passwords.keep(environment, given, value);
      turn.changed();
    },
    onChange: turn.onChange,
  };
}

/** Published versions: what there is, another one, one less. */
function versionWork(core: Core, { find, inTurn, lookAt, targetOf, withOpen }: Desk) {
  /** It is published, or not any more, whether this look succeeds or not: then the repository's state says why. */
  const lookAgain = (environment: string, given: DefinedRepository) => {
    const limit = AbortSignal.timeout(LOOK_AGAIN_MS);
    return lookAt(environment, given, limit, async (_repository, { skills }) => skills).catch((error: unknown) => {
      if (!limit.aborted) core.reportBug(error);
      return undefined;
    });
  };
  /** A skill just published counts as installed. */
  const noteOwn = async (
    environment: string,
    given: DefinedRepository,
    { id, version }: PublishRequest,
  ): Promise<void> => {
    const listed = (await lookAgain(environment, given))?.find((skill) => skill.id === id);
    const own = core.library.catalog().skills.find((skill) => skill.id === id)?.dir;
    const target = targetOf(environment, given);
    if (listed === undefined || own === undefined) return;
    if (listed.version === version || listed.fingerprint === (await contentHash(own)))
      noteTaken(target, new Map([[id, listed]]), [{ id, path: own }]);
  };
  /** Nothing is imported here: the repository's own words, without those of an import. */
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      const code = error.code === 'source-unreachable' ? error.code : 'repository-refused';
      throw new SkilldeckError(code, error.why, { cause: error, detail: error.detail });
    }
  };
  return {
    /** @throws SkilldeckError `repository-refused`. */
    versions: (environment: string, name: string, id: string, signal: AbortSignal) =>
      asked(() => withOpen(environment, find(environment, name), signal, (repository) => repository.versions(id))),
    /** @throws SkilldeckError as `publicationOf`; `repository-refused`, `bad-input`. */
    async publish(environment: string, name: string, wanted: PublishRequest, signal: AbortSignal) {
      const given = find(environment, name);
      const { publicationOf } = await import('./publish.ts');
      const publication = await publicationOf(core, wanted);
      const publish = async (repository: SkillRepository) => {
        if (repository.publish === undefined) throw detailed('bad-input', 'repository-read-only', { name });
        await repository.publish(publication);
      };
      await inTurn(environment, given, async () => {
        await asked(() => withOpen(environment, given, signal, publish));
        await noteOwn(environment, given, wanted);
      });
    },
    /** @throws SkilldeckError `repository-refused`, `bad-input`. */
    async unpublish(environment: string, name: string, id: string, version: string, signal: AbortSignal) {
      const given = find(environment, name);
      const unpublish = async (repository: SkillRepository) => {
        if (repository.unpublish === undefined) throw detailed('bad-input', 'repository-no-unpublish', { name });
        await repository.unpublish(id, version);
      };
      await inTurn(environment, given, async () => {
        await asked(() => withOpen(environment, given, signal, unpublish));
        await lookAgain(environment, given);
      });
    },
  };
}

/** Milliseconds for a look after a publication: it is published whether the look succeeds or not. */
const LOOK_AGAIN_MS = 60_000;

const keyOf = (environment: string, { source, name }: DefinedRepository): string =>
  source === 'everywhere' ? `/${name}` : `${environment}/${name}`;

// Looks at the repositories of the app's environment a while after the start, and every so often.

/** Milliseconds: the first window and the first message come before. */
const FIRST_MS = 20_000;
const EVERY_MS = 30 * 60_000;

/** Never throws; failures are in each repository's state. @returns how to stop it. */
export function keepChecked({ settings, repositories, reportBug }: Core, work: RepositoryWork): () => void {
  return inRounds({ firstMs: FIRST_MS, everyMs: EVERY_MS, reportBug }, async (signal) => {
    const environment = settings.environment();
    for (const { name, definition } of repositories.list(environment)) {
      if (signal.aborted) return;
      if (definition.auto !== true) await work.check(environment, name, signal);
      else {
        const { plan } = await work.sync(environment, name, undefined, signal);
        // It waits for a person; the view shows that there is something.
        if (plan !== null) await work.discard(plan.planId);
      }
    }
  });
}

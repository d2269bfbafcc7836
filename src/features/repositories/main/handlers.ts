/** Repositories of skills: added, looked at, synced (CONTRACT §12). */

import { changes, done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { LEAST_LENGTH } from '../../../main/lib/mask-secrets.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { type RepositoriesView, repositoriesContract } from '../contract.ts';
import { nameFor, readAddress } from './address.ts';
import { readLock, repositoriesOf } from './skills-lock.ts';
import { keepChecked, repositoryWork, writtenLock } from './sync.ts';

const NEVER = new AbortController().signal;

export function repositoryHandlers(core: Core) {
  const os = implementContract(repositoriesContract, core.reportBug);
  const { settings, repositories, disposables, access, host } = core;
  const work = repositoryWork(core);
  if (access === 'write' && host !== 'cli') disposables.add(keepChecked(core, work), (stop) => stop());
  const named = (environment: string | undefined): string => {
    if (environment !== undefined) settings.folders.assertThere(environment);
    return environment ?? settings.environment();
  };
  const list = (environment: string): RepositoriesView => ({
    environment,
    repositories: repositories.list(environment).map((given) => work.view(environment, given)),
  });
  const assertLength = (password: string): void => {
    if (password.length < LEAST_LENGTH) throw detailed('bad-input', 'password-length', { least: LEAST_LENGTH });
  };

  return {
    list: os.list.handler(({ input }) => list(named(input.environment))),
    watch: os.watch.handler(({ signal }) =>
      changes(
        () => list(settings.environment()),
        (listener) => {
          const stops = [work.onChange(listener), settings.onChange(listener), core.watch.onChange(listener)];
          return () => {
            for (const stop of stops) stop();
          };
        },
        signal,
      ),
    ),
    add: os.add.handler(async ({ input }) => {
      const environment = named(input.environment);
      const { address, password, skill } = readAddress(input.address);
      const taken = repositories.list(environment).map(({ name }) => name);
      const name = input.name ?? nameFor(address, taken);
      if (taken.includes(name)) throw detailed('bad-input', 'repository-exists', { name });
      if (password !== undefined) assertLength(password);
      const { ref, path, auto, plugins, passwordEnv } = input;
      const skills = input.skills ?? (skill === undefined ? undefined : [skill]);
      repositories.define(environment, name, {
        address,
        ...defined({ ref, path, auto, skills, plugins, passwordEnv }),
      });
      if (password !== undefined) await work.keepPassword(environment, repositories.find(environment, name), password);
      await settings.notify();
      return { name };
    }),
    change: os.change.handler(async ({ input: { environment: given, name, auto, skills } }) => {
      const environment = named(given);
      const { auto: wasAuto, skills: hadSkills, ...rest } = repositories.find(environment, name).definition;
      const chosen = skills === null ? undefined : (skills ?? hadSkills);
      const trusted = (auto ?? wasAuto) === true ? true : undefined;
      repositories.define(environment, name, { ...rest, ...defined({ auto: trusted, skills: chosen }) });
      return done(await settings.notify());
    }),
    remove: os.remove.handler(async ({ input }) => {
      const environment = named(input.environment);
      const given = repositories.find(environment, input.name);
      repositories.define(environment, input.name, undefined);
      await work.forget(environment, given);
      return done(await settings.notify());
    }),
    password: os.password.handler(async ({ input }) => {
      const environment = named(input.environment);
      if (input.value !== null) assertLength(input.value);
      return done(await work.keepPassword(environment, repositories.find(environment, input.name), input.value));
    }),
    check: os.check.handler(({ input, signal }) => work.check(named(input.environment), input.name, signal ?? NEVER)),
    sync: os.sync.handler(({ input, signal }) =>
      work.sync(named(input.environment), input.name, input.ids, signal ?? NEVER),
    ),
    versions: os.versions.handler(async ({ input, signal }) => ({
      versions: [...(await work.versions(named(input.environment), input.name, input.id, signal ?? NEVER))],
    })),
    ready: os.ready.handler(async ({ input }) => (await import('./publish.ts')).readyToPublish(core, input.id)),
    publish: os.publish.handler(async ({ input: { environment, name, ...wanted }, signal }) =>
      done(await work.publish(named(environment), name, wanted, signal ?? NEVER)),
    ),
    unpublish: os.unpublish.handler(async ({ input: { environment, name, id, version }, signal }) =>
      done(await work.unpublish(named(environment), name, id, version, signal ?? NEVER)),
    ),
    lock: os.lock.handler(({ input }) => writtenLock(core, named(input.environment), input.text)),
    addLock: os.addLock.handler(async ({ input }) => {
      const environment = named(input.environment);
      const { definitions, left } = repositoriesOf(readLock(input.text), input.folder);
      const added: string[] = [];
      for (const definition of definitions) {
        const known = repositories.list(environment);
        // Those that exist take these skills as well.
        const same = known.find(
          (one) => one.definition.address === definition.address && one.definition.ref === definition.ref,
        );
        const taken = known.map((one) => one.name);
        const name = same?.name ?? nameFor(definition.address, taken);
        const skills = same === undefined ? definition.skills : union(same.definition.skills, definition.skills);
        repositories.define(environment, name, { ...(same?.definition ?? definition), ...defined({ skills }) });
        added.push(name);
      }
      await settings.notify();
      return { added, left: [...left] };
    }),
    take: os.take.handler(({ input }) => work.take(input.planId, input.ids)),
  };
}

/** Without a list all are taken. */
const union = (a: readonly string[] | undefined, b: readonly string[] | undefined): string[] | undefined =>
  a === undefined || b === undefined ? undefined : [...new Set([...a, ...b])];

/** Repositories of skills of the app's environment. */

import type { Client } from '../../renderer/client.ts';
import type { CommandContext } from '../../renderer/store/command-context.ts';
import { type Tried, tryOver } from '../../renderer/store/slices/failures.ts';
import { keepReading } from '../../renderer/store/slices/session-feed.ts';
import type { RepositoryDefinition } from '../../shared/skills/repositories.ts';
import type { RepositoriesView } from './contract.ts';

export type ReadySkill = Awaited<ReturnType<Client['repositories']['ready']>>;
export type PublishedVersion = Awaited<ReturnType<Client['repositories']['versions']>>['versions'][number];

interface NewVersion {
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly notes: string;
}

type NewRepository = Pick<RepositoryDefinition, 'address' | 'ref' | 'path' | 'auto'>;

/** None throws. */
export function repositoryCommands({ connection, refreshSkills }: CommandContext<unknown>) {
  const { repositories } = connection.client;
  const tried = tryOver(connection);
  const refreshed = <T>(outcome: Tried<T>): Tried<T> => {
    if (outcome.ok) refreshSkills().catch(() => {});
    return outcome;
  };
  return {
    /** Gives the repositories now and after each change, until `signal` aborts. */
    follow: (onItem: (view: RepositoriesView) => void, signal: AbortSignal) =>
      void keepReading({ connection, signal, open: (until) => repositories.watch({}, { signal: until }), onItem }),
    /** A password that is not empty is stored with it. */
    async add(repository: NewRepository, password: string) {
      const added = await tried(() => repositories.add({ ...repository }));
      if (!added.ok || password === '') return added;
      const stored = await tried(() => repositories.password({ name: added.value.name, value: password }));
      return stored.ok ? added : stored;
    },
    trust: (name: string, auto: boolean) => tried(() => repositories.change({ name, auto })),
    remove: (name: string) => tried(() => repositories.remove({ name })),
    password: (name: string, value: string) => tried(() => repositories.password({ name, value })),
    /** Looks, and prepares what is new or changed, or the skills named. */
    sync: async (name: string, ids?: readonly string[]) =>
      refreshed(await tried(() => repositories.sync({ name, ...(ids === undefined ? {} : { ids: [...ids] }) }))),
    /** Checks a skill before it is published. */
    ready: (id: string) => tried(() => repositories.ready({ id })),
    /** The newest first. */
    versions: (name: string, id: string) => tried(async () => (await repositories.versions({ name, id })).versions),
    publish: (version: NewVersion, signal: AbortSignal) =>
      tried(() => repositories.publish({ ...version }, { signal })),
    unpublish: (name: string, id: string, version: string) =>
      tried(() => repositories.unpublish({ name, id, version })),
    take: async (planId: string, ids: readonly string[]) =>
      refreshed(await tried(() => repositories.take({ planId, ids: [...ids] }))),
  };
}

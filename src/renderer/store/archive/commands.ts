/** The team's archive of conversations. */
import type { ArchiveDefinition, ArchiveStatus } from '../../../shared/archive.ts';
import type { OwnPattern } from '../../../shared/review.ts';
import type { Client } from '../../client.ts';
import { type Tried, tryOver } from '../app/failures.ts';
import type { CommandContext } from '../command-context.ts';

export interface ArchiveData {
  /** `null`: none was added; undefined until it is known. */
  readonly archive: ArchiveStatus | null | undefined;
  /** Title of the conversation that is being fetched. */
  readonly fetching: string | undefined;
}

export const NO_ARCHIVE: ArchiveData = { archive: undefined, fetching: undefined };

/** Redactions of a conversation before it is shared. */
interface SharingChoice {
  readonly redact: boolean;
  readonly patterns: readonly OwnPattern[];
  readonly keep: readonly string[];
}

type Pushed = Awaited<ReturnType<Client['archive']['push']>>;

/** None throws. */
export interface ArchiveCommands {
  /** Or changes the one that is there. A password that is not empty is stored with it. */
  add(definition: ArchiveDefinition, password: string): Promise<Tried<unknown>>;
  remove(): Promise<Tried<unknown>>;
  sync(): Promise<Tried<unknown>>;
  push(sessions: readonly string[], choice: SharingChoice): Promise<Tried<Pushed>>;
  drop(session: string): Promise<Tried<unknown>>;
  /** Stores it here, read-only, or its newer version. */
  pull(session: string, title: string): Promise<Tried<unknown>>;
}

export function archiveCommands({ connection, data }: CommandContext<ArchiveData>): ArchiveCommands {
  const { archive } = connection.client;
  const tried = tryOver(connection);
  return {
    async add(definition, value) {
      const added = await tried(() =>
        archive.add({ ...definition, skills: definition.skills && [...definition.skills] }),
      );
      return added.ok && value !== '' ? tried(() => archive.password({ value })) : added;
    },
    remove: () => tried(() => archive.remove({})),
    sync: () => tried(() => archive.sync({})),
    push: (sessions, { redact, patterns, keep }) =>
      tried(() => archive.push({ sessionIds: [...sessions], redact, patterns: [...patterns], keep: [...keep] })),
    drop: (sessionId) => tried(() => archive.drop({ sessionId })),
    async pull(sessionId, title) {
      data.setState({ fetching: title });
      const pulled = await tried(() => archive.pull({ sessionId }));
      data.setState({ fetching: undefined });
      return pulled;
    },
  };
}

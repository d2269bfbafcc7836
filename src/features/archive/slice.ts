/** The team's archive of conversations. */

import type { CommandContext } from '../../renderer/store/command-context.ts';
import { tryOver } from '../../renderer/store/slices/failures.ts';
import type { ArchiveDefinition, ArchiveStatus } from '../../shared/review/archive.ts';
import type { OwnPattern } from '../../shared/review.ts';

export interface ArchiveData {
  /** `null`: none was added; undefined until it is known. */
  readonly archive: ArchiveStatus | null | undefined;
  readonly fetching: string | undefined;
}

export const NO_ARCHIVE: ArchiveData = { archive: undefined, fetching: undefined };

/** Redactions of a conversation before it is shared. */
interface SharingChoice {
  readonly redact: boolean;
  readonly patterns: readonly OwnPattern[];
  readonly keep: readonly string[];
}

/** None throws. */
export function archiveCommands({ connection, data }: CommandContext<ArchiveData>) {
  const { archive } = connection.client;
  const tried = tryOver(connection);
  return {
    /** Adds the archive, or changes the existing one. A password that is not empty is stored with it. */
    async add(definition: ArchiveDefinition, value: string) {
      const added = await tried(() =>
        archive.add({ ...definition, skills: definition.skills && [...definition.skills] }),
      );
      return added.ok && value !== '' ? tried(() => archive.password({ value })) : added;
    },
    remove: () => tried(() => archive.remove({})),
    sync: () => tried(() => archive.sync({})),
    push: (sessions: readonly string[], { redact, patterns, keep }: SharingChoice) =>
      tried(() => archive.push({ sessionIds: [...sessions], redact, patterns: [...patterns], keep: [...keep] })),
    drop: (sessionId: string) => tried(() => archive.drop({ sessionId })),
    /** Stores it here, read-only, or its newer version. */
    async pull(sessionId: string, title: string) {
      data.setState({ fetching: title });
      const pulled = await tried(() => archive.pull({ sessionId }));
      data.setState({ fetching: undefined });
      return pulled;
    },
  };
}

/** Files that a session's scripts handed over, in their versions. */
import { ARTIFACT_TRASH_DAYS, type ArtifactList } from '../../shared/contract/files.ts';
import { detailed } from '../../shared/messages/detail.ts';
import type { ArtifactView } from '../../shared/session-state.ts';
import { previewKind } from '../../shared/window/preview-kind.ts';
import { typeByName } from '../lib/app-files.ts';
import type { Runner } from '../runner/runner.ts';
import type { SessionCommands } from '../session/commands.ts';

export interface ArtifactsDeps {
  readonly runner: Pick<Runner, 'artifacts'>;
  readonly sessions: Pick<SessionCommands, 'get'>;
}

/** Methods throw SkilldeckError `session-not-found`, or `artifact-not-found`. */
export function sessionArtifacts({ runner: { artifacts }, sessions }: ArtifactsDeps) {
  /** @throws SkilldeckError `artifact-not-found`. */
  const versionsOf = (
    sessionId: string,
    name: string,
    version: number | undefined,
    isDeleted: boolean,
  ): ArtifactView[] => {
    const found = sessions
      .get(sessionId)
      .state.artifacts.filter(
        (one) =>
          one.name === name &&
          (version === undefined || one.version === version) &&
          (one.deletedAt !== undefined) === isDeleted,
      );
    if (found.length > 0) return found;
    const code = isDeleted ? 'result-kept' : version === undefined ? 'result-none' : 'result-version';
    throw detailed('artifact-not-found', code, { file: name, version: version ?? '' });
  };

  return {
    async artifacts(sessionId: string): Promise<ArtifactList> {
      const byName = new Map<string, ArtifactView[]>();
      for (const one of sessions.get(sessionId).state.artifacts) {
        byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
      }
      const list = await Promise.all(
        [...byName].map(async ([name, versions]) => ({
          name,
          seq: Math.max(...versions.map(({ seq }) => seq)),
          versions: await Promise.all(
            versions.toReversed().map(async ({ version, bytes, sha256, at, callId, deletedAt, ...one }) => ({
              version,
              bytes,
              sha256,
              at,
              mime: one.mime,
              kind: previewKind(typeByName(name) ?? one.mime),
              ...(callId === undefined ? {} : { callId }),
              ...(deletedAt === undefined ? {} : { deletedAt }),
              here: await artifacts.has(sha256),
            })),
          ),
        })),
      );
      return {
        artifacts: list.toSorted((a, b) => b.seq - a.seq).map(({ name, versions }) => ({ name, versions })),
      };
    },
    /** One version, or all. */
    removeArtifact(sessionId: string, name: string, version: number | undefined): void {
      versionsOf(sessionId, name, version, false);
      sessions.get(sessionId).append({ type: 'artifact-deleted', name, ...(version === undefined ? {} : { version }) });
    },
    async restoreArtifact(sessionId: string, name: string, version: number | undefined): Promise<void> {
      const deleted = versionsOf(sessionId, name, version, true);
      const here = await Promise.all(deleted.map(({ sha256 }) => artifacts.has(sha256)));
      const back = deleted.filter((_, index) => here[index]);
      if (back.length === 0)
        throw detailed('artifact-not-found', 'result-over', { file: name, days: ARTIFACT_TRASH_DAYS });
      const events = back.map((one) => ({ type: 'artifact-restored' as const, name, version: one.version }));
      sessions.get(sessionId).append(...events);
    },
  };
}

/** Sessions' files: shown, measured, cleaned by age and size; and their artifacts. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  ARTIFACT_TRASH_DAYS,
  type ArtifactList,
  type FilePreview,
  MAX_PREVIEW_BYTES,
  type WorkspaceFiles,
  type WorkspaceLimits,
  type WorkspaceUsage,
} from '../../shared/contract/files.ts';
import { messageOf } from '../../shared/errors.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import type { ArtifactView } from '../../shared/session-state.ts';
import { previewKind } from '../../shared/window/preview-kind.ts';
import { typeByName } from '../lib/app-files.ts';
import type { Log } from '../lib/crash-records.ts';
import type { Runner } from '../runner/runner.ts';
import {
  cleanedOf,
  cleanWorkspace,
  DEFAULT_WORKSPACE_LIMITS,
  dueForCleaning,
  measureWorkspaces,
  type UsedWorkspace,
  unusedFor,
} from '../runner/workspace/copy-workspace.ts';
import { fromRoot, listWorkspaceFiles, readWorkspaceFile } from '../runner/workspace/workspace-files.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { ConfigFile } from '../settings/jsonc.ts';
import type { Store } from '../store/store.ts';

interface Version {
  readonly sha256: string;
  deletedAt: string | undefined;
}

/**
 * Contents that nothing refers to any more: every version with them was deleted, none of them since `before`.
 * @param events artifact events of all sessions, in order for each session.
 */
function unreferencedContents(events: readonly SessionEvent[], before: Date): string[] {
  const sessions = new Map<string, Map<string, Version>>();
  for (const event of events) {
    const versions = sessions.get(event.session) ?? new Map<string, Version>();
    sessions.set(event.session, versions);
    if (event.type === 'artifact-saved') {
      versions.set(JSON.stringify([event.name, event.version]), { sha256: event.sha256, deletedAt: undefined });
    } else if (event.type === 'artifact-deleted' || event.type === 'artifact-restored') {
      for (const [key, version] of versions) {
        const [name, number] = JSON.parse(key);
        if (name !== event.name || (event.version !== undefined && event.version !== number)) continue;
        version.deletedAt = event.type === 'artifact-deleted' ? event.at : undefined;
      }
      // A newer program's words may be about any of them.
    } else if (event.type === 'unknown') return [];
  }
  const all = [...sessions.values()].flatMap((versions) => [...versions.values()]);
  const isDead = ({ deletedAt }: Version): boolean => deletedAt !== undefined && new Date(deletedAt) < before;
  const living = new Set(all.filter((version) => !isDead(version)).map(({ sha256 }) => sha256));
  return [...new Set(all.map(({ sha256 }) => sha256))].filter((content) => !living.has(content));
}

/** Cleans sessions' files by age and size, and contents that nothing refers to any more. */
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Delayed, so as not to slow the start. */
const FIRST_CLEANING_MS = 20_000;

export interface CleaningDeps {
  readonly home: string;
  readonly runner: Pick<Runner, 'artifacts' | 'staged'>;
  readonly store: Pick<Store, 'summaries' | 'artifactEvents'>;
  /** `HOME/config.jsonc`. */
  readonly config: ConfigFile;
  readonly log: Log;
  readonly now?: () => Date;
}

interface Kept extends UsedWorkspace {
  readonly title: string;
}

const isWorking = (runState: string | undefined): boolean =>
  runState !== undefined && ['thinking', 'tool-calling', 'waiting-approval'].includes(runState);

function workspaceCleaning(deps: CleaningDeps) {
  const { home, runner, store, config, log, now = () => new Date() } = deps;
  const { artifacts } = runner;
  let isOpen: (sessionId: string) => boolean = () => false;

  const limits = (): WorkspaceLimits => {
    const { keepDays = DEFAULT_WORKSPACE_LIMITS.keepDays, maxBytes = DEFAULT_WORKSPACE_LIMITS.maxBytes } =
      config.read().config.workspaces ?? {};
    return { keepDays, maxBytes };
  };
  const measured = async (): Promise<Kept[]> => {
    const summaries = new Map(
      store.summaries({ includeDeleted: true, kind: 'any' }).map((summary) => [summary.id, summary]),
    );
    return (await measureWorkspaces(home))
      .map(({ id, usage, modified }) => {
        const summary = summaries.get(id);
        const lastUsed = summary === undefined ? modified : new Date(summary.updatedAt);
        const inUse = isOpen(id) || summary?.pinned === true || isWorking(summary?.runState);
        return { id, title: summary?.title ?? '', ...usage, lastUsed, inUse };
      })
      .sort((a, b) => a.lastUsed.getTime() - b.lastUsed.getTime());
  };

  /** Removes staged files and artifact contents long unused and unreferenced. */
  const sweep = async (): Promise<void> => {
    const { keepDays } = limits();
    const days = keepDays === 0 ? DEFAULT_WORKSPACE_LIMITS.keepDays : keepDays;
    await runner.staged.sweep(new Date(now().getTime() - days * DAY_MS));
    const trashed = new Date(now().getTime() - ARTIFACT_TRASH_DAYS * DAY_MS);
    const gone = unreferencedContents(store.artifactEvents(), trashed);
    await artifacts.remove(gone);
  };

  const clean = async (olderThanDays?: number): Promise<{ sessions: number; files: number; bytes: number }> => {
    const all = await measured();
    const due =
      olderThanDays === undefined ? dueForCleaning(all, limits(), now()) : unusedFor(all, olderThanDays, now());
    const result = { sessions: 0, files: 0, bytes: 0 };
    for (const one of due) {
      const summary = store.summaries({ includeDeleted: true, kind: 'any' }).find(({ id }) => id === one.id);
      // The user may have opened it again while others were cleaned.
      if (isOpen(one.id) || summary?.pinned === true || isWorking(summary?.runState)) continue;
      try {
        await cleanWorkspace(home, one.id, one, now());
      } catch (error) {
        // One that holds on to its files must not keep the others.
        log.warn(`The files of session ${one.id} could not be cleaned: ${messageOf(error)}`);
        continue;
      }
      log.info(
        `Cleaned the files of session ${one.id}: ${one.files} files, ${one.bytes} bytes, last used ${one.lastUsed.toISOString()}`,
      );
      result.sessions += 1;
      result.files += one.files;
      result.bytes += one.bytes;
    }
    await sweep();
    return result;
  };

  return {
    async usage(): Promise<WorkspaceUsage> {
      const all = await measured();
      return {
        limits: limits(),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        sessions: all.map(({ lastUsed, ...one }) => ({ ...one, lastUsed: lastUsed.toISOString() })),
        artifacts: await artifacts.usage(),
      };
    },
    /** @throws SkilldeckError `config-invalid`. */
    configure: (workspaces: WorkspaceLimits): void => config.change({ workspaces }),
    /** Cleans by the limits, or what was not used for that many days. */
    clean,
    /** Sessions that are open are never cleaned. */
    setInUse(open: (sessionId: string) => boolean): void {
      isOpen = open;
    },
    /** Cleans soon and then daily, never during a run. Call the result to stop. */
    keepClean(reportBug: (error: unknown) => void): () => void {
      let last = 0;
      const cleanIfDue = async (): Promise<void> => {
        if (now().getTime() - last < DAY_MS) return;
        if (store.summaries({ includeDeleted: true, kind: 'any' }).some(({ runState }) => isWorking(runState))) return;
        last = now().getTime();
        await clean();
      };
      const tick = () => void cleanIfDue().catch(reportBug);
      const first = setTimeout(tick, FIRST_CLEANING_MS).unref();
      // Timers stop while the computer sleeps, so the time of day is checked instead.
      const hourly = setInterval(tick, HOUR_MS).unref();
      return () => {
        clearTimeout(first);
        clearInterval(hourly);
      };
    },
  };
}

export interface WorkspacesDeps extends CleaningDeps, ArtifactsDeps {
  readonly runner: CleaningDeps['runner'] & Pick<Runner, 'workspacePath'>;
  readonly reveal: (absolute: string) => Promise<boolean>;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Methods with a session throw SkilldeckError `session-not-found`; those with a file `file-not-found` or `artifact-not-found`. */
export function createWorkspaces(deps: WorkspacesDeps) {
  const { home, runner, sessions } = deps;

  /** @throws SkilldeckError `file-not-found`. */
  const notHere = async (sessionId: string, name: string): Promise<never> => {
    const cleaned = await cleanedOf(home, sessionId);
    const code = cleaned === undefined ? 'workspace-file' : 'workspace-cleaned';
    throw detailed('file-not-found', code, { file: name, day: cleaned?.at.slice(0, 10) ?? '' });
  };
  const rootOf = (sessionId: string): string => runner.workspacePath(sessions.get(sessionId).id);
  const realRoot = (sessionId: string): Promise<string | undefined> =>
    realpath(rootOf(sessionId)).catch(() => undefined);

  return {
    ...sessionArtifacts(deps),
    ...workspaceCleaning(deps),
    async files(sessionId: string): Promise<WorkspaceFiles> {
      const root = rootOf(sessionId);
      const real = await realRoot(sessionId);
      const found = real === undefined ? { files: [], truncated: false } : await listWorkspaceFiles(real);
      const cleaned = await cleanedOf(home, sessionId);
      return { root, ...found, ...(cleaned === undefined ? {} : { cleaned }) };
    },
    async read(sessionId: string, name: string, maxBytes: number = MAX_PREVIEW_BYTES): Promise<FilePreview> {
      const root = await realRoot(sessionId);
      const found = root === undefined ? undefined : await readWorkspaceFile(root, name, maxBytes);
      return found ?? notHere(sessionId, name);
    },
    async reveal(sessionId: string, name: string | undefined): Promise<{ path: string; shown: boolean }> {
      const root = await realRoot(sessionId);
      if (root === undefined) return notHere(sessionId, name ?? '.');
      const target = await realpath(path.join(root, fromRoot(name ?? ''))).catch(() => undefined);
      const relative = target === undefined ? '..' : path.relative(root, target);
      if (target === undefined || relative.startsWith('..') || path.isAbsolute(relative))
        return notHere(sessionId, name ?? '.');
      return { path: target, shown: await deps.reveal(target) };
    },
  };
}

interface ArtifactsDeps {
  readonly runner: Pick<Runner, 'artifacts'>;
  readonly sessions: Pick<SessionCommands, 'get'>;
}

/** Methods throw SkilldeckError `session-not-found`, or `artifact-not-found`. */
function sessionArtifacts({ runner: { artifacts }, sessions }: ArtifactsDeps) {
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
      return { artifacts: list.toSorted((a, b) => b.seq - a.seq).map(({ name, versions }) => ({ name, versions })) };
    },
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

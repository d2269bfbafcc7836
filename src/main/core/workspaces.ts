/** Sessions' files: shown, measured, cleaned by age and size; and their artifacts. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import mime from 'mime';
import {
  ARTIFACT_TRASH_DAYS,
  type ArtifactList,
  type FilePreview,
  MAX_PREVIEW_BYTES,
  type WorkspaceFiles,
  type WorkspaceLimits,
  type WorkspaceUsage,
} from '../../shared/contract/files.ts';
import { messageOf, SkilldeckError } from '../../shared/errors.ts';
import { previewKind } from '../../shared/preview-kind.ts';
import type { ArtifactView } from '../../shared/session-state.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { Log } from '../lib/log.ts';
import type { Runner } from '../runner/runner.ts';
import {
  cleanedOf,
  cleanWorkspace,
  DEFAULT_WORKSPACE_LIMITS,
  dueForCleaning,
  measureWorkspaces,
  type UsedWorkspace,
  unusedFor,
} from '../runner/workspace/workspace-clean.ts';
import { fromRoot, listWorkspaceFiles, readWorkspaceFile } from '../runner/workspace/workspace-files.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { Store } from '../store/store.ts';
import { unreferencedContents } from './artifact-trash.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Delayed, so as not to slow the start. */
const FIRST_CLEANING_MS = 20_000;

export interface WorkspacesDeps {
  readonly home: string;
  readonly runner: Pick<Runner, 'artifacts' | 'staged' | 'workspacePath'>;
  readonly store: Pick<Store, 'summaries' | 'artifactEvents'>;
  readonly sessions: Pick<SessionCommands, 'get'>;
  /** `HOME/config.jsonc`. */
  readonly config: ConfigFile;
  readonly log: Log;
  readonly reveal: (absolute: string) => Promise<boolean>;
  readonly now?: () => Date;
}

interface Kept extends UsedWorkspace {
  readonly title: string;
}

/** Methods with a session throw SkilldeckError `session-not-found`; those with a file `file-not-found` or `artifact-not-found`. */
export function createWorkspaces(deps: WorkspacesDeps) {
  const { home, runner, store, sessions, config, log, now = () => new Date() } = deps;
  const { artifacts } = runner;
  let isOpen: (sessionId: string) => boolean = () => false;

  const limits = (): WorkspaceLimits => {
    const { keepDays = DEFAULT_WORKSPACE_LIMITS.keepDays, maxBytes = DEFAULT_WORKSPACE_LIMITS.maxBytes } =
      config.read().config.workspaces ?? {};
    return { keepDays, maxBytes };
  };
  const isWorking = (runState: string | undefined): boolean =>
    runState !== undefined && ['thinking', 'tool-calling', 'waiting-approval'].includes(runState);

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

  /** @throws SkilldeckError `file-not-found`. */
  const notHere = async (sessionId: string, name: string): Promise<never> => {
    const cleaned = await cleanedOf(home, sessionId);
    const why = cleaned === undefined ? '' : ` This conversation's files were cleaned on ${cleaned.at.slice(0, 10)}.`;
    throw new SkilldeckError('file-not-found', `There is no file '${name}' in this conversation's folder.${why}`);
  };
  const rootOf = (sessionId: string): string => runner.workspacePath(sessions.get(sessionId).id);
  const realRoot = (sessionId: string): Promise<string | undefined> =>
    realpath(rootOf(sessionId)).catch(() => undefined);

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
    const what = version === undefined ? `'${name}'` : `'${name}' in version ${version}`;
    const why = isDeleted ? `The file ${what} was not deleted.` : `This conversation has no file ${what}.`;
    throw new SkilldeckError('artifact-not-found', why);
  };

  return {
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
      if (target === undefined || relative.startsWith('..') || path.isAbsolute(relative)) {
        return notHere(sessionId, name ?? '.');
      }
      return { path: target, shown: await deps.reveal(target) };
    },
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
              kind: previewKind(mime.getType(name) ?? one.mime),
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
      if (back.length === 0) {
        throw new SkilldeckError(
          'artifact-not-found',
          `The content of '${name}' is gone: a deleted file can be restored for ${ARTIFACT_TRASH_DAYS} days.`,
        );
      }
      const events = back.map((one) => ({ type: 'artifact-restored' as const, name, version: one.version }));
      sessions.get(sessionId).append(...events);
    },
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

/** Cleans sessions' files by age and size, and contents that nothing refers to any more. */
import { ARTIFACT_TRASH_DAYS, type WorkspaceLimits, type WorkspaceUsage } from '../../shared/contract/files.ts';
import { messageOf } from '../../shared/errors.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { Log } from '../lib/log.ts';
import type { Runner } from '../runner/runner.ts';
import {
  cleanWorkspace,
  DEFAULT_WORKSPACE_LIMITS,
  dueForCleaning,
  measureWorkspaces,
  type UsedWorkspace,
  unusedFor,
} from '../runner/workspace/workspace-clean.ts';
import type { Store } from '../store/store.ts';
import { unreferencedContents } from './artifact-trash.ts';

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

export function workspaceCleaning(deps: CleaningDeps) {
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

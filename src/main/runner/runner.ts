/** Runs commands in a session's workspace (CONTRACT §7). One at a time per call id; any number of sessions. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ContainerSettings, SandboxWish } from '../../shared/sandbox.ts';
import type { TerminalRecording } from '../../shared/terminal.ts';
import { createMask, type Mask } from '../lib/mask-secrets.ts';
import {
  chooseInterpreters,
  EMBEDDED_PYTHON,
  findPrograms,
  type Interpreters,
  knownPrograms,
  ownNodeStarts,
  shimNeeds,
  snapshotMaker,
  writeShims,
} from './interpreters.ts';
import { endMarked, homeMark, hostVariables, serveProgram, withoutKeys } from './process.ts';
import { recordFolder } from './run-records.ts';
import type { RunRequest, RunResult, RunSkill, StartedRun } from './run-request.ts';
import {
  type Bounds,
  DEFAULT_LIMITS,
  noSandbox,
  type RunLimits,
  type Sandbox,
  type StartedProgram,
} from './sandbox/sandbox.ts';
import { withLimits } from './sandbox/watch-memory.ts';
import { createStagedStore } from './staging.ts';
import { readTerminalLog, readTerminalRecording } from './terminal/terminal-times.ts';
import { createArtifactStore, type KnownArtifact } from './workspace/artifacts.ts';
import { cleanedOf } from './workspace/copy-workspace.ts';
import { repairAllLinks } from './workspace/work-links.ts';
import { ensureWorkspace, workspacePath } from './workspace/workspace.ts';

export type Runner = ReturnType<typeof createRunner>;

export interface RunnerOptions {
  readonly home: string;
  /** Default: those of the machine; which of them answered is kept in the data folder. */
  readonly interpreters?: () => Promise<Interpreters>;
  /** Default: the process's own. `SKILLDECK_PYTHON=embedded` in it forces the embedded Python. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: `none`. */
  readonly sandbox?: SandboxWish;
  /** Default: none, and so no sandbox in a container. */
  readonly container?: ContainerSettings | undefined;
  readonly limits?: Partial<RunLimits>;
  /** Hides the app's secrets in what a run prints, before it is written anywhere. */
  readonly mask?: Mask;
}

/** Starts and writes nothing before it is needed. */
export function createRunner(options: RunnerOptions) {
  const home = path.resolve(options.home);
  const host = options.environment ?? process.env;
  let tried: Promise<Interpreters> | undefined;
  const interpreters = options.interpreters ?? (() => (tried ??= tryInterpreters(home, host)));
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  let chosen: Promise<Sandbox> | undefined;
  const sandbox = (): Promise<Sandbox> => {
    chosen ??= Promise.all([import('./sandbox/choose-sandbox.ts'), interpreters()])
      .then(([{ chooseSandbox }, { found }]) =>
        chooseSandbox(options.sandbox ?? 'none', {
          home,
          host,
          found,
          support: shimNeeds(home),
          ownNode: ownNodeStarts(),
          limits,
          container: options.container,
        }),
      )
      .then((found) => withLimits(found, limits));
    return chosen;
  };
  const artifacts = createArtifactStore(home);
  const mask = options.mask ?? createMask(() => []);
  let ready: Promise<{ readonly shims: string; readonly homeMark: string }> | undefined;
  /** Deferred to the first run, so that reading a data folder does not change it. */
  const prepare = async () => {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return { shims: await writeShims(home, await interpreters()), homeMark: await homeMark(home) };
  };

  const prepared = () => {
    ready ??= prepare().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  async function start(request: RunRequest): Promise<StartedRun> {
    const surroundings = await prepared();
    const { startRun } = await import('./start-run.ts');
    const programs = await interpreters();
    // Lets the next runs start quickly.
    if (programs.python === 'embedded' || request.command.includes(EMBEDDED_PYTHON)) {
      const { warmPython } = await import('./python/warm-python.ts');
      void warmPython(snapshotMaker(home));
    }
    return startRun(request, {
      home,
      host,
      interpreters: programs,
      sandbox: await sandbox(),
      limits,
      artifacts,
      mask,
      ...surroundings,
    });
  }

  return {
    /** Interpreters of this machine; tried on the first call (at most ten seconds), so that what starts none of them waits for none. */
    interpreters,
    /** The command that starts this script, as shown to the model. The path is absolute. */
    runWith: async (script: string): Promise<string> => (await interpreters()).runWith(script),
    /** Sandbox that confines runs; detected on the first call. Never rejects. */
    sandbox,
    workspacePath: (sessionId: string) => workspacePath(home, sessionId),
    workspace: (sessionId: string) => ensureWorkspace(home, sessionId),
    /** Skills as runs see them: shared copies, and each session's view. */
    staged: createStagedStore(home),
    /** Paths of the skill's records that cannot be read, or that something else changed. */
    async unreadRecords(sessionId: string, skill: RunSkill): Promise<readonly string[]> {
      const { changedRecords, copiesOf, dataFolder, unreadRecords } = await import('./kept-records.ts');
      const [data, copies] = [dataFolder(skill, home, workspacePath(home, sessionId)), copiesOf(skill, home)];
      const changed = copies === undefined || data === undefined ? [] : await changedRecords(copies, data);
      return unreadRecords(skill, data, changed);
    },
    /** Like `run`, but resolves at the start, so that the user can type into it. */
    start,
    /** Rejects only where nothing could be started: no terminal, no disk, a folder that is not there. */
    run: async (request: RunRequest): Promise<RunResult> => (await start(request)).done,
    /**
     * Starts a program that is spoken to through pipes. It gets the host's ordinary variables and `env`; without `bounds`
     * no sandbox confines it. Rejects where it cannot be confined or started.
     */
    async serve(program: StartedProgram, bounds: Bounds | undefined) {
      const { shims, homeMark: mark } = await prepared();
      const env = { ...hostVariables(host, shims), ...program.env };
      const chosen = bounds === undefined ? withLimits(noSandbox, limits) : await sandbox();
      return serveProgram({ ...program, env }, bounds ?? { readable: [], writable: [] }, {
        sandbox: chosen,
        homeMark: mark,
        aside: path.join(home, 'moved-aside'),
      });
    },
    /** New and changed files of the session's out/, where something other than a run wrote them. */
    collect: async (sessionId: string, known: readonly KnownArtifact[], secrets: readonly string[] = []) =>
      artifacts.collect((await ensureWorkspace(home, sessionId)).out, known, { mask: mask.with(secrets) }),
    /** Output of a call's terminal so far, unprocessed; empty if there is none. */
    readTerminal: (sessionId: string, callId: string) => readTerminalLog(recordFolder(home, sessionId, callId)),
    /** The same with its times, from the beginning. */
    async readRecording(sessionId: string, callId: string): Promise<TerminalRecording> {
      const folder = recordFolder(home, sessionId, callId);
      const recording = await readTerminalRecording(folder);
      // A run after the cleaning has its folder, even if it printed nothing.
      const cleaned = existsSync(folder ?? '') ? undefined : await cleanedOf(home, sessionId);
      return cleaned === undefined ? recording : { ...recording, removedAt: cleaned.at };
    },
    /** Contents, for what is done with them besides runs. */
    artifacts,
    /** Ends what runs of an earlier, crashed program left behind. Only for the process that owns the data folder. */
    async endLeftovers() {
      await endMarked(await homeMark(home));
      const { removeLeftCovers } = await import('./sandbox/covers.ts');
      removeLeftCovers(path.join(home, 'sandbox'));
      // The start does not wait for it.
      void repairAllLinks(home);
    },
  };
}

async function tryInterpreters(
  home: string,
  host: Readonly<Record<string, string | undefined>>,
): Promise<Interpreters> {
  const known = knownPrograms(home);
  const found = await findPrograms(withoutKeys(host), process.platform, known);
  known.save();
  return chooseInterpreters(found, process.platform, host.SKILLDECK_PYTHON === 'embedded');
}

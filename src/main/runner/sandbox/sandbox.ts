/** Where a run's bounds are enforced. The runner knows this port only; kinds of sandbox are files of their own. */
import type { RunAccess, RunLimit, SandboxKind } from '../../../shared/sandbox.ts';

export interface StartedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Absolute paths. A folder may stand inside another: the inner one's word holds for it. */
export interface Bounds {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Inside a writable folder these are only to be read: other skills, which the app would run as theirs. */
  readonly fixed?: readonly string[] | undefined;
  /** What was granted beyond folders; default nothing: no network. */
  readonly access?: RunAccess | undefined;
}

/** How a run ended, as its terminal saw it, and what it printed. */
export interface RunEnd {
  readonly exitCode: number | null;
  readonly signal?: number;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** From its start, on the clock. */
  readonly ms: number;
  /** The end of its output, standard error included. */
  readonly output: string;
}

/** What to start instead. The program's environment is its own alone: whoever starts this gives it `env` as it is. */
export interface ConfinedProgram extends StartedProgram {
  /** Aborts where the run reached a limit that does not end it by itself (a fork bomb's): the caller ends it then. */
  readonly over?: AbortSignal;
  /**
   * The limit that ended the run, or kept it from going on; undefined where none did, or where it cannot be known: it
   * never guesses. Call once, when the run has ended, before `dispose`. Never throws. The clock's limits (`time`, `idle`)
   * and the workspace's size are the caller's to name.
   */
  explain(end: RunEnd): RunLimit | undefined;
  /** What it wanted to reach and was refused, for whoever reads its result; `HOST:PORT`. */
  refusedHosts(): readonly string[];
  /** Ends what the kind keeps beside the run (a proxy, a control group, a container); also where it never started. Never rejects. */
  dispose(): Promise<void>;
}

export interface Sandbox {
  /** As `doctor`, the log and the screen name it. */
  readonly kind: SandboxKind;
  /** Why there is no better one; empty where this is what was asked for. */
  readonly reason: string;
  /**
   * How the program is started so that it sees and writes what its bounds say, and reaches no network but what was
   * granted. @throws Error where it cannot be confined: it must not be started then.
   */
  wrap(program: StartedProgram, bounds: Bounds): Promise<ConfinedProgram>;
}

/** Nothing beside the run, and nothing known of its end. */
const unexplained: Omit<ConfinedProgram, keyof StartedProgram> = {
  explain: () => undefined,
  refusedHosts: () => [],
  dispose: async () => {},
};

/** No bounds: a run can do what its user can. What it may use is bounded all the same (`sandbox/limited.ts`). */
export function noSandboxFor(reason: string): Sandbox {
  return { kind: 'none', reason, wrap: async (program) => ({ ...program, ...unexplained }) };
}
export const noSandbox: Sandbox = noSandboxFor('');

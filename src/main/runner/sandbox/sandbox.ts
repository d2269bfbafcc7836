/** Port for enforcing a run's bounds. The runner knows only this; each kind of sandbox has its own file. */
import type { RunAccess, RunLimit, SandboxKind } from '../../../shared/sandbox.ts';

export interface StartedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** It is spoken to through pipes; default: it has a terminal. */
  readonly piped?: boolean;
}

/** Absolute paths. If one folder is inside another, the inner one's access applies to it. */
export interface Bounds {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Inside a writable folder these are only to be read: other skills, which the app would run as theirs. */
  readonly fixed?: readonly string[] | undefined;
  /** Folder that the sandbox, if it can, fills with links for the run alone; else it is as it is outside. */
  readonly links?: { readonly at: string; readonly to: Readonly<Record<string, string>> } | undefined;
  /** Access granted beyond folders; default none, so no network. */
  readonly access?: RunAccess | undefined;
}

/** End of a run, as its terminal saw it, and its output. */
export interface RunEnd {
  readonly exitCode: number | null;
  readonly signal?: number;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** Milliseconds of wall-clock time since the start. */
  readonly ms: number;
  /** The end of its output, standard error included. */
  readonly output: string;
}

/** Program to start instead. Its environment is complete: pass `env` unchanged. */
export interface ConfinedProgram extends StartedProgram {
  /** Aborts if the run reaches a limit that does not end it (a fork bomb's): the caller then ends it. */
  readonly over?: AbortSignal;
  /**
   * The limit that ended the run, or kept it from continuing; undefined where none did, or where it cannot be known: it
   * never guesses. Call once, when the run has ended, before `dispose`. Never throws. The clock's limits (`time`, `idle`)
   * and the workspace's size are the caller's to name.
   */
  explain(end: RunEnd): RunLimit | undefined;
  /** Hosts it was refused, for the reader of the result; `HOST:PORT`. */
  refusedHosts(): readonly string[];
  /**
   * Moves reserved names that the run made in lent folders into this folder. Call once, when the run has ended.
   * @returns a line for each, for the reader of the result. Never rejects.
   */
  setAside(into: string): Promise<readonly string[]>;
  /** Ends what the kind keeps beside the run (a proxy, a control group, a container); also where it never started. Never rejects. */
  dispose(): Promise<void>;
}

export interface Sandbox {
  /** Name used by `doctor`, the log and the screen. */
  readonly kind: SandboxKind;
  /** Reason why there is no better one; empty where this is what was asked for. */
  readonly reason: string;
  /**
   * Wraps the program so that it accesses only what its bounds allow, and only the granted network.
   * @throws Error if it cannot be confined: it must not be started then.
   */
  wrap(program: StartedProgram, bounds: Bounds): Promise<ConfinedProgram>;
}

/** Nothing beside the run, and nothing known of its end. */
const unexplained: Omit<ConfinedProgram, keyof StartedProgram> = {
  explain: () => undefined,
  refusedHosts: () => [],
  setAside: async () => [],
  dispose: async () => {},
};

/** No bounds: a run can do what its user can. What it may use is bounded anyway (`sandbox/limited.ts`). */
export function noSandboxFor(reason: string): Sandbox {
  return { kind: 'none', reason, wrap: async (program) => ({ ...program, ...unexplained }) };
}
export const noSandbox: Sandbox = noSandboxFor('');

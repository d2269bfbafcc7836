/** Where a run's bounds are enforced. The runner knows this port only; kinds of sandbox are files of their own. */
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
}

export const SANDBOX_KINDS = ['bubblewrap', 'none'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

export interface Sandbox {
  /** As `doctor`, the log and the screen name it. */
  readonly kind: SandboxKind;
  /** Why there is no better one; empty where this is what was asked for. */
  readonly reason: string;
  /**
   * How the program is started so that it sees and writes what its bounds say, and reaches no network. The program's
   * environment is its own alone: whoever starts the result gives it the environment that comes back.
   * @throws Error where it cannot be confined: it must not be started then.
   */
  wrap(program: StartedProgram, bounds: Bounds): StartedProgram;
}

/** No bounds: a run can do what its user can. */
export function noSandboxFor(reason: string): Sandbox {
  return { kind: 'none', reason, wrap: (program) => program };
}
export const noSandbox: Sandbox = noSandboxFor('');

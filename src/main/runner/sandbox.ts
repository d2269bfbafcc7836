/** Where a run's bounds are enforced. The runner knows this port only; kinds of sandbox are files of their own. */
export interface StartedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Absolute folders, none inside another. */
export interface Bounds {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}

export interface Sandbox {
  /** As `doctor` and the screen name it. */
  readonly kind: string;
  /** How the program is started so that it cannot leave its bounds. Must not throw. */
  wrap(program: StartedProgram, bounds: Bounds): StartedProgram;
}

/** No bounds: a run can do what its user can. */
export const noSandbox: Sandbox = { kind: 'none', wrap: (program) => program };

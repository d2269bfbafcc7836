/** The job for a waiting embedded Python, as one line of JSON (see `python-standby.ts`). */

/** Named pipe on which a waiting interpreter receives its job. No other run sees its folder. */
export const STANDBY_VARIABLE = 'SKILLDECK_PYTHON_STANDBY';

/** It prints this, which no terminal shows, when it has started and waits. */
export const WAITS = 0x06;

export interface PythonJob {
  /** Arguments as after `python3`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Target of standard error; default the terminal. */
  readonly stderr?: string | undefined;
}

/** What an embedded Python that waits is told to run, as one line of JSON (see `python-standby.ts`). */

/** Of a waiting interpreter: the named pipe that its job comes by. Nobody else sees the folder that it lies in. */
export const STANDBY_VARIABLE = 'SKILLDECK_PYTHON_STANDBY';

/** It prints this, which no terminal shows, when it has started and waits. */
export const WAITS = 0x06;

export interface PythonJob {
  /** As after `python3`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Of the run, whole. */
  readonly env: Readonly<Record<string, string>>;
  /** Where standard error goes; default the terminal. */
  readonly stderr?: string | undefined;
}

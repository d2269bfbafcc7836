/** Resources a confined run may use. Limits without a sum apply to each process. */
export interface RunLimits {
  /** Seconds of CPU for a process; the wall clock ends a run after 300 s, so this bounds programs of several threads. */
  readonly cpuSeconds: number;
  /** Bytes of memory that all processes of a run may use together. */
  readonly memoryBytes: number;
  /** Processes at a time in one run. The kernel does not count the real root's; a control group, if any, does. */
  readonly processes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of each folder that lives in memory: /tmp, /dev/shm, the home. */
  readonly scratchBytes: number;
  /** Bytes that a run's folders may hold on the disk: the workspace, and what a granted folder grew by. */
  readonly workspaceBytes: number;
  /** Files and folders that a run may add to its own folders. */
  readonly workspaceEntries: number;
}

const GIB = 1024 ** 3;

/**
 * Bytes of data that the kernel lets one process map: a second bound, which holds before anything adds up. It counts
 * what a process only reserves, and Node reserves half a GiB for each of its workers.
 */
export const mappableBytes = ({ memoryBytes }: Pick<RunLimits, 'memoryBytes'>): number => memoryBytes + 3 * GIB;

export const DEFAULT_LIMITS: RunLimits = {
  cpuSeconds: 900,
  memoryBytes: 2 * GIB,
  processes: 512,
  fileBytes: 2 * GIB,
  scratchBytes: GIB / 2,
  workspaceBytes: GIB,
  workspaceEntries: 50_000,
};

/** What a confined run may use. Each process has its own limit of each kind that has no sum. */
export interface RunLimits {
  /** Seconds of CPU for a process; the wall clock ends a run after 300 s, so this bounds programs of several threads. */
  readonly cpuSeconds: number;
  /** Bytes of data that a process may have. Not of address space: Node reserves more than it uses. */
  readonly memoryBytes: number;
  /** At a time, in one run. Of the real root the kernel counts none; a control group does, where there is one. */
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

export const DEFAULT_LIMITS: RunLimits = {
  cpuSeconds: 900,
  memoryBytes: 4 * GIB,
  processes: 512,
  fileBytes: 2 * GIB,
  scratchBytes: GIB / 2,
  workspaceBytes: GIB,
  workspaceEntries: 50_000,
};

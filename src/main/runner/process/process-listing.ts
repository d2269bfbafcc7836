/** A run's processes where there is no /proc, and the Windows command that ends them: pure selection. */

/** The variable that marks a run's processes. Its value begins with the home's key, so that a later start finds what a crash left. */
export const RUN_MARKER = 'SKILLDECK_RUN';

export interface Search {
  /** Value of `RUN_MARKER`, or the beginning of one. */
  readonly marker: string;
  /** Also everything in this process's session or group. */
  readonly leader?: number;
}

/** macOS and the BSDs: `-E` appends the environment of one's own processes to the command. */
export const PS_ARGUMENTS = ['-axEww', '-o', 'pid=,ppid=,pgid=,stat=,command='] as const;

/** Kills the whole tree at once: a console program has no request to end. */
export const taskkillArguments = (leader: number): string[] => ['/T', '/F', '/PID', String(leader)];

/**
 * Finds processes by group, by marker, and by parent: macOS hides its programs' environment, so a `sleep`
 * that left the group is found only through its parents.
 * @param self never among them.
 */
export function foundInPs(listing: string, { marker, leader }: Search, self: number): number[] {
  const all = listing.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z') || Number(pid) === self) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
  const found = new Set(
    all
      .filter(({ pid, group, command }) => {
        if (leader !== undefined && (group === leader || pid === leader)) return true;
        return command.includes(` ${RUN_MARKER}=${marker}`);
      })
      .map(({ pid }) => pid),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

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
export const PS_ARGUMENTS = ['-axEww', '-o', 'pid=,ppid=,pgid=,stat=,rss=,command='] as const;

export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** On Linux its session. */
  readonly group: number;
  /** Value of `RUN_MARKER`, where its environment is seen. */
  readonly marker: string | undefined;
  /** Memory in use; 0 on Linux, which says it elsewhere. */
  readonly bytes: number;
}

/** Without what has ended. */
export function listedInPs(listing: string): ListedProcess[] {
  return listing.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, kib, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    const [, marker] = MARKED.exec(command) ?? [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), marker, bytes: Number(kib) * 1024 }];
  });
}
const MARKED = new RegExp(` ${RUN_MARKER}=(\\S+)`);

/** The processes of each run: the marked ones, those in the group that a marked one leads, and all that these started. */
export function processesByMarker(all: readonly ListedProcess[]): ReadonlyMap<string, readonly ListedProcess[]> {
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const markerOf = (one: ListedProcess, seen: number): string | undefined => {
    const own = one.marker ?? byPid.get(one.group)?.marker;
    const parent = byPid.get(one.parent);
    // A listing is no snapshot: a number may have become another's.
    return own ?? (parent === undefined || seen > all.length ? undefined : markerOf(parent, seen + 1));
  };
  return Map.groupBy(
    all.filter((one) => markerOf(one, 0) !== undefined),
    (one) => markerOf(one, 0) ?? '',
  );
}

/** Kills the whole tree at once: a console program has no request to end. */
export const taskkillArguments = (leader: number): string[] => ['/T', '/F', '/PID', String(leader)];

/**
 * Finds processes by group, by marker, and by parent: macOS hides its programs' environment, so a `sleep`
 * that left the group is found only through its parents.
 * @param self never among them.
 */
export function foundInPs(listing: string, { marker, leader }: Search, self: number): number[] {
  const all = listedInPs(listing).filter(({ pid }) => pid !== self);
  const found = new Set(
    all
      .filter((one) => {
        if (leader !== undefined && (one.group === leader || one.pid === leader)) return true;
        return one.marker?.startsWith(marker) === true;
      })
      .map(({ pid }) => pid),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

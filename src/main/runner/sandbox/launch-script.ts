/**
 * The two small shell programs around a confined run. Outside: closes what we left open (a terminal's master is not
 * close-on-exec, and its holder could type into another run), then becomes bubblewrap. Inside: sets the limits, then
 * becomes the program.
 */
import { mappableBytes, type RunLimits } from './limits.ts';

/**
 * A Ctrl-C and the request to end reach the whole group: bubblewrap must outlive them, or the program would be killed
 * where it wanted to tidy up. What a shell ignores stays ignored in what it becomes, so the program gets it back by `env`.
 */
export const RESTORED_SIGNALS = ['env', '--default-signal=INT,QUIT,TERM'] as const;

/** Arguments: the file of bubblewrap's arguments, the filter's file, the control groups' lists (these three may be empty), then bubblewrap and what follows `--args 9`. */
export function launchScript({ bash, restores }: { readonly bash: boolean; readonly restores: boolean }): string {
  // Only bash knows descriptors over 9 in a redirection.
  const close = bash
    ? `for f in /proc/self/fd/*; do f=\${f##*/}; [ "$f" -gt 2 ] && eval "exec $f>&-"; done`
    : 'exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-';
  return [
    ...(restores ? ["trap '' INT QUIT TERM"] : []),
    close,
    'exec 9<"$1" || exit 125',
    '/bin/rm -f "$1"',
    'if [ -n "$2" ]; then exec 8<"$2" || exit 125; fi',
    // If it cannot join, the limits per process still apply.
    'for list in "$3" "$4"; do [ -z "$list" ] || echo $$ 2>/dev/null >"$list"; done',
    'shift 4',
    'exec "$@"',
  ].join('\n');
}

const CPU_GRACE_SECONDS = 10;

/**
 * For `sh`, whose blocks have 512 bytes. A limit that cannot be set is skipped: the sandbox does not depend on it.
 * @param limits without one for processes if that is undefined. @param before further lines, run after setting the
 * limits.
 */
export function limitScript(
  limits: Omit<RunLimits, 'processes'> & { readonly processes: number | undefined },
  before: readonly string[] = [],
): string {
  return [
    'ulimit -c 0',
    // The soft limit tells the program why; the hard one ends it if it ignores that.
    `ulimit -H -t ${limits.cpuSeconds + CPU_GRACE_SECONDS}`,
    `ulimit -S -t ${limits.cpuSeconds}`,
    `ulimit -f ${Math.floor(limits.fileBytes / 512)}`,
    `ulimit -d ${Math.floor(mappableBytes(limits) / 1024)}`,
    ...(limits.processes === undefined
      ? []
      : [`(ulimit -u 64) 2>/dev/null && ulimit -u ${limits.processes} || ulimit -p ${limits.processes}`]),
  ]
    .map((line) => `${line} 2>/dev/null`)
    .concat(before, 'exec "$@"')
    .join('\n');
}

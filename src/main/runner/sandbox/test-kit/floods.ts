/** Attacks on the machine's resources, each limited so that the unprotected run does no harm. */
import { grouped, python } from './attack.ts';

/** Children that only sleep, counted and ended by the attack itself. */
const FORKS = `
import os, signal, time
pids = []
try:
    while len(pids) < 900:
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
            os._exit(0)
        pids.append(pid)
    print("GO" + "T")
except OSError as error:
    print("refused", error)
for pid in pids:
    os.kill(pid, signal.SIGKILL)
`;

export const FLOODS = grouped('floods', [
  { name: 'nine hundred processes', only: 'counted', command: () => python(FORKS) },
  // Mapped, not touched: the control run takes none of it.
  {
    name: 'six gigabytes of memory in a process',
    command: () => python('b = bytearray(6 << 30); print("GO" + "T")'),
    heldAnyway: true,
  },
  {
    name: 'a file of three gigabytes',
    // Sparse: it takes no space.
    command: () =>
      'truncate -s 3G "$WORK_DIR/big" && [ $(stat -c %s "$WORK_DIR/big") -gt 3000000000 ] && echo GO""T; rm -f "$WORK_DIR/big"',
    heldAnyway: true,
  },
  {
    name: 'six hundred megabytes in /tmp',
    command: () =>
      'f=$(mktemp /tmp/skilldeck-flood-XXXXXX); head -c 600000000 /dev/zero > "$f" && echo GO""T; rm -f "$f"',
  },
  {
    name: 'more in the workspace than it may hold, in many files',
    command: () =>
      'for i in $(seq 60); do head -c 67108864 /dev/zero > "$WORK_DIR/f$i" || break; done; [ $(du -sm "$WORK_DIR" | cut -f1) -gt 3500 ] && echo GO""T',
    // Watched by the runner, and kept well under a full disk.
    heldAnyway: true,
  },
  {
    name: 'fifty megabytes of output',
    command: () => 'head -c 50000000 /dev/zero | tr "\\0" x',
    heldAnyway: true,
  },
]);

/** The kernel’s folders, namespaces, devices, and other processes. */
import { at, grouped, python } from './attack.ts';

export const KERNEL = grouped('kernel', [
  // Opened, never written: the control run must not change the machine.
  {
    name: 'open /proc/sys for writing',
    only: 'root',
    command: () => '(exec 3>>/proc/sys/kernel/core_pattern) && echo GO""T',
  },
  {
    name: 'open /sys for writing',
    only: 'root',
    command: () =>
      '(exec 3>>/sys/kernel/uevent_helper || exec 3>>/sys/power/state || exec 3>>/sys/kernel/mm/ksm/run) && echo GO""T',
  },
  { name: 'go through the root of every process', command: (f) => `cat /proc/[0-9]*/root${at(f, 'secret.txt')}` },
  {
    name: 'mount what is outside',
    only: 'root',
    // Lazily: while the runner measures the workspace it may hold the folder, and a plain umount fails.
    command: (f) =>
      `mkdir -p "$WORK_DIR/m" && mount --bind ${f.outside} "$WORK_DIR/m" && { cat "$WORK_DIR/m/secret.txt"; umount -l "$WORK_DIR/m"; }`,
  },
  {
    name: 'make a user namespace and mount in it',
    command: () => 'unshare -Urm sh -c "mount -t tmpfs none /tmp && echo GO\\"\\"T"',
  },
  {
    name: 'make a device file',
    only: 'root',
    command: () => 'mknod "$WORK_DIR/null" c 1 3 && echo GO""T; rm -f "$WORK_DIR/null"',
  },
  { name: 'signal a process outside', command: (f) => `kill -0 ${f.bystander.pid} && echo GO""T` },
  {
    name: 'trace a process outside',
    only: 'root',
    command: (f) => `head -c 8 /proc/${f.bystander.pid}/mem; (exec 3<>/proc/${f.bystander.pid}/mem) && echo GO""T`,
  },
  {
    name: 'type into the terminal (TIOCSTI)',
    command: () =>
      python(
        'import fcntl; t = open("/dev/tty", "r+b", buffering=0); fcntl.ioctl(t, 0x5412, b"x"); print("\\nGO" + "T")',
      ),
  },
  {
    name: 'leave its control group',
    only: 'root',
    command: () =>
      'for f in $(find /sys/fs/cgroup -maxdepth 2 -name cgroup.procs 2>/dev/null); do (exec 3>>"$f") 2>/dev/null && echo GO""T && break; done',
  },
  {
    name: 'the descriptors of a process outside',
    command: (f) => `ls /proc/${f.bystander.pid}/fd && echo GO""T`,
  },
  {
    name: 'enter the namespaces of a process outside',
    only: 'root',
    command: (f) => `nsenter -t ${f.bystander.pid} -m -n cat ${at(f, 'secret.txt')}`,
  },
]);

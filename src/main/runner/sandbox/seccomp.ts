/**
 * A filter of system calls, as the kernel takes it (classic BPF over `struct seccomp_data`). Refused are the calls that
 * a script has no use for and that past escapes began with: namespaces, mounts, modules, keys, tracing, io_uring, and
 * families of sockets that a network namespace does not hold (vsock reaches a virtual machine's host).
 */
/** Calls refused by name, with their numbers on x86-64 and arm64. */
export const REFUSED_CALLS: Readonly<Record<string, readonly [x64: number, arm64?: number]>> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  syslog: [103, 116],
  iopl: [172],
  ioperm: [173],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  lookup_dcookie: [212, 18],
  vhangup: [153, 58],
  pidfd_getfd: [438, 438],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

interface Machine {
  /** AUDIT_ARCH_… of `linux/audit.h`. */
  readonly audit: number;
  readonly refused: readonly number[];
  readonly clone: number;
  readonly clone3: number;
  readonly ioctl: number;
  readonly socket: number;
  /** Numbers from here on are another ABI's (x32). */
  readonly ceiling?: number;
}

const refusedAt = (place: 0 | 1): number[] => Object.values(REFUSED_CALLS).flatMap((numbers) => numbers[place] ?? []);

const MACHINES: Readonly<Partial<Record<NodeJS.Architecture, Machine>>> = {
  x64: {
    audit: 0xc000003e,
    refused: refusedAt(0),
    clone: 56,
    clone3: 435,
    ioctl: 16,
    socket: 41,
    ceiling: 0x40000000,
  },
  arm64: { audit: 0xc00000b7, refused: refusedAt(1), clone: 220, clone3: 435, ioctl: 29, socket: 198 },
};

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const refuseWith = (errno: number): number => 0x00050000 | errno;
const REFUSE = refuseWith(1); // EPERM
/** glibc then falls back to `clone`, whose flags can be checked. */
const UNKNOWN_CALL = refuseWith(38); // ENOSYS
const NO_SUCH_FAMILY = refuseWith(97); // EAFNOSUPPORT

/** Offsets into `struct seccomp_data`; of an argument its lower half (both machines are little-endian). */
const CALL = 0;
const MACHINE = 4;
const argument = (index: number): number => 16 + 8 * index;

/** All CLONE_NEW… except CLONE_NEWTIME, whose bit is a signal's in `clone`. */
const NEW_NAMESPACE = 0x7e020000;
/** They type into a terminal: TIOCSTI, TIOCLINUX. */
const TYPING = [0x5412, 0x541c];
/** Unix, IPv4, IPv6, netlink: the namespaces hold these. */
const FAMILIES = [1, 2, 10, 16];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const answer = (value: number): Instruction => [RETURN, 0, 0, value];
/** Skips `then` where it is not equal. */
const when = (value: number, then: readonly Instruction[]): Instruction[] => [
  [IF_EQUAL, 0, then.length, value],
  ...then,
];

/** Undefined for a machine that is not known here. */
export function seccompFilter(arch: NodeJS.Architecture = process.arch): Buffer | undefined {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const program: Instruction[] = [
    load(MACHINE),
    [IF_EQUAL, 1, 0, machine.audit],
    answer(REFUSE),
    load(CALL),
    ...(machine.ceiling === undefined ? [] : ([[IF_AT_LEAST, 0, 1, machine.ceiling], answer(REFUSE)] as const)),
    ...when(machine.clone3, [answer(UNKNOWN_CALL)]),
    ...machine.refused.flatMap((call) => when(call, [answer(REFUSE)])),
    ...when(machine.clone, [load(argument(0)), [IF_ANY_BIT, 0, 1, NEW_NAMESPACE], answer(REFUSE), answer(ALLOW)]),
    ...when(machine.ioctl, [
      load(argument(1)),
      ...TYPING.flatMap((request) => when(request, [answer(REFUSE)])),
      answer(ALLOW),
    ]),
    ...when(machine.socket, [
      load(argument(0)),
      ...FAMILIES.flatMap((family) => when(family, [answer(ALLOW)])),
      answer(NO_SUCH_FAMILY),
    ]),
    answer(ALLOW),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, operand], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  });
  return bytes;
}

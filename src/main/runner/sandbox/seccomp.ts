/**
 * A filter of system calls, as the kernel takes it (classic BPF over `struct seccomp_data`). Refused are the calls that
 * a script has no use for and that past escapes began with: namespaces, mounts, modules, keys, tracing, io_uring, and
 * families of sockets that a network namespace does not hold (vsock reaches a virtual machine's host).
 */
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

/** Equal on all machines: pidfd_getfd, io_uring_*, open_tree … fspick, mount_setattr, quotactl_fd. */
const NEWER = [438, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 443];

const MACHINES: Readonly<Partial<Record<NodeJS.Architecture, Machine>>> = {
  x64: {
    audit: 0xc000003e,
    refused: [
      165,
      166,
      155,
      161,
      272,
      308, // mount umount2 pivot_root chroot unshare setns
      175,
      176,
      313,
      246,
      320,
      169,
      163,
      167,
      168, // modules, kexec, reboot, acct, swap
      248,
      249,
      250,
      321,
      298,
      323, // keys, bpf, perf, userfaultfd
      101,
      310,
      311,
      303,
      304, // ptrace, process_vm_*, file handles
      164,
      227,
      305,
      103,
      172,
      173,
      179,
      212,
      153, // clocks, syslog, ports, quota, dcookie, vhangup
      ...NEWER,
    ],
    clone: 56,
    clone3: 435,
    ioctl: 16,
    socket: 41,
    ceiling: 0x40000000,
  },
  arm64: {
    audit: 0xc00000b7,
    refused: [
      40,
      39,
      41,
      51,
      97,
      268,
      105,
      106,
      273,
      104,
      294,
      142,
      89,
      224,
      225,
      217,
      218,
      219,
      280,
      241,
      282,
      117,
      270,
      271,
      264,
      265,
      170,
      112,
      266,
      116,
      60,
      18,
      58,
      ...NEWER,
    ],
    clone: 220,
    clone3: 435,
    ioctl: 29,
    socket: 198,
  },
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

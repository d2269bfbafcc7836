/**
 * The filter of system calls for containers, as their engines read it (the OCI runtime specification's `seccomp`). It says
 * what `seccomp.ts` says for bubblewrap; the engines' own filters let vsock through, which reaches a virtual machine's host.
 */
import { REFUSED_CALLS } from './seccomp.ts';

/** Besides those of bubblewrap's filter: `umount`, which has no number on 64-bit machines, and `adjtimex`. */
const REFUSED = [...Object.keys(REFUSED_CALLS), 'umount', 'adjtimex'];

const ERRNO = 'SCMP_ACT_ERRNO';
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
/** All CLONE_NEW… but CLONE_NEWTIME, whose bit is a signal's in `clone`; one by one, as a mask needs all its bits. */
const NEW_NAMESPACE = [0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x00020000];
/** They type into a terminal: TIOCSTI, TIOCLINUX. */
const TYPING = [0x5412, 0x541c];
/** All but Unix, IPv4, IPv6 and netlink, up to the last one of which something is known; more are refused as a range. */
const OTHER_FAMILIES = [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15];
const FIRST_BEYOND = 17;

interface Rule {
  readonly names: readonly string[];
  readonly action: string;
  readonly errnoRet: number;
  readonly args?: readonly { index: number; value: number; valueTwo?: number; op: string }[];
}

const equals = (name: string, index: number, value: number, errnoRet: number): Rule => ({
  names: [name],
  action: ERRNO,
  errnoRet,
  args: [{ index, value, op: 'SCMP_CMP_EQ' }],
});

export function containerSeccomp(): string {
  const rules: Rule[] = [
    { names: REFUSED, action: ERRNO, errnoRet: EPERM },
    // glibc then falls back to `clone`, whose flags can be checked.
    { names: ['clone3'], action: ERRNO, errnoRet: ENOSYS },
    ...NEW_NAMESPACE.map(
      (bit): Rule => ({
        names: ['clone'],
        action: ERRNO,
        errnoRet: EPERM,
        args: [{ index: 0, value: bit, valueTwo: bit, op: 'SCMP_CMP_MASKED_EQ' }],
      }),
    ),
    ...TYPING.map((request) => equals('ioctl', 1, request, EPERM)),
    ...OTHER_FAMILIES.map((family) => equals('socket', 0, family, EAFNOSUPPORT)),
    {
      names: ['socket'],
      action: ERRNO,
      errnoRet: EAFNOSUPPORT,
      args: [{ index: 0, value: FIRST_BEYOND, op: 'SCMP_CMP_GE' }],
    },
  ];
  return JSON.stringify({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: rules });
}

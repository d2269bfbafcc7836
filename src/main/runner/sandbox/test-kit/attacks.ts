/** The attacks of one run each. `got` is seen from outside wherever that can be. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunResult } from '../../run-request.ts';
import type { Field } from './field.ts';

export interface Attack {
  readonly group: 'files' | 'kernel' | 'network' | 'secrets' | 'floods';
  readonly name: string;
  readonly command: (field: Field) => string;
  /** Did it get through? Default: it printed GOT, or the secret. */
  readonly got?: (field: Field, result: RunResult) => boolean;
  /** The runner holds it off without a sandbox too. */
  readonly heldAnyway?: true;
  /** For root alone; or where processes are counted. */
  readonly only?: 'root' | 'counted';
}

/** JavaScript as a command; `got()` says that it got through. */
const js = (code: string): string => {
  const text = `const got = () => { console.log('GO' + 'T'); process.exit(0); }; setTimeout(() => process.exit(0), 1500); ${code}`;
  return `node -e '${text.replaceAll("'", `'\\''`)}'`;
};
const python = (code: string): string => `python3 -c '${code.replaceAll("'", `'\\''`)}'`;

export const grouped = (group: Attack['group'], attacks: readonly Omit<Attack, 'group'>[]): readonly Attack[] =>
  attacks.map((attack) => ({ ...attack, group }));

const at = (field: Field, name: string): string => path.join(field.outside, name);
const changed =
  (name: string) =>
  (field: Field): boolean =>
    !existsSync(at(field, name)) || readFileSync(at(field, name), 'utf8') !== 'untouched';
const made =
  (name: string) =>
  (field: Field): boolean =>
    existsSync(at(field, name));

const FILES = grouped('files', [
  { name: 'write a new file outside', command: (f) => `echo x > ${at(f, 'new')}`, got: made('new') },
  {
    name: 'plant a Git hook',
    command: (f) => `echo x > ${at(f, '.git/hooks/post-merge')}`,
    got: made('.git/hooks/post-merge'),
  },
  { name: 'change a file outside', command: (f) => `echo x > ${at(f, 'keep.txt')}`, got: changed('keep.txt') },
  { name: 'delete a file outside', command: (f) => `rm -f ${at(f, 'keep.txt')}`, got: changed('keep.txt') },
  { name: 'read a file outside', command: (f) => `cat ${at(f, 'secret.txt')}` },
  {
    name: 'write through a link',
    command: (f) => `ln -sfn ${f.outside} "$WORK_DIR/l"; echo x > "$WORK_DIR/l/via"`,
    got: made('via'),
  },
  {
    name: 'write through a link swapped in',
    command: (f) =>
      `cd "$WORK_DIR"; mkdir -p a; (for i in $(seq 200); do ln -sfn ${f.outside} s; ln -sfn a s; done) & for i in $(seq 200); do echo x > s/raced; done 2>/dev/null; wait`,
    got: made('raced'),
  },
  {
    name: 'hard link to a file outside',
    command: (f) => `ln ${at(f, 'keep.txt')} "$WORK_DIR/h" && echo x > "$WORK_DIR/h"`,
    got: changed('keep.txt'),
  },
  {
    name: 'change the skill itself',
    command: (f) => `echo x >> ${at(f, 'skill/SKILL.md')}`,
    got: changed('skill/SKILL.md'),
  },
  {
    name: 'change the staged skills',
    command: () => 'echo x > "$SKILLS_DIR/planted" && echo GO""T; rm -f "$SKILLS_DIR/planted"',
  },
  { name: "read another session's file", command: (f) => `cat ${path.join(f.home, 'workspaces/other/out/mine.txt')}` },
  { name: "read the app's own data", command: (f) => `cat ${path.join(f.home, 'keys.json')}` },
  {
    name: "put a program before the app's own",
    command: (f) =>
      `echo x > ${path.join(f.home, 'shims/planted')} && echo GO""T; rm -f ${path.join(f.home, 'shims/planted')}`,
  },
]);

const KERNEL = grouped('kernel', [
  // Opened, never written: the control run must leave the machine as it is.
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
    command: (f) =>
      `mkdir -p "$WORK_DIR/m" && mount --bind ${f.outside} "$WORK_DIR/m" && { cat "$WORK_DIR/m/secret.txt"; umount "$WORK_DIR/m"; }`,
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
]);

const reached = (field: Field): boolean => field.reached();
const NETWORK = grouped('network', [
  {
    name: 'TCP to this machine',
    command: (f) => js(`require("net").connect(${f.ports.tcp}, "127.0.0.1").on("error", () => process.exit(0))`),
    got: reached,
  },
  {
    name: 'TCP over IPv6',
    command: (f) => js(`require("net").connect(${f.ports.tcp6}, "::1").on("error", () => process.exit(0))`),
    got: reached,
  },
  {
    name: 'UDP',
    command: (f) =>
      js(
        `const s = require("dgram").createSocket("udp4"); s.send("x", ${f.ports.udp}, "127.0.0.1", () => process.exit(0))`,
      ),
    got: reached,
  },
  {
    name: 'DNS',
    command: (f) =>
      js(
        `const r = new (require("dns").Resolver)({ timeout: 500, tries: 1 }); r.setServers(["127.0.0.1:${f.ports.udp}"]); r.resolve4("secret.example.com", () => process.exit(0))`,
      ),
    got: reached,
  },
  {
    name: 'a Unix socket in the file system',
    command: (f) =>
      js(
        `require("net").connect(${JSON.stringify(path.join(path.dirname(f.outside), 'door'))}).on("error", () => process.exit(0))`,
      ),
    got: reached,
  },
  {
    name: 'an abstract Unix socket',
    command: (f) => js(`require("net").connect("\\0${f.abstract}").on("error", () => process.exit(0))`),
    got: reached,
  },
  {
    name: "see the machine's interfaces",
    command: () => js('if (Object.keys(require("os").networkInterfaces()).some((name) => name !== "lo")) got();'),
  },
  {
    name: 'a socket to the host of a virtual machine (vsock)',
    command: () => python('import socket; socket.socket(40, 1); print("\\nGO" + "T")'),
  },
]);

const SECRETS = grouped('secrets', [
  { name: "the host's environment, as given", command: () => 'env', heldAnyway: true },
  {
    name: 'the environment of every process',
    command: () => "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep ^SECRET=",
  },
  { name: 'the arguments of every process', command: () => 'cat /proc/[0-9]*/cmdline' },
  { name: 'a key in the home folder', command: () => 'cat ~/.ssh/id' },
]);

/** Of one run each; floods stand apart. */
export const ATTACKS: readonly Attack[] = [...FILES, ...KERNEL, ...NETWORK, ...SECRETS];

export const gotThrough = (attack: Attack, field: Field, result: RunResult): boolean =>
  attack.got?.(field, result) ?? /\bGOT\b/.test(result.output.replaceAll(field.token, 'GOT '));

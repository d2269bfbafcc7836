/** Attacks that take data off the machine, and on the data worth taking. */
import path from 'node:path';
import { grouped, js, python } from './attack.ts';
import type { Field } from './field.ts';

const reached = (field: Field): boolean => field.reached();
export const NETWORK = grouped('network', [
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
    name: 'raw packets',
    only: 'root',
    command: () => python('import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0); print("\\nGO" + "T")'),
  },
  {
    name: 'a socket to the host of a virtual machine (vsock)',
    command: () => python('import socket; socket.socket(40, 1); print("\\nGO" + "T")'),
  },
]);

export const SECRETS = grouped('secrets', [
  { name: "the host's environment, as given", command: () => 'env', heldAnyway: true },
  {
    name: 'the environment of every process',
    command: () => "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep ^SECRET=",
  },
  { name: 'the arguments of every process', command: () => 'cat /proc/[0-9]*/cmdline' },
  { name: 'a key in the home folder', command: () => 'cat ~/.ssh/id' },
]);

/** Refuses a package that holds a native file of another machine: the app would start, and no script would run. */
import { closeSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Bytes; the header of Windows' programs begins some hundred in. */
const HEAD_BYTES = 64 * 1024;
const NATIVE = /\.(node|dylib|dll|exe|so(\.\d+)*)$/i;

/** Machines by the number in the header (elf.h, mach/machine.h, winnt.h). */
const ELF_32 = new Map([
  [3, 'ia32'],
  [40, 'armv7l'],
]);
const ELF_64 = new Map([
  [62, 'x64'],
  [183, 'arm64'],
]);
const MACH_O = new Map([
  [7, 'ia32'],
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);
const PE = new Map([
  [0x14c, 'ia32'],
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);

/** Highest byte first: of no machine that is packed for. @type {Map<number, string>} */
const NONE = new Map();
/** By the bytes for bits (1: 32, 2: 64) and for order (1: lowest byte first). @type {Record<number, Record<number, Map<number, string>>>} */
const ELFS = { 1: { 1: ELF_32 }, 2: { 1: ELF_64 } };

/** @param {string} platform @param {Map<number, string>} names @param {number} number */
const named = (platform, names, number) => `${platform}-${names.get(number) ?? `machine 0x${number.toString(16)}`}`;

/**
 * Platforms and architectures of a program or library, as Node names them; undefined for any other file.
 * @param {Buffer} head its first bytes
 * @returns {string[] | undefined}
 */
export function machinesOf(head) {
  if (head.length < 4) return undefined;
  const magic = head.readUInt32BE(0);
  // A cut file is nobody's.
  const whole = head.length >= 64;
  if (magic === 0x7f454c46)
    return whole ? [named('linux', ELFS[head[4] ?? 0]?.[head[5] ?? 0] ?? NONE, head.readUInt16LE(18))] : [];
  if (magic === 0xcffaedfe || magic === 0xcefaedfe) return whole ? [named('darwin', MACH_O, head.readUInt32LE(4))] : [];
  if (magic === 0xfeedfacf || magic === 0xfeedface) return whole ? [named('darwin', NONE, head.readUInt32BE(4))] : [];
  if (!whole) return undefined;
  if (magic === 0xcafebabe || magic === 0xcafebabf) {
    const bytes = magic === 0xcafebabf ? 32 : 20;
    const count = head.readUInt32BE(4);
    // Java's classes begin alike, with their version here.
    if (count > 16 || 8 + count * bytes > head.length) return undefined;
    return Array.from({ length: count }, (_, index) => named('darwin', MACH_O, head.readUInt32BE(8 + index * bytes)));
  }
  if (head.readUInt16BE(0) !== 0x4d5a) return undefined;
  const at = head.readUInt32LE(0x3c);
  if (at + 6 > head.length || head.readUInt32BE(at) !== 0x50450000) return undefined;
  return [named('win32', PE, head.readUInt16LE(at + 4))];
}

/** @param {string} file */
function headOf(file) {
  const fd = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}

/** @param {string} folder @param {string} link */
function leadsOut(folder, link) {
  try {
    return !realpathSync(link).startsWith(realpathSync(folder) + path.sep);
  } catch {
    return true;
  }
}

/**
 * Native files of a folder that do not run on this machine, each with what it is for, and links that lead out of it.
 * @param {string} folder
 * @param {string} machine such as `linux-x64`
 * @returns {string[]}
 */
export function foreignNatives(folder, machine) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file);
      if (entry.isSymbolicLink())
        return leadsOut(folder, file) ? [`${name}: a link that leads out of the package`] : [];
      if (!entry.isFile()) return [];
      const found = machinesOf(headOf(file));
      if (found === undefined ? !NATIVE.test(entry.name) : found.includes(machine)) return [];
      return [`${name}: ${found?.join(', ') || 'no program header'}`];
    })
    .sort();
}

/**
 * @param {string} folder the packed app
 * @param {string} platform as Node names it
 * @param {string} arch
 * @throws Error that names each file that is wrong, and each that no script would run without.
 */
export function checkNatives(folder, platform, arch) {
  const machine = `${platform}-${arch}`;
  const foreign = foreignNatives(folder, machine);
  if (foreign.length > 0) {
    throw new Error(`The package for ${machine} holds files of another machine:\n${foreign.join('\n')}`);
  }
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [] : [path.join(entry.parentPath, entry.name).replaceAll('\\', '/')],
  );
  const needed = {
    [`@lydell/node-pty-${machine}`]: `/@lydell/node-pty-${machine}/.*\\.node$`,
    [`better-sqlite3/prebuilds/${machine}.node`]: `/better-sqlite3/prebuilds/${machine}\\.node$`,
  };
  for (const [what, where] of Object.entries(needed)) {
    if (names.some((name) => new RegExp(where).test(name))) continue;
    throw new Error(`The package for ${machine} has no ${what}. Pack with: npm run package:desktop`);
  }
}

/** Refuses a package that holds a native file of another architecture: the app would start, and no script would run. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

/** Bytes; the header of Windows' programs begins at most a few hundred in. */
const HEAD_BYTES = 4096;
const LIBRARY = /\.(node|so|dylib|dll)$/i;

/** Machines by the number in the header (elf.h, mach/machine.h, winnt.h). */
const ELF = new Map([
  [3, 'ia32'],
  [40, 'armv7l'],
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

/** @param {Map<number, string>} names @param {number} number */
const named = (names, number) => names.get(number) ?? `machine 0x${number.toString(16)}`;

/**
 * Architectures of a program or library; undefined for any other file.
 * @param {Buffer} head its first bytes
 * @returns {string[] | undefined}
 */
export function architecturesOf(head) {
  if (head.length < 64) return undefined;
  const magic = head.readUInt32BE(0);
  if (magic === 0x7f454c46) return [named(ELF, head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18))];
  if (magic === 0xcffaedfe || magic === 0xcefaedfe) return [named(MACH_O, head.readUInt32LE(4))];
  if (magic === 0xcafebabe || magic === 0xcafebabf) {
    const bytes = magic === 0xcafebabf ? 32 : 20;
    const count = head.readUInt32BE(4);
    // Java's classes begin alike, with their version here.
    if (count > 16 || 8 + count * bytes > head.length) return undefined;
    return Array.from({ length: count }, (_, index) => named(MACH_O, head.readUInt32BE(8 + index * bytes)));
  }
  if (head.readUInt16BE(0) !== 0x4d5a) return undefined;
  const at = head.readUInt32LE(0x3c);
  if (at + 6 > head.length || head.readUInt32BE(at) !== 0x50450000) return undefined;
  return [named(PE, head.readUInt16LE(at + 4))];
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

/**
 * Native files of a folder that do not run on this architecture, each with what it is for.
 * @param {string} folder
 * @param {string} arch as Node names it
 * @returns {string[]}
 */
export function foreignNatives(folder, arch) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const found = architecturesOf(headOf(file));
      if (found === undefined ? !LIBRARY.test(entry.name) : found.includes(arch)) return [];
      return [`${path.relative(folder, file)}: ${found?.join(', ') ?? 'no program header'}`];
    })
    .sort();
}

/**
 * @param {string} folder the packed app
 * @param {string} platform as Node names it
 * @param {string} arch
 * @throws Error that names each file that is wrong, and the terminal's package where it is missing.
 */
export function checkNatives(folder, platform, arch) {
  const foreign = foreignNatives(folder, arch);
  if (foreign.length > 0) {
    throw new Error(`The package for ${platform}-${arch} holds files of another architecture:\n${foreign.join('\n')}`);
  }
  const terminal = `node-pty-${platform}-${arch}`;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (!names.some((name) => path.basename(name) === terminal)) {
    throw new Error(
      `The package for ${platform}-${arch} has no @lydell/${terminal}, so no script would run. Pack with: npm run package:desktop`,
    );
  }
}

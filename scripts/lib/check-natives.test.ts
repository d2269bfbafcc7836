import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkNatives, foreignNatives, machinesOf } from '../../packaging/desktop/check-natives.mjs';
import { tempFolder } from '../../src/main/lib/test-kit/temp-folder.ts';
import { packedFor } from './terminal-package.mjs';

function head(...parts: readonly (readonly [at: number, bytes: readonly number[]])[]): Buffer {
  const buffer = Buffer.alloc(512);
  for (const [at, bytes] of parts) Buffer.from(bytes).copy(buffer, at);
  return buffer;
}
const elf = (machine: number) => head([0, [0x7f, 0x45, 0x4c, 0x46, 2, 1]], [18, [machine, 0]]);
const thin = (cpu: number) => head([0, [0xcf, 0xfa, 0xed, 0xfe, cpu, 0, 0, 1]]);
const fat = head([0, [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2, 1, 0, 0, 7]], [28, [1, 0, 0, 12]]);
const pe = (low: number, high: number) =>
  head([0, [0x4d, 0x5a]], [0x3c, [0x80]], [0x80, [0x50, 0x45, 0, 0, low, high]]);

it.each([
  ['ELF for x64', elf(62), ['linux-x64']],
  ['ELF for arm64', elf(183), ['linux-arm64']],
  ['an ELF of a machine without a name', elf(243), ['linux-machine 0xf3']],
  ['ELF, highest byte first', head([0, [0x7f, 0x45, 0x4c, 0x46, 2, 2]], [18, [0, 183]]), ['linux-machine 0xb700']],
  [
    'ELF of 32 bits with the number of x64',
    head([0, [0x7f, 0x45, 0x4c, 0x46, 1, 1]], [18, [62]]),
    ['linux-machine 0x3e'],
  ],
  ['Mach-O for x64', thin(7), ['darwin-x64']],
  ['Mach-O for arm64', thin(12), ['darwin-arm64']],
  ['a universal Mach-O', fat, ['darwin-x64', 'darwin-arm64']],
  ['PE for x64', pe(0x64, 0x86), ['win32-x64']],
  ['PE for arm64', pe(0x64, 0xaa), ['win32-arm64']],
  [
    'PE with its header far in',
    head([0, [0x4d, 0x5a]], [0x3c, [0, 1]], [256, [0x50, 0x45, 0, 0, 0x64, 0x86]]),
    ['win32-x64'],
  ],
  ['Mach-O, highest byte first', head([0, [0xfe, 0xed, 0xfa, 0xcf, 1, 0, 0, 7]]), ['darwin-machine 0x1000007']],
  ['a cut ELF', elf(62).subarray(0, 40), []],
  ["a class of Java's", head([0, [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]]), undefined],
  ['MZ with no header where it points', head([0, [0x4d, 0x5a]], [0x3c, [0xff, 0xff]]), undefined],
  ['a script', Buffer.from('#!/bin/sh\nexit 0\n'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('reads %s', (_, bytes, expected) => {
  expect(machinesOf(bytes)).toEqual(expected);
});

const packed = (files: Readonly<Record<string, Buffer | string>>): string => {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    if (typeof content === 'string') symlinkSync(content, path.join(folder, name));
    else writeFileSync(path.join(folder, name), content);
  }
  return folder;
};
const PTY = 'app/node_modules/@lydell/node-pty-linux-arm64/pty.node';
const STORE = 'app/node_modules/better-sqlite3/prebuilds/linux-arm64.node';

it('names each native file of another architecture or system, whatever its ending, and links that lead out', () => {
  const foreign = {
    'app.asar.unpacked/x.node': elf(62),
    'deep/spawn-helper': elf(62),
    'deep/cut.so.6': Buffer.alloc(3),
    'renamed.bin': thin(12),
    'both.dylib': fat,
    'tool.exe': pe(0x64, 0xaa),
    'out.node': '/nowhere/x.node',
  };
  const folder = packed({
    ...foreign,
    [PTY]: elf(183),
    [STORE]: elf(183),
    'in.node': PTY,
    'notes.txt': Buffer.from('t'),
  });
  const found = foreignNatives(folder, 'linux-arm64');
  expect(found.map((line) => line.split(': ')[0])).toEqual(Object.keys(foreign).toSorted());
  expect(found).toContain('deep/cut.so.6: no program header');
  expect(() => checkNatives(folder, 'linux', 'arm64')).toThrow(/deep\/spawn-helper: linux-x64/);
});

it('names a terminal or a database that is missing, also where only its folder is there', () => {
  const check = (files: Readonly<Record<string, Buffer>>) => () => checkNatives(packed(files), 'linux', 'arm64');
  const about = { [path.join(path.dirname(PTY), 'package.json')]: Buffer.from('{}') };
  expect(check({ ...about, [STORE]: elf(183) })).toThrow('has no @lydell/node-pty-linux-arm64.');
  // A folder of that name is no file.
  expect(check({ [`${PTY}/x`]: elf(183), [STORE]: elf(183) })).toThrow('has no @lydell/node-pty-linux-arm64.');
  expect(check({ [PTY]: elf(183) })).toThrow('has no better-sqlite3/prebuilds/linux-arm64.node.');
  expect(check({ [PTY]: elf(183), [STORE]: elf(183) })).not.toThrow();
});

it('fetches the terminal for each system and architecture that is packed', () => {
  expect(packedFor(['--linux', 'dir', '--arm64'])).toEqual(['linux-arm64']);
  expect(packedFor(['--mac', '--x64', '--arm64'])).toEqual(['darwin-x64', 'darwin-arm64']);
  expect(packedFor(['-w', '--x64', '-l'])).toEqual(['win32-x64', 'linux-x64']);
  expect(packedFor([])).toEqual([`${process.platform}-${process.arch}`]);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { architecturesOf, checkNatives, foreignNatives } from '../../packaging/desktop/check-natives.mjs';
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
  ['ELF for x64', elf(62), ['x64']],
  ['ELF for arm64', elf(183), ['arm64']],
  ['an ELF of a machine without a name', elf(243), ['machine 0xf3']],
  ['ELF, highest byte first', head([0, [0x7f, 0x45, 0x4c, 0x46, 2, 2]], [18, [0, 183]]), ['arm64']],
  ['Mach-O for x64', thin(7), ['x64']],
  ['Mach-O for arm64', thin(12), ['arm64']],
  ['a universal Mach-O', fat, ['x64', 'arm64']],
  ['PE for x64', pe(0x64, 0x86), ['x64']],
  ['PE for arm64', pe(0x64, 0xaa), ['arm64']],
  ["a class of Java's", head([0, [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]]), undefined],
  ['MZ with no header where it points', head([0, [0x4d, 0x5a]], [0x3c, [0xff, 0xff]]), undefined],
  ['a script', Buffer.from('#!/bin/sh\nexit 0\n'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('reads %s', (_, bytes, expected) => {
  expect(architecturesOf(bytes)).toEqual(expected);
});

it('names each native file of another architecture, programs without an ending and cut libraries included', () => {
  const folder = tempFolder();
  const put = (name: string, bytes: Buffer) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  };
  put('right.node', elf(183));
  put('both.dylib', fat);
  put('notes.txt', Buffer.from('text'));
  put('deep/spawn-helper', elf(62));
  put('deep/cut.so', Buffer.alloc(3));
  expect(foreignNatives(folder, 'arm64')).toEqual(['deep/cut.so: no program header', 'deep/spawn-helper: x64']);
  expect(() => checkNatives(folder, 'linux', 'arm64')).toThrow(/deep\/spawn-helper: x64/);
});

it('fetches the terminal for each system and architecture that is packed', () => {
  expect(packedFor(['--linux', 'dir', '--arm64'])).toEqual(['linux-arm64']);
  expect(packedFor(['--mac', '--x64', '--arm64'])).toEqual(['darwin-x64', 'darwin-arm64']);
  expect(packedFor(['-w', '--x64', '-l'])).toEqual(['win32-x64', 'linux-x64']);
  expect(packedFor([])).toEqual([`${process.platform}-${process.arch}`]);
});

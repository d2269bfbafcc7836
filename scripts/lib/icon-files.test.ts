import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { icnsFile, icoFile, SIZES } from './icon-files.mjs';
import { ROOT } from './paths.mjs';

const folder = path.join(ROOT, 'packaging', 'desktop');
const file = (name: string) => readFileSync(path.join(folder, name));
const side = (png: Buffer, at = 0) => [png.readUInt32BE(at + 16), png.readUInt32BE(at + 20)];

it('has the icon in every size that Linux asks for', () => {
  for (const size of [16, 32, 48, 64, 128, 256, 512]) {
    expect(side(file(`icons/${size}x${size}.png`))).toEqual([size, size]);
  }
});

it('holds those very pictures in the files of macOS and Windows', () => {
  const icns = file('icon.icns');
  const ico = file('icon.ico');
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 6]);
  // Read back by their own tables, and written again.
  const drawn = new Map<number, Buffer>();
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const png = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    drawn.set(png.readUInt32BE(16), png);
  }
  drawn.set(48, file('icons/48x48.png'));
  expect([...drawn.keys()].sort((a, b) => a - b)).toEqual(SIZES);
  expect(drawn.get(128)?.equals(file('icons/128x128.png'))).toBe(true);
  expect(icnsFile(drawn).equals(icns)).toBe(true);
  expect(icoFile(drawn).equals(ico)).toBe(true);
  for (let entry = 0; entry < 6; entry += 1) {
    const head = 6 + 16 * entry;
    const [width] = side(ico, ico.readUInt32LE(head + 12));
    expect(width).toBe(ico[head] || 256);
  }
});

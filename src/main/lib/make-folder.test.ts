import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from './files.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-folder-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('creates what is missing with its mode, and leaves what exists', () => {
  const folder = path.join(dir, 'a', 'b', 'c');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('fails with the system error if it cannot', () => {
  const file = path.join(dir, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'below'))).toThrow(/EEXIST|ENOTDIR/);
});

it.runIf(existsSync('/proc/self'))('ends where a folder can be seen and not be written into', () => {
  expect(() => makeFolder('/proc/skilldeck/home')).toThrow('ENOENT');
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readSmallFile, readSmallJson } from './files.ts';
import { tempFolder } from './test-kit/temp-folder.ts';

let dir = '';
beforeEach(() => {
  dir = tempFolder();
});

it('reads a regular file up to its byte limit', () => {
  const file = path.join(dir, 'a');
  expect(readSmallFile(file)).toBeUndefined();
  expect(readSmallFile(path.join(dir, 'a', 'below'))).toBeUndefined();
  writeFileSync(file, '');
  expect(readSmallFile(file)).toBe('');
  writeFileSync(file, '机票'.repeat(50_000));
  expect(readSmallFile(file)).toBe('机票'.repeat(50_000));
  truncateSync(file, 1024 * 1024);
  expect(readSmallFile(file, 1024 * 1024)).toHaveLength(1024 * 1024 - 4 * 50_000);
  truncateSync(file, 1024 * 1024 + 1);
  expect(() => readSmallFile(file, 1024 * 1024)).toThrow('is larger than 1 MiB');
});

it.runIf(process.platform !== 'win32')('refuses pipes, devices and folders at once', () => {
  const pipe = path.join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  mkdirSync(path.join(dir, 'folder'));
  for (const file of [pipe, '/dev/zero', path.join(dir, 'folder')]) {
    expect(() => readSmallFile(file)).toThrow(`${file} is not a regular file`);
    expect(readSmallJson(file)).toBeUndefined();
  }
});

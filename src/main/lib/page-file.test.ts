import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPageFile } from './app-files.ts';

let folder: string;
const root = () => path.join(folder, 'page');

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-page-'));
  mkdirSync(path.join(root(), 'assets'), { recursive: true });
  writeFileSync(path.join(root(), 'index.html'), '<p>page</p>');
  writeFileSync(path.join(root(), '.sources'), 'stamp');
  writeFileSync(path.join(root(), 'assets', 'index-Bx3_d-9k.js'), '1');
  writeFileSync(path.join(root(), 'assets', 'plain.js'), '2');
  writeFileSync(path.join(folder, 'secret.json'), '{}');
  symlinkSync(path.join(folder, 'secret.json'), path.join(root(), 'link.json'));
  symlinkSync(folder, path.join(root(), 'up'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads the page and its parts, and marks what may be cached for ever', async () => {
  const summary = async (pathname: string) => {
    const file = await readPageFile(root(), pathname);
    return file && [file.body.toString(), file.mime, file.immutable];
  };
  expect(await summary('/')).toEqual(['<p>page</p>', 'text/html; charset=utf-8', false]);
  expect(await summary('/index.html')).toEqual(['<p>page</p>', 'text/html; charset=utf-8', false]);
  expect(await summary('/assets/index-Bx3_d-9k.js')).toEqual(['1', 'text/javascript; charset=utf-8', true]);
  expect(await summary('/assets/plain.js')).toEqual(['2', 'text/javascript; charset=utf-8', false]);
});

it.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/assets/..%5c..%5csecret.json',
  '/assets/%252e%252e/secret.json',
  '//secret.json',
  '/link.json',
  '/up/secret.json',
  '/index.html%00.js',
  '/%E0%A4%A.js',
  '/.sources',
  '/assets',
  '/missing.js',
  '/index.html/',
])('refuses %s', async (pathname) => {
  expect(await readPageFile(root(), pathname)).toBeUndefined();
});

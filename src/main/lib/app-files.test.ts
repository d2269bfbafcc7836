import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appRoot, entryFile, isCheckout, packageFolder } from './app-files.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..', '..');
let installed: string;

beforeAll(() => {
  installed = path.join(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-installed-')), 'node_modules', 'skilldeck');
  for (const folder of ['skills', 'out/main']) mkdirSync(path.join(installed, folder), { recursive: true });
  for (const file of ['package.json', 'out/main/grep-worker.js']) writeFileSync(path.join(installed, file), '{}');
});
afterAll(() => rmSync(path.resolve(installed, '..', '..'), { recursive: true, force: true }));

it('finds the root of a checkout and of an installed package, and tells them apart', () => {
  expect(appRoot()).toBe(checkout);
  expect(isCheckout()).toBe(true);
  const root = appRoot(path.join(installed, 'out', 'main'));
  expect(root).toBe(installed);
  expect(isCheckout(root)).toBe(false);
  expect(() => appRoot(os.tmpdir())).toThrow('holds package.json and skills/');
});

it('finds a program as built file or as source, and names the build as the remedy', () => {
  const built = path.join(installed, 'out', 'main');
  expect(entryFile(built, 'grep-worker')).toBe(path.join(built, 'grep-worker.js'));
  const source = path.join(checkout, 'src/main/tools/workspace');
  expect(entryFile(source, 'grep-worker')).toBe(path.join(source, 'grep-worker.ts'));
  expect(() => entryFile(built, 'absent')).toThrow('npm run build');
});

it('finds a package that the build does not bundle', () => {
  expect(packageFolder('pyodide')).toBe(path.join(checkout, 'node_modules', 'pyodide'));
});

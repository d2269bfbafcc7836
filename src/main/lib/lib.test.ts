import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createFileLog } from './crash-records.ts';
import { entriesOf, putFile, realOf, statOf } from './files.ts';
import { createDisposables, systemClock } from './timing.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-lib-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('disposes in reverse order, despite a failure, once, and late additions at once', async () => {
  const said: string[] = [];
  const disposables = createDisposables((message) => said.push(`error ${message}`));
  expect(disposables.add('first', async (name) => void said.push(name))).toBe('first');
  disposables.add('second', () => {
    throw new Error('stuck');
  });
  disposables.add('third', (name) => void said.push(name));
  await Promise.all([disposables.dispose(), disposables.dispose()]);
  disposables.add('late', (name) => void said.push(name));
  expect(said).toEqual(['third', 'error stuck', 'first', 'late']);
});

it('ends a sleep at once on abort, before and during it', async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(2 ** 40, stop.signal);
  stop.abort();
  await sleeping;
  await systemClock.sleep(2 ** 40, stop.signal);
});

it('keeps the stack in the log, indents further lines and rotates a full file', () => {
  const file = path.join(folder, 'logs', 'main.log');
  const log = createFileLog(file, 200);
  log.error('While sending', new Error('boom'));
  expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\S+Z error While sending: Error: boom\n {4,}at /);
  log.info('next');
  log.warn('after');
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('boom');
  expect(readFileSync(file, 'utf8')).toMatch(/ info next\n.* warn after\n$/);
});

it('puts a file on the disk before its name, and new folders after', async () => {
  mkdirSync(folder, { recursive: true });
  const done: string[] = [];
  const { open, rename } = fs.promises;
  const named = (file: unknown) => path.relative(folder, String(file)).replace(/[\w-]{36}/, 'ID');
  fs.promises.open = async (...args) => {
    const handle = await open(...args);
    const sync = handle.sync.bind(handle);
    handle.sync = () => {
      done.push(`sync ${named(args[0])}`);
      return sync();
    };
    return handle;
  };
  fs.promises.rename = (from, to) => {
    done.push(`rename ${named(from)} ${named(to)}`);
    return rename(from, to);
  };
  syncBuiltinESMExports();
  const root = path.join(folder, 'a', 'b');
  const put = (name: string) =>
    putFile(root, async (handle) => {
      await handle.writeFile(name);
      return path.join(root, name);
    });
  const failing = () => putFile(root, () => Promise.reject(new Error('The disk is full')));
  try {
    await put('c/d.txt');
    expect(done).toEqual(['sync ', 'sync a/b/ID.part', 'rename a/b/ID.part a/b/c/d.txt', 'sync a/b/c', 'sync a/b']);
    await put('c/e.txt');
    expect(done.slice(5)).toEqual(['sync a/b/ID.part', 'rename a/b/ID.part a/b/c/e.txt', 'sync a/b/c']);
    await expect(failing()).rejects.toThrow('The disk is full');
    expect(done).toHaveLength(8);
  } finally {
    Object.assign(fs.promises, { open, rename });
    syncBuiltinESMExports();
  }
  expect(readdirSync(root, { recursive: true })).toEqual(['c', path.join('c', 'd.txt'), path.join('c', 'e.txt')]);
  expect(readFileSync(path.join(root, 'c', 'd.txt'), 'utf8')).toBe('c/d.txt');
  expect(
    [root, path.join(root, 'c'), path.join(root, 'c', 'd.txt')].map((file) => statSync(file).mode & 0o777),
  ).toEqual([0o700, 0o700, 0o600]);
});

it('names what is in a folder in order, and answers nothing for what cannot be looked at', () => {
  const root = path.join(folder, 'entries');
  mkdirSync(path.join(root, 'b'), { recursive: true });
  for (const name of ['c', 'a', 'd']) writeFileSync(path.join(root, name), '');
  expect(entriesOf(root).map((entry) => [entry.name, entry.isDirectory()])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
    ['d', false],
  ]);
  expect(entriesOf(path.join(root, 'a'))).toEqual([]);
  expect(statOf(path.join(root, 'gone'))).toBeUndefined();
  expect(statOf(path.join(root, 'a', 'below'))).toBeUndefined();
  expect(statOf(root)?.isDirectory()).toBe(true);
  expect([realOf(path.join(root, 'b', '..', 'a')), realOf(path.join(root, 'gone'))]).toEqual([
    path.join(fs.realpathSync(root), 'a'),
    undefined,
  ]);
});

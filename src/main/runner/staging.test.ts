import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { fileHandlePrototype } from '../lib/test-kit/file-handle.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createStagedStore } from './staging.ts';
import { ensureWorkspace } from './workspace/workspace.ts';

const home = tempFolder();
const dir = path.join(home, 'source/fly');
const skill = { id: 'fly', dir };
const script = path.join(dir, 'scripts/find.py');
beforeAll(() => {
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(path.join(dir, 'SKILL.md'), 'words');
  writeFileSync(script, 'print(1)');
  chmodSync(script, 0o755);
  symlinkSync('/etc/hostname', path.join(dir, 'leak'));
  symlinkSync('SKILL.md', path.join(dir, 'again.md'));
});

const store = createStagedStore(home);
const stage = async (session: string, given = skill, from = store) =>
  from.stage(await ensureWorkspace(home, session), given);
const trees = (): string[] => readdirSync(path.join(home, 'staged'));
const inode = (file: string): number => statSync(file).ino;

it('is copied once per content, for its owner alone to write, and shared by sessions and by equal folders', async () => {
  const [a, b] = await Promise.all([stage('a'), stage('b')]);
  expect([a, b]).toEqual([
    { folder: path.join(home, 'workspaces/a/skills/fly'), notes: [], files: 3, bytes: 18 },
    { folder: path.join(home, 'workspaces/b/skills/fly'), notes: [], files: 3, bytes: 18 },
  ]);
  const [tree = '', ...others] = trees();
  expect(others).toEqual([]);
  const at = path.join(home, 'staged', tree);
  expect(readdirSync(at)).toEqual(['SKILL.md', 'again.md', 'scripts']);
  expect(
    ['SKILL.md', 'scripts/find.py', 'scripts', ''].map((name) => statSync(path.join(at, name)).mode & 0o777),
  ).toEqual([0o644, 0o755, 0o555, 0o555]);
  const found = (session: string) => path.join(home, 'workspaces', session, 'skills/fly/scripts/find.py');
  expect(inode(found('a'))).toBe(inode(found('b')));
  expect(inode(found('a'))).not.toBe(inode(script));
  expect(readdirSync(a?.folder ?? '').sort()).toEqual(['SKILL.md', 'again.md', 'inputs', 'out', 'scripts', 'work']);
});

it('rebuilds a changed copy before a run, whatever its size and times, and reports it', async () => {
  const [tree = ''] = trees();
  const stored = path.join(home, 'staged', tree, 'scripts/find.py');
  const before = statSync(stored);
  writeFileSync(stored, 'print(6)');
  utimesSync(stored, before.atime, before.mtime);
  const now = await stage('a');
  expect(now?.notes).toEqual(['The copy of skill fly that runs use had changed since it was made; it was made again.']);
  expect(readFileSync(path.join(now?.folder ?? '', 'scripts/find.py'), 'utf8')).toBe('print(1)');
  expect((await stage('b'))?.notes).toEqual([]);
  // A program that starts later knows no stamps, and reads.
  writeFileSync(stored, 'print(7)');
  expect((await stage('a', skill, createStagedStore(home)))?.notes).toHaveLength(1);
});

it('makes a new copy for another content or mode; removes the old one once unused', async () => {
  const [old = ''] = trees();
  writeFileSync(script, 'print(2)');
  const now = await stage('a');
  expect(readFileSync(path.join(now?.folder ?? '', 'scripts/find.py'), 'utf8')).toBe('print(2)');
  chmodSync(script, 0o644);
  await stage('a');
  expect(trees()).toHaveLength(3);
  const long = new Date('2000-01-01');
  utimesSync(path.join(home, 'staged', old), long, long);
  expect(await store.sweep(new Date('2001-01-01'))).toBe(1);
  expect([trees().length, trees().includes(old)]).toEqual([2, false]);
  // A session that saw it still does.
  expect(existsSync(path.join(home, 'workspaces/b/skills/fly/scripts/find.py'))).toBe(true);
});

it('skips a skill that is too large or whose id is not a folder name', async () => {
  expect(await stage('a', { id: '../x', dir })).toBe(undefined);
  const large = path.join(home, 'source/large');
  mkdirSync(large);
  writeFileSync(path.join(large, 'SKILL.md'), Buffer.alloc(64 * 1024 * 1024 + 1));
  expect(await stage('a', { id: 'large', dir: large })).toBe(undefined);
});

it('rebuilds a copy whose file others may write, even with unchanged bytes', async () => {
  const before = await stage('w');
  expect(before?.notes).toEqual([]);
  const copies = trees().map((tree) => path.join(home, 'staged', tree, 'scripts/find.py'));
  for (const copy of copies) chmodSync(copy, 0o666);
  expect((await stage('w'))?.notes).toEqual([expect.stringContaining('made again')]);
  expect(copies.filter((copy) => (statSync(copy).mode & 0o022) === 0)).toHaveLength(1);
});

it('never copies a mixture of a source that changes meanwhile: it reads the source again', async () => {
  const count = trees().length;
  writeFileSync(script, 'print(8)');
  const prototype = await fileHandlePrototype();
  const { readFile } = prototype;
  const spy = vi.spyOn(prototype, 'readFile').mockImplementationOnce(function (this: typeof prototype) {
    writeFileSync(script, 'print(9)');
    writeFileSync(path.join(dir, 'SKILL.md'), 'new words');
    return readFile.call(this, null);
  });
  onTestFinished(() => spy.mockRestore());
  const now = await stage('race');
  const text = (name: string) => readFileSync(path.join(now?.folder ?? '', name), 'utf8');
  expect([text('scripts/find.py'), text('SKILL.md')]).toEqual(['print(9)', 'new words']);
  // The copy is stored under its hash: the next run finds it there.
  expect((await stage('race'))?.notes).toEqual([]);
  expect(trees()).toHaveLength(count + 1);
});

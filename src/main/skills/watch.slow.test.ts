import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FSWatcher } from 'chokidar';
import { afterEach, expect, it, vi } from 'vitest';
import { type SkillWatch, type WatchOptions, watchSkills } from './skill-watcher.ts';
import { makeSkillTree, skillText } from './test-kit/skill-tree.ts';
import { countFolders } from './watch.ts';

/** Milliseconds; the whole of a busy machine's slowness, not what is expected. */
vi.setConfig({ testTimeout: 20_000 });

const watches: SkillWatch[] = [];
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.close();
});

/** Records what the watch reports, in order, and can wait for a report. */
async function watching(roots: readonly string[], more: Partial<WatchOptions> = {}) {
  const told: (readonly string[])[] = [];
  let wake = (): void => {};
  const watch = watchSkills({
    roots: () => roots,
    onTouched: () => {},
    onQuiet: async (paths) => {
      told.push([...paths].sort());
      wake();
    },
    presenceMs: 20,
    ...more,
  });
  watches.push(watch);
  await watch.ready;
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { watch, told, until, toldOf: (file: string) => until(() => told.some((paths) => paths.includes(file))) };
}

it('reports files added, written in place or by rename, moved and deleted, and ignores temporary files', async () => {
  const { dir, at, write } = makeSkillTree({ 'pdf/SKILL.md': skillText('pdf') });
  const { told, toldOf } = await watching([dir]);
  write({ 'pdf/.git/HEAD': 'x', 'pdf/__pycache__/a.pyc': 'x', 'pdf/SKILL.md~': 'x', '.import-1/new/SKILL.md': 'x' });
  write({ 'csv/SKILL.md': skillText('csv') });
  await toldOf(at('csv', 'SKILL.md'));
  write({ 'csv/references/deep/api.md': 'v1' });
  await toldOf(at('csv', 'references', 'deep', 'api.md'));
  told.length = 0;
  writeFileSync(at('pdf', '.SKILL.md.tmp'), skillText('pdf', 'Another description.'));
  renameSync(at('pdf', '.SKILL.md.tmp'), at('pdf', 'SKILL.md'));
  await toldOf(at('pdf', 'SKILL.md'));
  expect(told).toEqual([[at('pdf', 'SKILL.md')]]);
  renameSync(at('pdf'), at('pdf-files'));
  await toldOf(at('pdf-files', 'SKILL.md'));
  await toldOf(at('pdf'));
  rmSync(at('csv'), { recursive: true });
  await toldOf(at('csv'));
  expect(told.flat().filter((file) => /\.git|pycache|~|import-1|\.tmp/.test(file))).toEqual([]);
});

it('reports a burst of a thousand changes in a few batches, and loses none', async () => {
  const { dir, at, write } = makeSkillTree({ 'many/SKILL.md': skillText('many') });
  const { told, until } = await watching([dir]);
  const names = Array.from({ length: 1_000 }, (_, index) => `many/references/${index}.md`);
  write(Object.fromEntries(names.map((name) => [name, 'text'])));
  const wanted = names.map((name) => at(name));
  await until(() => {
    const all = new Set(told.flat());
    return wanted.every((file) => all.has(file));
  });
  expect(told.length).toBeLessThan(10);
});

it('follows a root that appears later, disappears or returns, and one whose link changes', async () => {
  const { dir, at, write } = makeSkillTree({
    'v1/a/SKILL.md': skillText('a'),
    'v2/a/SKILL.md': skillText('a', 'The second.'),
  });
  const later = at('project', '.agents', 'skills');
  symlinkSync(at('v1'), at('current'));
  const { watch, told, toldOf, until } = await watching([later, at('current')]);
  expect([watch.covers(at('v1', 'a')), watch.covers(at('v2', 'a')), watch.covers(later)]).toEqual([true, false, false]);

  write({ 'project/.agents/skills/b/SKILL.md': skillText('b') });
  await toldOf(later);
  await until(() => watch.covers(later));
  write({ 'project/.agents/skills/b/notes.md': 'x' });
  await toldOf(path.join(later, 'b', 'notes.md'));

  symlinkSync(at('v2'), at('next'));
  renameSync(at('next'), at('current'));
  await toldOf(at('current'));
  expect([watch.covers(at('v1', 'a')), watch.covers(at('v2', 'a'))]).toEqual([false, true]);
  write({ 'v2/a/reference.md': 'x' });
  await toldOf(at('v2', 'a', 'reference.md'));

  told.length = 0;
  rmSync(later, { recursive: true });
  await toldOf(later);
  told.length = 0;
  mkdirSync(later);
  await toldOf(later);
  write({ 'project/.agents/skills/c/SKILL.md': skillText('c') });
  await toldOf(path.join(later, 'c', 'SKILL.md'));
  unlinkSync(at('current'));
  await toldOf(at('current'));
  expect([existsSync(dir), watch.covers(at('v2', 'a')), watch.covers(later)]).toEqual([true, false, true]);
});

it('polls a root with too many folders and reports it; the others stay watched', async () => {
  const small = makeSkillTree({ 'a/SKILL.md': skillText('a') });
  const large = makeSkillTree(
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`s${index}/SKILL.md`, 'x'])),
  );
  expect([await countFolders(large.dir, 100), await countFolders(large.dir, 10)]).toEqual([31, 11]);
  const { watch, told, toldOf, until } = await watching([small.dir, large.dir], { maxFolders: 20, pollMs: 20 });
  expect(watch.diagnostics().map(({ file, rule }) => [file, rule])).toEqual([[large.dir, 'not-watched']]);
  expect([watch.covers(small.dir), watch.covers(large.dir)]).toEqual([true, false]);
  await until(() => told.some((paths) => paths.length === 0));
  small.write({ 'a/reference.md': 'x' });
  await toldOf(small.at('a', 'reference.md'));
  // A root that outgrows the limit while watched is also given up.
  small.write(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`new${index}/SKILL.md`, 'x'])));
  await until(() => watch.diagnostics().length === 2);
  expect(watch.covers(small.dir)).toBe(false);
});

it('ends at any moment, and reports nothing afterwards', async () => {
  const { dir, at, write } = makeSkillTree(
    Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`s${index}/SKILL.md`, 'x'])),
  );
  let told = 0;
  const onQuiet = async () => {
    told += 1;
  };
  const options = { roots: () => [dir, at('later')], onTouched: () => {}, onQuiet };
  await watchSkills(options).close();
  const watch = watchSkills(options);
  await watch.ready;
  write({ 's1/SKILL.md': 'y' });
  await watch.close();
  await watch.close();
  expect(told).toBe(0);
});

it('polls a root when the system has no more watches, and explains why', async () => {
  const { dir } = makeSkillTree({ 'a/SKILL.md': skillText('a') });
  const add = vi.spyOn(FSWatcher.prototype, 'add');
  const { watch, told, until } = await watching([dir], { pollMs: 20 });
  const [watcher] = add.mock.contexts as FSWatcher[];
  add.mockRestore();
  expect([watch.covers(dir), watch.diagnostics()]).toEqual([true, []]);
  watcher?.emit('error', new Error('ENOSPC: no space left for watches'));
  watcher?.emit('error', new Error('and again'));
  expect(watch.covers(dir)).toBe(false);
  expect(watch.diagnostics()).toMatchObject([
    { file: dir, rule: 'not-watched', message: expect.stringContaining('ENOSPC: no space left for watches') },
  ]);
  await until(() => told.some((paths) => paths.includes(dir)));
  await until(() => told.filter((paths) => paths.length === 0).length > 1);
});

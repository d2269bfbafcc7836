import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { createSkillLibrary } from './discovery/library.ts';
import { createSkillWatcher, type SkillWatcher } from './skill-watcher.ts';
import { makeSkillTree, skillText } from './test-kit/skill-tree.ts';
import type { Catalog, SkillRoot } from './types.ts';

/** Milliseconds; the whole of a busy machine's slowness, not what is expected. */
vi.setConfig({ testTimeout: 20_000 });

const watchers: SkillWatcher[] = [];
afterEach(async () => {
  for (const watcher of watchers.splice(0)) await watcher.close();
});

/** A watched library; `told` resolves at the next notification. */
async function watched(...dirs: readonly string[]) {
  const roots = dirs.map((dir): SkillRoot => ({ dir, source: 'user' }));
  const library = createSkillLibrary({ roots });
  const fault = Promise.withResolvers<unknown>();
  const watcher = createSkillWatcher({ libraries: () => [{ library }], watches: true, reportBug: fault.resolve });
  watchers.push(watcher);
  let next = Promise.withResolvers<void>();
  let count = 0;
  watcher.onChange(() => {
    count += 1;
    next.resolve();
  });
  const told = async (): Promise<void> => {
    await next.promise;
    next = Promise.withResolvers();
  };
  await told();
  return { library, watcher, told, fault: fault.promise, count: () => count };
}

it('tells of a skill and of any of its files that was written, moved or removed, and of no temporary file', async () => {
  const { at, write } = makeSkillTree({ 'a/pdf/SKILL.md': skillText('pdf', 'One.'), 'a/pdf/scripts/x.py': 'x' });
  const later = at('project', '.agents', 'skills');
  const { library, told, count } = await watched(at('a'), later);
  const descriptions = () => library.catalog().skills.map(({ id, description }) => `${id} ${description}`);
  write({ 'a/pdf/__pycache__/a.pyc': 'x', 'a/pdf/SKILL.md~': 'x', 'a/pdf/.git/HEAD': 'x' });
  writeFileSync(at('a', 'pdf', 'SKILL.md'), skillText('pdf', 'Two.'));
  await told();
  expect([descriptions(), count()]).toEqual([['pdf Two.'], 2]);
  write({ 'a/pdf/scripts/x.py': 'xy' });
  await told();
  write({ 'project/.agents/skills/late/SKILL.md': skillText('late', 'Late.') });
  await told();
  expect(descriptions()).toEqual(['late Late.', 'pdf Two.']);
  renameSync(at('a', 'pdf'), at('a', 'doc'));
  await told();
  rmSync(later, { recursive: true });
  await told();
  expect(descriptions()).toEqual(['doc Two.']);
});

it('looks again after a fault and after a listener that throws', async () => {
  const { at, write } = makeSkillTree({ 'a/pdf/SKILL.md': skillText('pdf', 'One.') });
  const { library, watcher, told, fault } = await watched(at('a'));
  const broken = new Error('broken');
  vi.spyOn(library, 'refresh').mockRejectedValueOnce(broken);
  expect(await fault).toBe(broken);
  const thrower = watcher.onChange(() => {
    throw broken;
  });
  write({ 'a/csv/SKILL.md': skillText('csv') });
  await told();
  thrower();
  write({ 'a/txt/SKILL.md': skillText('txt') });
  await told();
});

it('looks no more and tells nothing once it is closed, between two looks or in the middle of one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const isLooking of [false, true]) {
      const another = (): Catalog => ({ skills: [], broken: [], diagnostics: [] });
      const slow = Promise.withResolvers<Catalog>();
      const refresh = vi.fn(async () => another());
      const fail = (error: unknown): never => expect.fail(String(error));
      const library = { ...createSkillLibrary({ roots: [] }), refresh };
      const watcher = createSkillWatcher({ libraries: () => [{ library }], watches: true, reportBug: fail });
      const listener = vi.fn();
      watcher.onChange(listener);
      await vi.advanceTimersByTimeAsync(0);
      await vi.advanceTimersToNextTimerAsync();
      if (isLooking) {
        refresh.mockReturnValueOnce(slow.promise);
        await vi.advanceTimersToNextTimerAsync();
      }
      const closed = watcher.close();
      slow.resolve(another());
      await closed;
      watcher.notify();
      expect([listener.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
    }
  } finally {
    vi.useRealTimers();
  }
});

it('finds every change with the very next refresh, told or not', async () => {
  const { at, write } = makeSkillTree({
    'a/pdf/SKILL.md': skillText('pdf', 'One.'),
    'v1/csv/SKILL.md': skillText('csv', 'V1.'),
    'v2/csv/SKILL.md': skillText('csv', 'V2.'),
  });
  symlinkSync(at('v1'), at('current'));
  const later = at('project', '.agents', 'skills');
  const { library } = await watched(at('a'), at('current'), later);
  const descriptions = async () => {
    const { skills } = await library.refresh();
    return Object.fromEntries(skills.map(({ id, description }) => [id, description]));
  };
  expect(await descriptions()).toEqual({ pdf: 'One.', csv: 'V1.' });

  // Twice in one tick of the clock, with the same length and time.
  const file = at('a', 'pdf', 'SKILL.md');
  const time = new Date();
  for (const word of ['Two.', 'Six.']) {
    writeFileSync(file, skillText('pdf', word));
    utimesSync(file, time, time);
    expect(await descriptions()).toMatchObject({ pdf: word });
  }
  renameSync(at('a', 'pdf'), at('a', 'doc'));
  expect(await descriptions()).toEqual({ doc: 'Six.', csv: 'V1.' });
  symlinkSync(at('v2'), at('next'));
  renameSync(at('next'), at('current'));
  expect(await descriptions()).toMatchObject({ csv: 'V2.' });
  write({ 'project/.agents/skills/late/SKILL.md': skillText('late', 'Late.') });
  expect(await descriptions()).toMatchObject({ late: 'Late.' });
  write({ 'a/new/SKILL.md': skillText('new', 'New.') });
  expect(await descriptions()).toMatchObject({ new: 'New.' });
  rmSync(at('a', 'new'), { recursive: true });
  expect(await descriptions()).not.toHaveProperty('new');
});

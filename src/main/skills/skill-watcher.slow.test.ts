import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { createSkillLibrary } from './discovery/library.ts';
import { createSkillWatcher, type SkillWatcher } from './skill-watcher.ts';
import { makeSkillTree, skillText } from './test-kit/skill-tree.ts';
import type { SkillRoot } from './types.ts';

/** Milliseconds; the whole of a busy machine's slowness, not what is expected. */
vi.setConfig({ testTimeout: 20_000 });

const disposals: (() => unknown)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

/** A library whose looks at the disk are counted, watched from the start; `told` resolves at the next notification. */
async function watched(dirs: readonly string[]) {
  const plain = dirs.map((dir): SkillRoot => ({ dir, source: 'user' }));
  let looks = 0;
  // A look goes through the roots once.
  const roots = Object.assign([...plain], {
    [Symbol.iterator]() {
      looks += 1;
      return plain[Symbol.iterator]();
    },
  });
  let watcher: SkillWatcher | undefined;
  const library = createSkillLibrary({ roots, isUnchanged: async () => (await watcher?.isUnchanged(plain)) ?? false });
  const reportBug = (error: unknown): never => {
    throw error;
  };
  const made = createSkillWatcher({ libraries: () => [{ library, roots: plain }], watches: true, reportBug });
  watcher = made;
  disposals.push(() => made.close());
  let next = Promise.withResolvers<void>();
  const sessions: Promise<unknown>[] = [];
  /** Three open sessions look at their skills when told, at once. */
  made.onChange(() => {
    for (let session = 0; session < 3; session += 1) sessions.push(library.refresh());
    next.resolve();
  });
  const told = async (): Promise<void> => {
    await next.promise;
    next = Promise.withResolvers();
    await Promise.all(sessions.splice(0));
  };
  await told();
  while (!(await made.isUnchanged(plain))) await new Promise(setImmediate);
  await library.refresh();
  return {
    library,
    told,
    /** Number of looks since the last call. */
    looks: () => {
      const count = looks;
      looks = 0;
      return count;
    },
  };
}

it.runIf(process.platform === 'linux')('looks once at each save, however many sessions are open', async () => {
  const { dir, at, write } = makeSkillTree({
    'pdf/SKILL.md': skillText('pdf', 'First.'),
    'csv/SKILL.md': skillText('csv'),
  });
  const { library, told, looks } = await watched([dir]);
  looks();
  for (const description of ['Second.', 'Third.']) {
    writeFileSync(at('pdf', 'SKILL.md'), skillText('pdf', description));
    await told();
    expect(library.catalog().skills.find(({ id }) => id === 'pdf')?.description).toBe(description);
    expect(looks()).toBe(1);
  }
  write({ 'pdf/.SKILL.md.new': skillText('pdf', 'Renamed.') });
  renameSync(at('pdf', '.SKILL.md.new'), at('pdf', 'SKILL.md'));
  await told();
  expect(looks()).toBe(1);
  await library.refresh();
  expect(looks()).toBe(0);
});

it('finds every change with the very next refresh, told or not', async () => {
  const { at, write } = makeSkillTree({
    'a/pdf/SKILL.md': skillText('pdf', 'One.'),
    'v1/csv/SKILL.md': skillText('csv', 'V1.'),
    'v2/csv/SKILL.md': skillText('csv', 'V2.'),
  });
  symlinkSync(at('v1'), at('current'));
  const later = at('project', '.agents', 'skills');
  const { library } = await watched([at('a'), at('current'), later]);
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

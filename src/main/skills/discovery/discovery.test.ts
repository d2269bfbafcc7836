import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeSkillTree, skillText } from '../test-kit/skill-tree.ts';
import type { Catalog, SkillLibrary } from '../types.ts';
import { createSkillLibrary } from './library.ts';
import { discoverRoot } from './read-found.ts';

const libraryOf = (...dirs: readonly string[]): SkillLibrary =>
  createSkillLibrary({ roots: dirs.map((dir) => ({ dir, source: 'user' })) });
const files = ({ skills }: Catalog, dir: string): readonly string[] =>
  skills.map(({ file }) => path.relative(dir, file));

const KIB = 1_024;

/** Bytes this process has read from the system; only Linux counts them. */
function bytesRead(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

async function bytesOf(work: () => Promise<unknown>): Promise<number> {
  const before = bytesRead() ?? 0;
  await work();
  return (bytesRead() ?? 0) - before;
}

// Rules: 000.1, 004.12, 004.13
it('reads 4 KiB of each file, more only for a longer front matter, and then only what has changed', async () => {
  const body = 'Text.\n'.repeat(20_000);
  const long = `---\nname: long\ndescription: x\nmetadata:\n  note: ${'y'.repeat(9_000)}\n---\n${body}`;
  const { dir, write } = makeSkillTree({
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`s${n}/SKILL.md`, skillText(`s${n}`, 'Does it.', body)])),
    'long/SKILL.md': long,
  });
  const library = libraryOf(dir);
  // The counter's own file is read as well.
  const own = await bytesOf(async () => {});
  const first = (await bytesOf(() => library.refresh())) - own;
  // A file too new may change again within the same clock tick, so it is reread until it is older.
  let second = first;
  while (second >= KIB) second = (await bytesOf(() => library.refresh())) - own;
  write({ 's2/SKILL.md': skillText('s2', 'Does more.', body) });
  const third = (await bytesOf(() => library.refresh())) - own;
  expect(library.catalog().skills.map(({ description }) => description)).toContain('Does more.');
  expect(library.catalog().skills[0]?.metadata.note).toHaveLength(9_000);
  if (bytesRead() === undefined) return;
  expect(first).toBeGreaterThanOrEqual(5 * 4 * KIB + 64 * KIB);
  expect(first).toBeLessThan(5 * 4 * KIB + 64 * KIB + KIB);
  expect(third).toBeGreaterThanOrEqual(4 * KIB);
  expect(third).toBeLessThan(5 * KIB);
});

it('returns the same catalog for a touched file and for one rewritten with the same content', async () => {
  const { dir, at, write } = makeSkillTree({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': '---\nname: b\n---\n' });
  const library = libraryOf(dir);
  const first = await library.refresh();
  utimesSync(at('a/SKILL.md'), new Date(), new Date());
  write({ 'b/SKILL.md': '---\nname: b\n---\n' });
  expect(await library.refresh()).toBe(first);
});

it('detects a second change of equal size within one clock tick', async () => {
  const { dir, at } = makeSkillTree({ 'a/SKILL.md': skillText('0000') });
  const library = libraryOf(dir);
  for (let round = 1; round < 60; round += 1) {
    const name = String(round).padStart(4, '0');
    writeFileSync(at('a/SKILL.md'), skillText(name));
    expect((await library.refresh()).skills[0]?.name).toBe(name);
    expect((await library.read('a')).body).toBe(`# ${name}\n`);
  }
});

it('detects a replacement that leaves no trace in its times', async () => {
  const { dir, at, write } = makeSkillTree({ '.store/pdf/SKILL.md': skillText('pdf'), 'x/skill.md': skillText('x') });
  symlinkSync(at('.store/pdf'), at('pdf'));
  const library = libraryOf(dir);
  expect(files(await library.refresh(), dir)).toEqual(['.store/pdf/SKILL.md', 'x/skill.md']);
  rmSync(at('pdf'));
  renameSync(at('.store/pdf'), at('pdf'));
  renameSync(at('x/skill.md'), at('x/Skill.md'));
  expect(files(await library.refresh(), dir)).toEqual(['pdf/SKILL.md', 'x/Skill.md']);
  write({ 'x/SKILL.md': skillText('new') });
  rmSync(at('x/Skill.md'));
  expect((await library.refresh()).skills.map(({ name }) => name)).toEqual(['pdf', 'new']);
  renameSync(at('pdf'), at('y'));
  mkdirSync(at('group'));
  renameSync(at('x'), at('group/x'));
  expect(files(await library.refresh(), dir)).toEqual(['group/x/SKILL.md', 'y/SKILL.md']);
});

// Rules: 003.6, 003.16
it('lets roots be added, removed and added again; ids stay, and the first root wins again', async () => {
  const first = makeSkillTree({ 'skills/pdf/SKILL.md': skillText('first') });
  const second = makeSkillTree({ 'pdf/SKILL.md': skillText('second'), 'doc/SKILL.md': skillText('doc') });
  const library = libraryOf(first.at('skills'), second.dir);
  const shown = async (): Promise<readonly string[]> =>
    (await library.refresh()).skills.map(({ id, name }) => `${id} ${name}`);
  expect(await shown()).toEqual(['doc doc', 'pdf first']);
  renameSync(first.at('skills'), first.at('away'));
  expect(await shown()).toEqual(['doc doc', 'pdf second']);
  writeFileSync(first.at('skills'), 'a file now');
  expect(await shown()).toEqual(['doc doc', 'pdf second']);
  rmSync(first.at('skills'));
  renameSync(first.at('away'), first.at('skills'));
  expect(await shown()).toEqual(['doc doc', 'pdf first']);
  expect(library.catalog().diagnostics.map(({ rule }) => rule)).toEqual(['shadowed']);
});

it('finds skills eight folders down, and names one further down', async () => {
  const { dir, at } = makeSkillTree({
    '1/2/3/4/5/6/7/eight/skill.md': skillText('eight', 'Does it.'),
    '1/2/3/4/5/6/7/8/nine/SKILL.md': skillText('nine', 'Does it.'),
    '1/2/3/4/5/node_modules/x/SKILL.md': skillText('x', 'Does it.'),
    '1/2/3/4/5/6/7/8/9/node_modules/x/SKILL.md': skillText('x', 'Does it.'),
  });
  const catalog = await libraryOf(dir).refresh();
  expect(files(catalog, dir)).toEqual([path.join('1/2/3/4/5/6/7/eight/skill.md')]);
  const nine = [['passed-over', '1/2/3/4/5/6/7/8/nine/SKILL.md']];
  const named = ({ diagnostics }: Catalog) => diagnostics.map(({ rule, file }) => [rule, path.relative(dir, file)]);
  expect(named(catalog)).toEqual(nine);
  rmSync(at('1/2/3/4/5/6/7/eight'), { recursive: true });
  expect(named(await libraryOf(dir).refresh())).toEqual(nine);
});

it('looks no further than fifty folders below that at each look, and further in a collection', async () => {
  const { dir } = makeSkillTree({ [`${'d/'.repeat(70)}SKILL.md`]: skillText('far', 'Does it.') });
  expect((await libraryOf(dir).refresh()).diagnostics).toEqual([]);
  const collection = await discoverRoot({ dir, source: 'option', collection: true });
  expect(collection?.diagnostics.map(({ rule }) => rule)).toEqual(['passed-over']);
});

it('names a skill after its link, also once that is renamed', async () => {
  const { dir, at } = makeSkillTree({ '.store/pdf/SKILL.md': skillText('pdf') });
  symlinkSync(at('.store/pdf'), at('one'));
  const library = libraryOf(dir);
  const ids = async () => (await library.refresh()).skills.map(({ id }) => id);
  // A file too new is read again at any rate.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  expect(await ids()).toEqual(['one']);
  renameSync(at('one'), at('two'));
  expect(await ids()).toEqual(['two']);
  clock.mockRestore();
});

it('survives a folder with more folders than a call takes arguments', async () => {
  const { dir } = makeSkillTree();
  const readdir = fs.readdirSync;
  const like = (name: string) => Object.assign(Object.create(fs.statSync(dir)), { name });
  const many = Array.from({ length: 150_000 }, (_, index) => like(`${index}`));
  fs.readdirSync = ((place: string) => (place === dir ? many : [])) as never;
  syncBuiltinESMExports();
  try {
    expect((await libraryOf(dir).refresh()).diagnostics.map(({ rule }) => rule)).toEqual(['too-many-folders']);
  } finally {
    fs.readdirSync = readdir;
    syncBuiltinESMExports();
  }
});

it('skips pipes, as skills and as references', async () => {
  const { dir, at } = makeSkillTree({ 'pipe/notes.txt': '', 'good/SKILL.md': skillText('good') });
  for (const name of ['SKILL.md', 'reference.md']) execFileSync('mkfifo', [at('pipe', name)]);
  execFileSync('mkfifo', [at('good/reference.md')]);
  const library = libraryOf(dir);
  const { skills, broken } = await library.refresh();
  expect([skills.map(({ id }) => id), broken.map(({ reason }) => reason.rule)]).toEqual([['good'], ['not-a-file']]);
  expect((await library.read('good')).references).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { sha256 } from '../../lib/text.ts';
import { makeSkillTree, skillText } from '../test-kit/skill-tree.ts';
import type { Catalog, SkillLibrary } from '../types.ts';
import { createSkillLibrary, projectRoots, resolveRoots } from './library.ts';

const libraryOf = (...dirs: readonly string[]): SkillLibrary =>
  createSkillLibrary({ roots: dirs.map((dir) => ({ dir, source: 'option' })) });

const ids = (catalog: Catalog): readonly string[] => catalog.skills.map((skill) => skill.id);
const rules = (catalog: Catalog): readonly string[] =>
  catalog.diagnostics.map(({ rule, skill = '-' }) => `${skill} ${rule}`);

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!isSkilldeckError(error)) throw new Error(`Expected a failure, got ${JSON.stringify(error)}`);
  return `${error.code}: ${error.message}`;
}

// Rules: 000.22
it('finds skills at any sensible depth and skips other folders', async () => {
  const { dir } = makeSkillTree({
    'pdf/SKILL.md': skillText('pdf'),
    'office/word/skill.md': `\ufeff${skillText('Word files').replaceAll('\n', '\r\n')}`,
    'office/sheets/deep/Skill.MD': skillText('deep'),
    'pdf/inner/SKILL.md': skillText('inner'),
    '.hidden/SKILL.md': skillText('hidden'),
    'node_modules/x/SKILL.md': skillText('x'),
    '.git/y/SKILL.md': skillText('y'),
    '1/2/3/4/5/SKILL.md': skillText('five'),
    '1/2/3/4/5b/6/SKILL.md': skillText('six'),
    'README.md': 'not a skill',
  });
  const catalog = await libraryOf(dir).refresh();
  expect(ids(catalog)).toEqual(['5', '6', 'deep', 'pdf', 'word']);
  expect(catalog.diagnostics).toEqual([]);
  expect(catalog.skills.at(-1)).toEqual({
    id: 'word',
    name: 'Word files',
    description: 'Does Word files. Use it for Word files.',
    tags: [],
    metadata: {},
    allowedTools: [],
    source: 'option',
    root: dir,
    dir: path.join(dir, 'office/word'),
    file: path.join(dir, 'office/word/skill.md'),
  });
  expect(ids(await libraryOf(path.join(dir, 'pdf')).refresh())).toEqual(['inner', 'pdf']);
});

// Rules: 003.3, 003.5
it('reports a broken skill with its cause, while the others stay visible and working', {
  timeout: 20_000,
}, async () => {
  const long = `---\nname: long\ndescription: ${'long '.repeat(2_000)}\n---\n`;
  const first = makeSkillTree({
    'pdf/SKILL.md': '---\nname: pdf\n---\n',
    'latin/SKILL.md': Buffer.from('---\nname: caf\xe9\ndescription: x\n---\n', 'latin1'),
    'endless/SKILL.md': `---\nname: x\ndescription: ${'y'.repeat(100_000)}\n---\n`,
    'empty/SKILL.md': '',
    'long/SKILL.md': long,
    'new\u202eline/SKILL.md': skillText('x'),
    'folder/SKILL.md/keep.txt': 'x',
  });
  mkdirSync(first.at('pipe'));
  execFileSync('mkfifo', [first.at('pipe', 'SKILL.md')]);
  const second = makeSkillTree({ 'pdf/SKILL.md': skillText('pdf') });
  const library = libraryOf(first.dir, second.dir, first.at('nowhere'));
  const catalog = await library.refresh();
  expect(ids(catalog)).toEqual(['long', 'pdf']);
  expect(catalog.skills[1]?.root).toBe(second.dir);
  expect(rules(catalog)).toEqual([
    'empty front-matter-missing',
    'endless front-matter-unclosed',
    'latin not-utf8',
    'new\u202eline folder-name',
    'pdf description-missing',
    'pipe not-a-file',
    '- root-missing',
  ]);
  expect(catalog.broken.map((skill) => skill.id)).toEqual([
    'empty',
    'endless',
    'latin',
    'new\u202eline',
    'pdf',
    'pipe',
  ]);
  expect(catalog.diagnostics.every((diagnostic) => diagnostic.remedy !== undefined)).toBe(true);
  expect(await failure(library.read('latin'))).toBe(
    `skill-broken: The skill "latin" can't be loaded: The front matter isn't UTF-8 (${first.at('latin', 'SKILL.md')}:2). Save the file as UTF-8.`,
  );
  expect(await failure(library.read('nothing'))).toBe(
    'skill-not-found: There is no skill "nothing". Available skills: long, pdf.',
  );
});

it('reports a shadowed name with both paths; the first root, then the first path, wins', async () => {
  const first = makeSkillTree({ 'b/pdf/SKILL.md': skillText('b'), 'a/pdf/SKILL.md': skillText('a') });
  const second = makeSkillTree({ 'pdf/SKILL.md': skillText('second') });
  const catalog = await libraryOf(first.dir, second.dir, first.dir).refresh();
  expect(catalog.skills.map((skill) => skill.name)).toEqual(['a']);
  expect(rules(catalog)).toEqual(['pdf shadowed', 'pdf shadowed']);
  for (const [index, file] of [first.at('b/pdf/SKILL.md'), second.at('pdf/SKILL.md')].entries()) {
    expect(catalog.diagnostics[index]?.message).toContain(file);
    expect(catalog.diagnostics[index]?.message).toContain(first.at('a/pdf/SKILL.md'));
  }
});

it('stops at link loops, follows links inside the root and refuses those outside', async () => {
  const outside = makeSkillTree({ 'secret/SKILL.md': skillText('secret'), 'other.md': skillText('other') });
  const { dir, at } = makeSkillTree({
    'group/pdf/SKILL.md': skillText('pdf'),
    '.store/v2/SKILL.md': skillText('stored'),
    'odd/x.txt': '',
  });
  symlinkSync(dir, at('group', 'loop'));
  symlinkSync(at('group'), at('again'));
  symlinkSync(at('.store', 'v2'), at('stored'));
  symlinkSync(outside.at('secret'), at('secret'));
  symlinkSync(at('gone'), at('dangling'));
  symlinkSync(outside.at('other.md'), at('odd', 'SKILL.md'));
  const catalog = await libraryOf(dir).refresh();
  expect(ids(catalog)).toEqual(['pdf', 'stored']);
  expect(rules(catalog)).toEqual(['odd link-outside', '- link-broken', '- link-outside']);
  const linked = outside.at('root');
  symlinkSync(dir, linked);
  expect((await libraryOf(linked).refresh()).skills[0]?.dir).toBe(at('group', 'pdf'));
});

it('gives the same catalog when nothing changed, and shows a change, also a swap of equal size', async () => {
  const { dir, at, write } = makeSkillTree({ 'a/SKILL.md': skillText('aaaa'), 'b/SKILL.md': skillText('bbbb') });
  const library = libraryOf(dir);
  expect(ids(library.catalog())).toEqual([]);
  const [first, second] = await Promise.all([library.refresh(), library.refresh()]);
  expect(second).toBe(first);
  const past = new Date(1_700_000_000_000);
  utimesSync(at('a/SKILL.md'), past, past);
  const touched = await library.refresh();
  write({ 'a/SKILL.md': skillText('AAAA') });
  utimesSync(at('a/SKILL.md'), past, past);
  const swapped = await library.refresh();
  expect(swapped.skills.map((skill) => skill.name)).toEqual(['AAAA', 'bbbb']);
  expect(swapped.skills[1]).toBe(touched.skills[1]);
  renameSync(at('b'), at('c'));
  write({ 'd/SKILL.md': skillText('d') });
  expect((await library.read('d')).summary.name).toBe('d');
  expect(ids(library.catalog())).toEqual(['a', 'c', 'd']);
  rmSync(at('a'), { recursive: true });
  expect(await failure(library.read('a'))).toContain(
    `skill-broken: The skill "a" can't be loaded: The file isn't there`,
  );
  expect(ids(await library.refresh())).toEqual(['c', 'd']);
});

// Rules: 000.5, 003.4
it('reads a skill completely: body byte for byte, references, scripts', async () => {
  const body = '\r\n# PDF $& ````\n\ttext 机票\n\n\n';
  const text = `---\r\nname: pdf\r\ndescription: x\r\n---\r\n${body}`;
  const { dir, at } = makeSkillTree({
    'pdf/SKILL.md': text,
    'pdf/forms.md': 'f',
    'pdf/LICENSE.txt': 'l',
    'pdf/reference.md': 'r',
    'pdf/data.csv': 'c',
    'pdf/.notes.md': 'n',
    'pdf/references/api.md': 'a',
    'pdf/references/deep/table.csv': '1,2',
    'pdf/assets/logo.png': Buffer.from([0x89, 0x50, 0, 1]),
    'pdf/scripts/fill.py': '',
    'pdf/scripts/run.sh': '',
    'pdf/scripts/__init__.py': '',
    'pdf/scripts/test_fill.py': '',
    'pdf/scripts/lib/helper.py': '',
    'pdf/scripts/pack/__init__.py': '',
    'pdf/scripts/pack/inner.py': '',
    'pdf/scripts/pack/deep/more.py': '',
    'pdf/lib/helper.js': '',
    'pdf/top.sh': '',
    'pdf/tests/support.py': '',
    'pdf/scripts/notes.md': '',
  });
  const document = await libraryOf(dir).read('pdf');
  expect(document.body).toBe(body);
  expect(document.sha256).toBe(sha256(text));
  expect(document.references).toEqual([
    { path: 'reference.md', bytes: 1, text: true },
    { path: 'forms.md', bytes: 1, text: true },
    { path: 'LICENSE.txt', bytes: 1, text: true },
    { path: 'assets/logo.png', bytes: 4, text: false },
    { path: 'references/api.md', bytes: 1, text: true },
    { path: 'references/deep/table.csv', bytes: 3, text: true },
    { path: 'scripts/notes.md', bytes: 0, text: true },
  ]);
  expect(document.scripts).toEqual(
    ['top.sh', 'lib/helper.js', 'scripts/fill.py', 'scripts/run.sh', 'scripts/lib/helper.py'].map((path) => ({
      path,
      absolute: at(`pdf/${path}`),
    })),
  );
});

it('treats a file with another name elsewhere as no reference, except in the app’s own skills', async () => {
  const outside = makeSkillTree({ secret: 'secret' });
  const { dir, at } = makeSkillTree({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/own.md': 'own' });
  linkSync(outside.at('secret'), at('pdf/hard.md'));
  const library = libraryOf(dir);
  await library.refresh();
  expect(await failure(library.readReference('pdf', 'hard.md'))).toMatch(/"hard.md" as a hard link.*Put a copy/);
  expect((await library.readReference('pdf', 'own.md')).text).toBe('own');
  const bundled = createSkillLibrary({ roots: [{ dir, source: 'bundled' }] });
  await bundled.refresh();
  expect((await bundled.readReference('pdf', 'hard.md')).text).toBe('secret');
});

// Rules: 000.22, 002.4
it('returns references unchanged, and nothing outside, binary or missing', async () => {
  const outside = makeSkillTree({ 'secret.md': 'secret', 'folder/x.md': 'secret' });
  const { dir, at } = makeSkillTree({
    'pdf/SKILL.md': skillText('pdf'),
    'pdf/reference.md': '\ufeffa\r\n\ufeffb\n\n',
    'pdf/references/table.csv': '1,2',
    'pdf/references/bad.md': Buffer.from([0x61, 0xff]),
    'pdf/data.csv': '1',
    'pdf/.git/config.md': 'x',
    'other/notes.md': 'x',
  });
  symlinkSync(outside.at('secret.md'), at('pdf/leak.md'));
  symlinkSync(outside.at('folder'), at('pdf/references/leak'));
  symlinkSync('reference.md', at('pdf/alias.md'));
  execFileSync('mkfifo', [at('pdf/pipe.md')]);
  const library = libraryOf(dir);
  expect(await library.readReference('pdf', './reference.md')).toEqual({
    path: 'reference.md',
    text: 'a\r\n\ufeffb\n\n',
    bytes: 12,
  });
  expect((await library.readReference('pdf', at('pdf/references/table.csv'))).text).toBe('1,2');
  expect((await library.readReference('pdf', 'alias.md')).text).toContain('b');
  const has = 'Its references: reference.md, alias.md, references/table.csv.';
  const refused: Record<string, string> = {
    'nope.md': 'has no reference "nope.md"',
    'data.csv': 'has no reference "data.csv"',
    'SKILL.md': 'has no reference "SKILL.md"',
    'pipe.md': 'has no reference "pipe.md"',
    '.git/config.md': 'has no reference ".git/config.md"',
    '': 'has no reference ""',
    '../other/notes.md': 'gives nothing outside its folder, such as "../other/notes.md"',
    '/etc/hosts.txt': 'gives nothing outside its folder, such as "/etc/hosts.txt"',
    'leak.md': 'gives nothing outside its folder, to which "leak.md" leads',
    'references/leak/x.md': 'gives nothing outside its folder, to which "references/leak/x.md" leads',
    'references/bad.md': 'has "references/bad.md" as a binary file of 2 bytes, which cannot be loaded as text',
  };
  for (const [wanted, why] of Object.entries(refused)) {
    expect(await failure(library.readReference('pdf', wanted))).toBe(
      `reference-not-found: The skill "pdf" ${why}. ${has}`,
    );
  }
});

it('scans again for a request made during a scan, to find what arrived meanwhile', async () => {
  const { dir, write } = makeSkillTree({ 'a/SKILL.md': skillText('a') });
  const library = libraryOf(dir);
  const first = library.refresh();
  void first.then(() => write({ 'b/SKILL.md': skillText('b') }));
  const [second, third] = await Promise.all([library.refresh(), library.refresh()]);
  expect([ids(await first), ids(second), ids(third)]).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
});

it('returns a reference of exactly 4 MiB, and asks to split a larger one', async () => {
  const { dir } = makeSkillTree({
    'a/SKILL.md': skillText('a'),
    'a/most.md': 'x'.repeat(4 * 1024 * 1024),
    'a/more.md': 'x'.repeat(4 * 1024 * 1024 + 1),
  });
  const library = libraryOf(dir);
  expect((await library.readReference('a', 'most.md')).text).toHaveLength(4 * 1024 * 1024);
  expect(await failure(library.readReference('a', 'more.md'))).toMatch(
    /^over-skill-budget: .* larger than 4 MiB; split it\.$/,
  );
});

it('takes the skills of the Git repository’s top from a folder below, and links between clients’ folders without a word', async () => {
  const { dir, at } = makeSkillTree({
    '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Does it.'),
    'packages/web/.claude/skills/own/SKILL.md': skillText('own', 'Does it.'),
    '.claude/skills/readme.md': 'x',
  });
  symlinkSync('../../.agents/skills/pdf', at('.claude/skills/pdf'));
  symlinkSync('/etc', at('.claude/skills/out'));
  mkdirSync(at('.git'));
  const roots = projectRoots(at('packages/web'), '/nobody');
  const catalog = await createSkillLibrary({ roots }).refresh();
  expect(catalog.skills.map(({ id }) => id)).toEqual(['own', 'pdf']);
  expect(catalog.diagnostics.map(({ file }) => path.relative(dir, file))).toEqual(['.claude/skills/out']);
  expect(projectRoots(at('packages/web'), dir)).toHaveLength(3);
});

// Rules: 002.29, 003.1, 003.17
it('orders the roots as documented, each folder once; none leaves only the options', () => {
  const options = { home: '/h', environment: 'work', projectDir: '/u', userHome: '/u', bundledDir: '/b' };
  expect(resolveRoots({ ...options, optionRoots: ['/x'] }).map(({ source, dir }) => `${source} ${dir}`)).toEqual([
    'option /x',
    'project /u/.skilldeck/skills',
    'project /u/.agents/skills',
    'project /u/.claude/skills',
    'environment /h/environments/work/skills',
    'user /h/skills',
    'bundled /b',
  ]);
  expect(resolveRoots({ ...options, optionRoots: ['none', '/x', '/y'] }).map((root) => root.dir)).toEqual(['/x', '/y']);
  expect(resolveRoots({ ...options, optionRoots: ['none'] })).toEqual([]);
  const named = resolveRoots({ ...options, variable: `/s${path.delimiter}/t` }).map(({ dir }) => dir);
  expect(named.slice(-4)).toEqual(['/h/skills', '/s', '/t', '/b']);
  const untrusted = resolveRoots({ ...options, projectTrusted: false, projectDir: '/p' }).map(({ dir }) => dir);
  expect(untrusted.slice(-4)).toEqual(['/b', '/p/.skilldeck/skills', '/p/.agents/skills', '/p/.claude/skills']);
});

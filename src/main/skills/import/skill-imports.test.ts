import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shadowingIn } from '../../../shared/skills/skill-import.ts';
import { contentHash } from './names.ts';
import { from, type Importer, makeImporter, SKILL } from './test-kit/importer.ts';
import { rawZip } from './test-kit/raw-zip.ts';

let kit: Importer;
beforeEach(() => {
  kit = makeImporter();
});
afterEach(() => kit.close());

const skillOf = (name: string, body = 'Body.\n') =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is wanted. 需要时使用。\nlicense: MIT\nallowed-tools: Read Bash\n---\n${body}`;

/** A folder with one skill of many kinds of files. */
function richSkill(): string {
  kit.write('src/forms/SKILL.md', skillOf('forms', 'Call `skill_run`, then `skill_load`. See references/a.md.\n'));
  kit.write('src/forms/references/a.md', 'A reference.\n');
  kit.write('src/forms/scripts/fill.py', '#!/usr/bin/env python3\nprint(1)\n');
  kit.write('src/forms/scripts/lib/helper.sh', '#!/bin/sh\n');
  kit.write('src/forms/ooxml/unpack.py', 'print(1)\n');
  kit.write('src/forms/assets/big.bin', Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'));
  kit.write('src/forms/assets/more.zip', 'PK');
  kit.write('src/forms/LICENSE.txt', '\n# MIT License\n\nCopyright\n');
  kit.write(
    'src/forms/tools.yaml',
    'tools:\n  - name: fill\n    description: Fills it.\n    script: scripts/fill.py\n    parameters: {type: object, properties: {}}\n',
  );
  kit.write('src/forms/.git/config', 'not taken');
  kit.write('src/forms/.DS_Store', 'not taken');
  chmodSync(kit.at('src/forms/scripts/fill.py'), 0o755);
  return kit.at('src/forms');
}

it('reports the contents of a folder before it writes anything, and installs exactly that', async () => {
  const folder = richSkill();
  const plan = await kit.imports.inspect(from(folder));
  expect([existsSync(kit.at('home')), kit.leftovers().length]).toEqual([false, 1]);
  expect(plan).toMatchObject({
    source: { kind: 'folder', address: folder },
    root: kit.at('home/skills'),
    broken: [],
    notes: [{ kind: 'lfs', path: 'assets/big.bin' }],
  });
  const [skill] = plan.skills;
  expect(skill).toMatchObject({
    id: 'forms',
    path: '',
    mayRun: {
      scripts: ['ooxml/unpack.py', 'scripts/fill.py', 'scripts/lib/helper.sh'],
      executables: [],
      tools: [{ name: 'fill', script: 'scripts/fill.py' }],
    },
    grade: { grade: 'unconfined', runs: 4, asks: { tools: ['Read', 'Bash'] }, found: [], sandbox: 'none' },
    licence: { declared: 'MIT', file: 'LICENSE.txt', title: 'MIT License' },
    tokens: { catalog: 10, instructions: 58 },
    alsoAt: [],
  });
  expect(skill?.replaces).toBeUndefined();
  expect(skill?.files.map((file) => [file.path, file.executable])).toEqual([
    ['LICENSE.txt', false],
    ['SKILL.md', false],
    ['assets/big.bin', false],
    ['assets/more.zip', false],
    ['ooxml/unpack.py', false],
    ['references/a.md', false],
    ['scripts/fill.py', true],
    ['scripts/lib/helper.sh', false],
    ['tools.yaml', false],
  ]);
  expect(skill?.findings.map(({ path, rule }) => `${path} ${rule}`)).toContain('SKILL.md foreign-tool');

  const { installed } = await kit.imports.install(plan.planId);
  expect(installed).toEqual([{ id: 'forms', path: kit.at('home/skills/forms'), contentHash: skill?.contentHash }]);
  expect(await contentHash(kit.at('home/skills/forms'))).toBe(skill?.contentHash);
  expect(statSync(kit.at('home/skills/forms/scripts/fill.py')).mode & 0o777).toBe(0o755);
  expect(kit.installed()).toEqual(['.origins/forms.json', ...(skill?.files ?? []).map((file) => `forms/${file.path}`)]);
  expect(kit.leftovers()).toEqual([]);
  await expect(kit.imports.install(plan.planId)).rejects.toMatchObject({ code: 'bad-input' });
});

it('compares the names of new skills with each other', async () => {
  const named = (id: string) => ({ name: `${id}/SKILL.md`, content: SKILL.replace('pdf-forms', id) });
  const file = kit.write('alike.zip', rawZip(['notes', 'nоtes', 'other'].map(named)));
  const { skills } = await kit.imports.inspect(from(file));
  const asked = (ids: readonly string[]) =>
    shadowingIn(skills.filter(({ id }) => ids.includes(id))).map(({ id, alsoAt }) => [
      id,
      ...alsoAt.map((one) => one.id),
    ]);
  expect(asked(['notes', 'nоtes', 'other'])).toEqual([
    ['notes', 'nоtes'],
    ['nоtes', 'notes'],
  ]);
  expect(asked(['nоtes', 'other'])).toEqual([]);
});

it('finds one skill at the top, in a wrapper, several, and those in agents’ dot folders', async () => {
  const found = async (files: Record<string, string>, name = 'download (3).zip') => {
    const file = kit.write(name, rawZip(Object.entries(files).map(([path, content]) => ({ name: path, content }))));
    const { skills, broken } = await kit.imports.inspect(from(file));
    return [...skills.map(({ id, path }) => `${id} ← ${path}`), ...broken.map(({ path }) => `broken ← ${path}`)];
  };
  expect(await found({ 'SKILL.md': SKILL })).toEqual(['pdf-forms ← ']);
  expect(await found({ 'SKILL.md': SKILL.replace('pdf-forms', 'PDF Forms') }, 'forms.skill')).toEqual(['forms ← ']);
  expect(await found({ 'pdf-forms-main/SKILL.md': SKILL, 'pdf-forms-main/examples/x/SKILL.md': SKILL })).toEqual([
    'pdf-forms ← pdf-forms-main',
  ]);
  expect(await found({ 'display/skill.md': SKILL, '__MACOSX/display/._skill.md': 'junk' })).toEqual([
    'display ← display',
  ]);
  expect(
    await found({
      'README.md': '',
      'a/one/SKILL.md': skillOf('one'),
      'b/two/SKILL.md': skillOf('two'),
      'c/bad/SKILL.md': '',
    }),
  ).toEqual(['one ← a/one', 'two ← b/two', 'broken ← c/bad']);
  expect(await found({ 'a/one/SKILL.md': skillOf('one'), 'b/one/SKILL.md': skillOf('one') })).toEqual([
    'one ← a/one',
    'broken ← b/one',
  ]);
  expect(await found({ '.claude/skills/one/SKILL.md': skillOf('one') })).toEqual(['one ← .claude/skills/one']);
  kit.write('project/.agents/skills/one/SKILL.md', skillOf('one'));
  const { skills } = await kit.imports.inspect(from(kit.at('project')));
  expect(skills.map(({ id, path }) => [id, path])).toEqual([['one', '.agents/skills/one']]);
});

it('enters hidden folders, prefers visible skills, and names what it passes over', async () => {
  const put = (place: string, id: string) => kit.write(`repo/${place}/${id}/SKILL.md`, skillOf(id));
  for (const place of ['.curated', '.gemini/skills', 'skills/.system']) put(place, `in-${place.length}`);
  for (const place of ['.claude/skills', 'skills']) put(place, 'both');
  put('.git', 'never');
  put('node_modules/x', 'package');
  put('skills/in-14/examples', 'inner');
  kit.write('repo/skills/in-14/SKILL.md', skillOf('in-14'));
  const look = async (source: Parameters<Importer['imports']['inspect']>[0]) => {
    const plan = await kit.imports.inspect(source);
    return [
      ...plan.skills.map(({ path }) => path),
      ...plan.broken.map(({ path }) => `not ${path}`),
      ...plan.notes.flatMap((one) => (one.kind === 'nested' ? `in ${one.path}` : [])),
    ];
  };
  const all = [
    'skills/both',
    'skills/in-14',
    '.curated/in-8',
    'not skills/.system/in-14',
    'not .claude/skills/both',
    'not .gemini/skills/in-14',
    'in skills/in-14/examples/inner',
  ];
  expect(await look(from(kit.at('repo')))).toEqual(all);
  execFileSync('git', ['init', '-q', kit.at('repo')]);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', kit.at('repo'), '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
  git('add', '.');
  git('commit', '-qm', 'x');
  expect(await look(from(kit.at('repo')))).toEqual(all);
  const some = { ...from(kit.at('repo')), except: ['both'] };
  expect((await kit.imports.inspect(some)).skills.map(({ id }) => id)).toEqual(['in-14', 'in-8']);
  const unknown = { ...from(kit.at('repo')), only: ['both', 'nope'] };
  await expect(kit.imports.inspect(unknown)).rejects.toThrow('"nope"');
  kit.write('only/node_modules/x/a/SKILL.md', skillOf('a'));
  await expect(kit.imports.inspect(from(kit.at('only')))).rejects.toThrow('1 SKILL.md only in folders');
  kit.write('none/README.md', 'x');
  await expect(kit.imports.inspect(from(kit.at('none')))).rejects.toThrow('no folder has a SKILL.md');
});

it('keeps skills of one name in several plugins apart', async () => {
  for (const plugin of ['mail', 'chat']) kit.write(`m/ext/${plugin}/skills/access/SKILL.md`, skillOf('access'));
  const plan = await kit.imports.inspect(from(kit.at('m')));
  expect([plan.broken, plan.skills.map(({ id, path }) => `${id} ← ${path}`)]).toEqual([
    [],
    ['chat-access ← ext/chat/skills/access', 'mail-access ← ext/mail/skills/access'],
  ]);
});

it('reads what other programs packed: GNU tar and uploads', async () => {
  kit.write('src/pdf-forms/SKILL.md', SKILL);
  kit.write(`src/pdf-forms/references/${'long-'.repeat(24)}.md`, 'x');
  kit.write('src/pdf-forms/机票.md', 'x');
  execFileSync('tar', ['-C', kit.at('src'), '-czf', kit.at('a.tgz'), './pdf-forms']);
  const plan = await kit.imports.inspect(from(kit.at('a.tgz')));
  expect(plan.skills[0]?.files).toHaveLength(3);
  expect(plan.skills[0]?.contentHash).toBe(await contentHash(kit.at('src/pdf-forms')));
  const base64 = readFileSync(kit.at('a.tgz')).toString('base64');
  const upload = await kit.imports.inspect({ kind: 'upload', name: 'C:\\Downloads\\a.tgz', base64 });
  expect([upload.source, upload.skills[0]?.contentHash]).toEqual([
    { kind: 'upload', address: 'a.tgz' },
    plan.skills[0]?.contentHash,
  ]);
});

it('shows what would change, notices outside changes, and restores what was replaced', async () => {
  const folder = richSkill();
  await kit.imports.install((await kit.imports.inspect(from(folder))).planId);
  expect(await kit.imports.origin('forms')).toMatchObject({
    status: 'unchanged',
    origin: { kind: 'folder', path: '' },
  });

  kit.write('home/skills/forms/references/a.md', 'Mine.\n');
  expect(await kit.imports.origin('forms')).toMatchObject({ status: 'changed-outside' });
  kit.write('src/forms/new.md', 'New.\n');
  rmSync(kit.at('src/forms/scripts/lib'), { recursive: true });
  writeFileSync(kit.at('src/forms/assets/more.zip'), Buffer.from([0, 1, 2]));
  const plan = await kit.imports.update('forms');
  expect(plan.skills[0]?.replaces).toEqual({
    path: kit.at('home/skills/forms'),
    status: 'changed-outside',
    same: false,
    asksMore: [],
    added: ['new.md'],
    removed: ['scripts/lib/helper.sh'],
    changed: [
      { path: 'assets/more.zip', note: 'binary' },
      { path: 'references/a.md', diff: expect.stringContaining('-Mine.\n+A reference.\n') },
    ],
  });
  const { installed } = await kit.imports.install(plan.planId);
  expect(await kit.imports.origin('forms')).toMatchObject({ status: 'unchanged' });
  expect((await kit.imports.update('forms')).skills[0]?.replaces).toMatchObject({ same: true, changed: [] });

  await kit.imports.uninstall('forms');
  expect(kit.installed()).toEqual([]);
  await kit.imports.restore(installed[0]?.trashed ?? '');
  expect(readFileSync(kit.at('home/skills/forms/references/a.md'), 'utf8')).toBe('Mine.\n');
  expect(await kit.imports.origin('forms')).toMatchObject({ status: 'changed-outside' });
});

it('uninstalls so that it can be undone, for thirty days', async () => {
  kit.write('home/skills/mine/SKILL.md', skillOf('mine'));
  kit.write('home/skills/broken/SKILL.md', 'no front matter');
  const gone = await kit.imports.uninstall('mine');
  expect(gone).toMatchObject({ id: 'mine', path: kit.at('home/skills/mine'), at: '2026-01-02T03:04:05.000Z' });
  kit.write('home/skills/mine/SKILL.md', skillOf('mine'));
  await expect(kit.imports.restore('mine')).rejects.toThrow('Something else is at');
  rmSync(kit.at('home/skills/mine'), { recursive: true });
  expect(await kit.imports.restore('mine')).toEqual(gone);
  expect(await kit.imports.origin('mine')).toMatchObject({ status: 'unknown' });
  expect(kit.imports.trash()).toEqual([]);
  await expect(kit.imports.uninstall('nobody')).rejects.toMatchObject({ code: 'skill-not-found' });

  await kit.imports.uninstall('mine');
  kit.clock.now = new Date('2026-02-02T00:00:00.000Z');
  await kit.imports.uninstall('broken');
  expect(kit.imports.trash().map(({ id }) => id)).toEqual(['broken']);
  await expect(kit.imports.restore('mine')).rejects.toMatchObject({ code: 'skill-not-found' });
});

it('exports the same bytes for the same files, and imports them unchanged', async () => {
  const folder = richSkill();
  await kit.imports.install((await kit.imports.inspect(from(folder))).planId);
  kit.write('home/skills/forms/scripts/__pycache__/x.pyc', 'compiled');
  const first = await kit.imports.export('forms');
  await kit.imports.uninstall('forms');
  const file = kit.write(first.name, Buffer.from(first.base64, 'base64'));
  const plan = await kit.imports.inspect(from(file));
  expect(plan.skills.map(({ id, contentHash: hash }) => [id, hash])).toEqual([['forms', first.contentHash]]);
  await kit.imports.install(plan.planId);
  expect(await kit.imports.export('forms')).toEqual(first);
  expect(statSync(kit.at('home/skills/forms/scripts/fill.py')).mode & 0o111).not.toBe(0);
});

it('installs all of a plan or nothing, and only what was agreed on', async () => {
  kit.write('src/one/SKILL.md', skillOf('one'));
  kit.write('src/two/SKILL.md', skillOf('two'));
  kit.write('home/skills/two/SKILL.md', skillOf('two', 'Old.\n'));
  const plan = await kit.imports.inspect(from(kit.at('src')));
  kit.write('home/skills/two/SKILL.md', skillOf('two', 'Edited meanwhile.\n'));
  await expect(kit.imports.install(plan.planId)).rejects.toThrow('changed after it was compared');
  expect(kit.installed()).toEqual(['two/SKILL.md']);
  expect(
    (await kit.imports.install((await kit.imports.inspect(from(kit.at('src')))).planId, ['one'])).installed,
  ).toMatchObject([{ id: 'one' }]);
  expect(kit.installed()).toEqual(['.origins/one.json', 'one/SKILL.md', 'two/SKILL.md']);
});

it('repairs after a crash: undoes half an exchange, keeps a complete one', async () => {
  const dead = `.import-${2 ** 22 + 1}-`;
  const origin = { kind: 'folder', address: '/x', path: '', contentHash: 'x', installedAt: '2026-01-01T00:00:00.000Z' };
  const crash = (name: string, ids: readonly string[], renamed: readonly string[]) => {
    for (const id of ids) {
      kit.write(`home/skills/${name}/old/${id}/SKILL.md`, skillOf(id, 'Old.\n'));
      kit.write(`home/skills/${renamed.includes(id) ? id : `${name}/new/${id}`}/SKILL.md`, skillOf(id, 'New.\n'));
    }
    const skills = ids.map((id) => ({ id, target: kit.at('home/skills', id), origin }));
    kit.write(`home/skills/${name}/job.json`, JSON.stringify({ skills }));
  };
  crash(`${dead}half`, ['a', 'b'], ['a']);
  crash(`${dead}whole`, ['c'], ['c']);
  kit.write(`home/skills/${dead}early/new/d/SKILL.md`, skillOf('d'));
  kit.imports.recover();
  expect(kit.installed()).toEqual(['.origins/c.json', 'a/SKILL.md', 'b/SKILL.md', 'c/SKILL.md']);
  const bodies = ['a', 'b', 'c'].map((id) => readFileSync(kit.at('home/skills', id, 'SKILL.md'), 'utf8').slice(-5));
  expect(bodies).toEqual(['Old.\n', 'Old.\n', 'New.\n']);
  expect(kit.imports.trash().map(({ id }) => id)).toEqual(['c']);
});

it('detects every kind of change by hash, and ignores those that systems make', async () => {
  kit.write('s/SKILL.md', SKILL);
  kit.write('s/a/b.md', 'x');
  const dir = kit.at('s');
  const before = await contentHash(dir);
  kit.write('s/.DS_Store', 'x');
  kit.write('s/.git/config', 'x');
  mkdirSync(kit.at('s/empty'));
  expect(await contentHash(dir)).toBe(before);
  const changes = [
    () => kit.write('s/.hidden', ''),
    () => kit.write('s/scripts/__pycache__/x.pyc', 'x'),
    () => renameSync(kit.at('s/a/b.md'), kit.at('s/a/c.md')),
    () => kit.write('s/a/c.md', 'y'),
    () => cpSync(kit.at('s/a'), kit.at('s/z'), { recursive: true }),
    () => rmSync(kit.at('s/a'), { recursive: true }),
  ];
  const hashes = new Set([before]);
  for (const change of changes) {
    change();
    hashes.add(await contentHash(dir));
  }
  expect(hashes.size).toBe(changes.length + 1);
});

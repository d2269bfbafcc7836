import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listSkillFiles, readSkillFile, type SkillPlace, writeSkillFile } from './files.ts';
import { lint } from './lint/test-kit/linted.ts';
import {
  checkNewName,
  copyFolder,
  createFolder,
  freeName,
  newSkillText,
  renameFolder,
  withName,
} from './make-skill.ts';
import { createFileTrash, moveSkillFile } from './move-file.ts';
import { sectionsOf } from './sections.ts';
import { makeSkillTree, skillText } from './test-kit/skill-tree.ts';

const tree = makeSkillTree();
afterEach(() => {
  rmSync(tree.dir, { recursive: true });
  mkdirSync(tree.dir);
});

const at = (id: string): SkillPlace => {
  const dir = tree.at('root', id);
  return { id, name: id, source: 'user', dir, file: path.join(dir, 'SKILL.md'), root: tree.at('root'), writable: true };
};

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

describe('files of a skill', () => {
  it('are listed with their roles, written byte for byte, and never over another program’s changes', async () => {
    tree.write({
      'root/a/SKILL.md': '\ufeff---\r\nname: a\r\ndescription: A.\r\n---\r\nx',
      'root/a/references/r.md': 'r',
      'root/a/scripts/lib/x.py': 'x',
      'root/a/assets/p.png': new Uint8Array([137, 0, 1]),
      'root/a/tools.yaml': '[]',
      'root/a/data.csv': '1',
    });
    const { dir, file } = at('a');
    chmodSync(path.join(dir, 'scripts/lib/x.py'), 0o755);
    expect((await listSkillFiles(dir, file)).map(({ bytes, ...entry }) => Object.values(entry).join(' '))).toEqual([
      'SKILL.md instructions true false',
      'data.csv other true false',
      'tools.yaml tools true false',
      'assets/p.png reference false false',
      'references/r.md reference true false',
      'scripts/lib/x.py script true true',
    ]);
    const opened = readSkillFile(dir, 'SKILL.md');
    expect(opened.text.startsWith('\ufeff---\r\n')).toBe(true);
    const saved = writeSkillFile(dir, 'SKILL.md', `${opened.text}\r\ny`, opened.sha256);
    expect(readFileSync(file, 'utf8')).toBe(`${opened.text}\r\ny`);
    expect(codeOf(() => writeSkillFile(dir, 'SKILL.md', 'mine', opened.sha256))).toBe('file-changed');
    expect(readFileSync(file, 'utf8')).toBe(saved.text);
    const script = writeSkillFile(dir, 'scripts/new/go.py', '#!/usr/bin/env python3\n', null);
    expect(statSync(path.join(dir, 'scripts/new/go.py')).mode & 0o777).toBe(0o755);
    writeSkillFile(dir, 'scripts/lib/x.py', 'y', readSkillFile(dir, 'scripts/lib/x.py').sha256);
    expect(statSync(path.join(dir, 'scripts/lib/x.py')).mode & 0o777).toBe(0o755);
    expect(codeOf(() => writeSkillFile(dir, 'scripts/new/go.py', '', null))).toBe('file-changed');
    expect(codeOf(() => writeSkillFile(dir, 'gone.md', '', script.sha256))).toBe('file-not-found');
    expect(codeOf(() => readSkillFile(dir, 'assets/p.png'))).toBe('bad-input');
    expect(codeOf(() => writeSkillFile(dir, 'SKILL.md', '\ud800', saved.sha256))).toBe('bad-input');
  });

  it('stay inside the folder, despite links and odd names', () => {
    tree.write({ 'outside/secret.md': 's', 'root/a/SKILL.md': skillText('a'), 'root/a/references/real.md': 'r' });
    const { dir } = at('a');
    symlinkSync(tree.at('outside'), path.join(dir, 'out'));
    symlinkSync(tree.at('outside/secret.md'), path.join(dir, 'secret.md'));
    symlinkSync('references/real.md', path.join(dir, 'linked.md'));
    for (const file of ['out/secret.md', 'secret.md', '../../outside/secret.md', tree.at('outside/secret.md')]) {
      expect([file, codeOf(() => readSkillFile(dir, file))]).toEqual([file, 'bad-input']);
      expect([file, codeOf(() => writeSkillFile(dir, file, 'x', null))]).toEqual([
        file,
        file === 'secret.md' ? 'file-changed' : 'bad-input',
      ]);
    }
    expect(codeOf(() => writeSkillFile(dir, 'out/sub/x.md', 'x', null))).toBe('bad-input');
    expect(existsSync(tree.at('outside/sub'))).toBe(false);
    for (const file of ['.hidden', 'a//b', './a', 'a\\b', 'nul.md', 'a:b', 'dot.', 'a/\u202eb', 'SKILL.md/x']) {
      expect([file, codeOf(() => writeSkillFile(dir, file, 'x', null))]).toEqual([file, 'bad-input']);
    }
    writeSkillFile(dir, 'linked.md', 'new', readSkillFile(dir, 'linked.md').sha256);
    expect(readFileSync(path.join(dir, 'references/real.md'), 'utf8')).toBe('new');
    expect(readFileSync(tree.at('outside/secret.md'), 'utf8')).toBe('s');
  });

  it('are renamed, removed and restored, and their folders with them', () => {
    tree.write({ 'root/a/SKILL.md': skillText('a'), 'root/a/references/r.md': 'r', 'root/a/x.md': 'x' });
    const { dir } = at('a');
    moveSkillFile(dir, 'references/r.md', 'docs/deep/R.md');
    expect([existsSync(path.join(dir, 'references')), readSkillFile(dir, 'docs/deep/R.md').text]).toEqual([false, 'r']);
    expect(codeOf(() => moveSkillFile(dir, 'docs/deep/R.md', 'x.md'))).toBe('file-changed');
    const trash = createFileTrash(tree.at('trash'), renameSync, () => new Date('2027-01-02T03:04:05Z'));
    const entry = trash.put(dir, 'docs/deep/R.md');
    expect(existsSync(path.join(dir, 'docs'))).toBe(false);
    expect(trash.restore(dir, entry)).toBe('docs/deep/R.md');
    expect(readSkillFile(dir, 'docs/deep/R.md').text).toBe('r');
    expect(codeOf(() => trash.restore(dir, entry))).toBe('file-not-found');
    expect(codeOf(() => trash.restore(dir, '../root'))).toBe('file-not-found');
    expect(codeOf(() => trash.put(dir, 'gone.md'))).toBe('file-not-found');
  });
});

describe('skills', () => {
  it('that are new pass the lint, in both languages', async () => {
    const descriptions = {
      'travel-notes':
        'Travel notes (旅行笔记): writes a packing list. Use when the person packs: "help me" or 打包行李.',
      旅行笔记: '旅行笔记 (travel notes)：写行李清单。Use when the person packs; 当用户要打包行李时使用。',
    };
    for (const [name, description] of Object.entries(descriptions)) {
      createFolder(tree.at('root'), name, { 'SKILL.md': newSkillText({ name, description }) });
    }
    const { findings, checked } = await lint([tree.at('root')]);
    expect([checked, findings]).toEqual([2, []]);
  });

  it('are copied under a free name, and renamed in folder and front matter together', async () => {
    tree.write({ 'root/a/SKILL.md': skillText('a'), 'root/a/scripts/x.sh': '', 'root/a/__pycache__/x.pyc': 'x' });
    chmodSync(tree.at('root/a/scripts/x.sh'), 0o755);
    const catalog = { skills: [], broken: [], diagnostics: [] };
    const name = freeName('A_ b!', catalog, tree.at('root'));
    expect(name).toBe('a-b-copy');
    await copyFolder(at('a'), tree.at('root'), name);
    expect(freeName('a b', catalog, tree.at('root'))).toBe('a-b-copy-2');
    expect(readFileSync(tree.at('root/a-b-copy/SKILL.md'), 'utf8')).toBe(
      skillText('a').replace('name: a\n', 'name: a-b-copy\n'),
    );
    expect(statSync(tree.at('root/a-b-copy/scripts/x.sh')).mode & 0o777).toBe(0o755);
    expect(existsSync(tree.at('root/a-b-copy/__pycache__'))).toBe(false);
    for (const bad of ['', 'A', 'a--b', '-a', 'a_b', 'nul', 'x'.repeat(65), '../a']) {
      expect([bad, codeOf(() => checkNewName(bad, tree.at('root'), catalog))]).toEqual([bad, 'bad-input']);
    }
    expect(codeOf(() => checkNewName('a', tree.at('root'), catalog))).toBe('skill-exists');
    renameFolder(at('a'), 'true');
    expect(readFileSync(tree.at('root/true/SKILL.md'), 'utf8')).toContain('name: "true"\n');
    // A folder in the way: the name in the file is put back.
    mkdirSync(tree.at('root/taken'));
    tree.write({ 'root/taken/x': 'x' });
    expect(codeOf(() => renameFolder(at('true'), 'taken'))).toBe('skill-exists');
    expect(readFileSync(tree.at('root/true/SKILL.md'), 'utf8')).toContain('name: "true"\n');
  });

  it('that are broken are copied and renamed too', async () => {
    tree.write({ 'root/a/SKILL.md': '---\nname: a\n---\nx' });
    await copyFolder(at('a'), tree.at('root'), 'b');
    renameFolder(at('a'), 'c');
    for (const name of ['b', 'c'])
      expect(readFileSync(tree.at('root', name, 'SKILL.md'), 'utf8')).toBe(`---\nname: ${name}\n---\nx`);
  });

  it('get a missing name, and another one over however many lines it is written', () => {
    expect(withName('---\r\ndescription: d\r\n---\r\nb', 'x1')).toBe('---\r\nname: x1\r\ndescription: d\r\n---\r\nb');
    expect(withName('no front matter', 'n')).toBe('no front matter');
    const named = (name: string) => `---\n${name}\ndescription: d\n---\n`;
    expect(withName(named('name: >-\n  a\n  b'), 'new')).toBe(named('name: new'));
    expect(withName('---\nname: a\n---\nb', 'new')).toBe('---\nname: new\n---\nb');
    expect(withName('---\n[a\n', 'new')).toBe('---\n[a\n');
    expect(codeOf(() => withName('---\n{name: a, license: l}\n---\n', 'n'))).toBe('bad-input');
    expect(codeOf(() => withName('---\n{name: a, description: d}\n---\n', 'n'))).toBe('bad-input');
  });
});

describe('sections', () => {
  it('are what is below each heading, and together the body', () => {
    const body = 'before\n# One #\nx\n```\n# no\n```\n## \n~~~~\n~~~\n## no\n~~~~\r\n### Three\r\n#no\n';
    const sections = sectionsOf(body);
    expect(sections.map(({ depth, line, title }) => [depth, line, title])).toEqual([
      [0, 1, ''],
      [1, 2, 'One'],
      [2, 7, ''],
      [3, 12, 'Three'],
    ]);
    expect(sections.map(({ text }) => text).join('')).toBe(body);
    expect(sectionsOf('')).toEqual([]);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, openApp } from '../../main/core/test-kit/open-app.ts';
import { makeSkillTree, type SkillTree, skillText } from '../../main/skills/test-kit/skill-tree.ts';

/** Milliseconds; the whole of a busy machine's slowness, not what is expected. */
vi.setConfig({ testTimeout: 20_000 });

let home: SkillTree;
let root: SkillTree;
let client: Client;

beforeEach(async () => {
  home = makeSkillTree();
  root = makeSkillTree({
    'notes/SKILL.md': skillText('notes', 'Takes notes. Use it when somebody talks.', 'Before.\n\n# Notes\n\nWrite.\n'),
    'notes/references/forms.md': 'Forms.\n',
    'other/SKILL.md': skillText('other'),
  });
  ({ client } = await openApp({
    home: home.dir,
    host: 'browser',
    skillRoots: ['none', root.dir],
  }));
});

const ids = async () => (await client.skills.list({ counted: false })).skills.map(({ id }) => id);
/** System message of a conversation, or of a new one if there is no id. */
const systemOf = async (sessionId?: string) =>
  JSON.parse((await client.context.show(sessionId === undefined ? {} : { sessionId })).json).messages[0]
    .content as string;
describe('a check while typing', () => {
  it('finds what is wrong with unsaved changes and counts them as a conversation does', async () => {
    const { text, sha256 } = await client.author.read({ skill: 'notes', path: 'SKILL.md' });
    const typed = `${text.replace('Takes notes', 'Takes good notes')}\n## More\n\nSee references/gone.md.\n`;
    const unsaved = [
      { path: 'SKILL.md', text: typed },
      { path: 'references/forms.md', text: 'Other forms.\n' },
    ];
    const check = await client.author.check({ skill: 'notes', unsaved });
    expect(check.sections.map(({ title, depth, line }) => [title, depth, line])).toEqual([
      ['', 0, 5],
      ['Notes', 1, 7],
      ['More', 2, 11],
    ]);
    expect(check.findings.map(({ rule, file, line }) => [rule, file, line])).toContainEqual([
      'reference-missing',
      'SKILL.md',
      13,
    ]);
    expect(check.rules.map(({ id }) => id)).toContain('reference-missing');
    expect(readFileSync(root.at('notes/SKILL.md'), 'utf8')).toBe(text);

    // The same text, saved.
    await client.author.write({ skill: 'notes', path: 'SKILL.md', text: typed, basedOn: sha256 });
    const forms = await client.author.read({ skill: 'notes', path: 'references/forms.md' });
    await client.author.write({ skill: 'notes', path: forms.path, text: 'Other forms.\n', basedOn: forms.sha256 });
    expect((await client.skills.list({ counted: false })).skills[0]?.description).toContain('good notes');
    const { skills } = await client.skills.list({});
    expect(check.tokens).toMatchObject(skills[0]?.tokens ?? {});
  });

  it('has one figure for text, frame and tools: while typing, in the list, and once loaded', async () => {
    const tools = '- name: count_notes\n  description: Counts notes.\n  script: scripts/count.py\n';
    const typed = tools.replace('Counts notes.', 'Counts the notes of a person, by day and by subject.');
    await client.author.write({ skill: 'notes', path: 'scripts/count.py', text: 'print(1)\n', basedOn: null });
    const plain = await client.author.check({ skill: 'notes' });
    const { sha256 } = await client.author.write({ skill: 'notes', path: 'tools.yaml', text: tools, basedOn: null });
    const saved = await client.author.check({ skill: 'notes' });
    expect(saved.tokens.instructions).toBeGreaterThan(plain.tokens.instructions);
    const draft = await client.author.check({ skill: 'notes', unsaved: [{ path: 'tools.yaml', text: typed }] });
    await client.author.write({ skill: 'notes', path: 'tools.yaml', text: typed, basedOn: sha256 });
    const { skills } = await client.skills.list({});
    expect(skills.find(({ id }) => id === 'notes')?.tokens?.instructions).toBe(draft.tokens.instructions);
    const { sessionId } = await client.sessions.create({});
    await client.skills.load({ sessionId, skill: 'notes' });
    const events = await client.sessions.events({ sessionId });
    expect(events.find(({ type }) => type === 'skill-loaded')).toMatchObject({ tokens: draft.tokens.instructions });
    // Nothing changed on the disk since.
    expect((await client.skills.list({ sessionId })).loaded?.map(({ onDisk }) => onDisk.state)).toEqual(['current']);
  });

  it('explains why a skill cannot be loaded, and opens it anyway', async () => {
    const check = await client.author.check({
      skill: 'notes',
      unsaved: [{ path: 'SKILL.md', text: 'No front matter' }],
    });
    expect(check.findings.map(({ rule }) => rule)).toContain('front-matter-missing');
    expect(check.tokens.instructions).toBe(0);
    writeFileSync(root.at('notes/SKILL.md'), 'No front matter');
    expect((await client.author.tree({ skill: 'notes' })).files.map(({ path: file }) => file)).toEqual([
      'SKILL.md',
      'references/forms.md',
    ]);
  });
});

describe('an author’s change', () => {
  it('is in the catalog at once, completely or not at all', async () => {
    const description = 'Packs (打包). Use when somebody packs; 要打包时使用。';
    expect(await client.author.create({ name: 'packing', description })).toEqual({
      skill: 'packing',
    });
    expect(await ids()).toEqual(['notes', 'other', 'packing']);
    expect((await client.author.check({ skill: 'packing' })).findings).toEqual([]);
    await expect(client.author.create({ name: 'Notes', description })).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(client.author.rename({ skill: 'packing', name: 'notes' })).rejects.toMatchObject({
      code: 'skill-exists',
    });
    await client.author.rename({ skill: 'packing', name: 'packer' });
    expect(readFileSync(root.at('packer/SKILL.md'), 'utf8')).toContain('name: packer\n');
    expect(await client.author.duplicate({ skill: 'packer', name: '' })).toEqual({ skill: 'packer-copy' });
    expect(await ids()).toEqual(['notes', 'other', 'packer', 'packer-copy']);

    await client.author.write({ skill: 'packer', path: 'scripts/main.py', text: '"""Packs."""\n', basedOn: null });
    await client.author.moveFile({ skill: 'packer', from: 'scripts/main.py', to: 'scripts/pack.py' });
    const { entry } = await client.author.removeFile({ skill: 'packer', path: 'scripts/pack.py' });
    expect(existsSync(root.at('packer/scripts'))).toBe(false);
    expect(await client.author.restoreFile({ skill: 'packer', entry })).toEqual({ path: 'scripts/pack.py' });
    expect(existsSync(root.at('packer/scripts/pack.py'))).toBe(true);
    await expect(client.author.removeFile({ skill: 'packer', path: 'SKILL.md' })).rejects.toMatchObject({
      code: 'not-supported',
    });
  });

  it('undoes the latest fix, unless a file was changed meanwhile', async () => {
    const file = root.at('notes/SKILL.md');
    const before = readFileSync(file, 'utf8').replace('name: notes', 'name: Notes\nlicence: MIT');
    writeFileSync(file, before);
    const { fixed, fix = '' } = await client.author.fix({ skill: 'notes' });
    expect(fixed).toBe(2);
    await client.author.undoFix({ skill: 'notes', fix });
    expect(readFileSync(file, 'utf8')).toBe(before);
    await expect(client.author.undoFix({ skill: 'notes', fix })).rejects.toThrow(/latest fix/);

    const again = await client.author.fix({ skill: 'notes' });
    writeFileSync(file, `${readFileSync(file, 'utf8')}Mine.\n`);
    await expect(client.author.undoFix({ skill: 'notes', fix: again.fix ?? '' })).rejects.toThrow(/stays/);
    expect(readFileSync(file, 'utf8')).toMatch(/Mine\.\n$/);
  });

  it('fixes mechanical problems: one rule, or all', async () => {
    writeFileSync(root.at('notes/SKILL.md'), `\n${skillText('notes').replaceAll('\n', '\r\n')}`);
    const fixable = async () =>
      (await client.author.check({ skill: 'notes' })).findings.filter((one) => one.fixable).map(({ rule }) => rule);
    expect(await fixable()).toEqual(expect.arrayContaining(['blank-before-front-matter', 'line-endings']));
    await client.author.fix({ skill: 'notes', rule: 'line-endings' });
    expect(await fixable()).toContain('blank-before-front-matter');
    expect(readFileSync(root.at('notes/SKILL.md'), 'utf8')).not.toContain('\r');
    await client.author.fix({ skill: 'notes' });
    expect(await fixable()).not.toContain('blank-before-front-matter');
  });

  it('is tried in a conversation with this skill only', async () => {
    const { sessionId } = await client.author.tryIt({ skill: 'notes' });
    const system = await systemOf(sessionId);
    expect([system.includes('**notes**'), system.includes('**other**')]).toEqual([true, false]);
  });
});

import path from 'node:path';
import { expect, it } from 'vitest';
import { activityText, fillActivity } from '../../shared/activity.ts';
import { appRoot } from '../lib/app-files.ts';
import { createSkillLibrary } from './discovery/library.ts';
import { readSkillFields } from './fields.ts';
import { activityOf, readActivity, readRecordStore, readSkillHead } from './skill-file.ts';
import { makeSkillTree } from './test-kit/skill-tree.ts';

const CLEAN = `scripts/clean.py:
  en: Cleaning <1>[ into <out>] | Cleaned <1>
  zh: 正在清洗 <1>
scripts/clean.py undo:
  en: Undoing | Undone | Not undone | Undo
`;

it('takes the sentence of a run from the skill, with the values of its command line', async () => {
  const activity = CLEAN.replace(/^/gm, '    ');
  const tree = makeSkillTree({
    'data/SKILL.md': `---\nname: data\ndescription: x\nmetadata:\n  activity: |\n${activity}\n---\n`,
  });
  const { skills } = await createSkillLibrary({ roots: [{ dir: tree.dir, source: 'user' }] }).refresh();
  const [skill] = skills;
  if (skill === undefined) throw new Error('unreachable');
  const said = (args: readonly string[], language: string, form: 'doing' | 'done' | 'failed' | 'name') => {
    const run = activityOf({ skill, script: 'scripts/clean.py', args });
    const text = run === undefined ? undefined : activityText(run, language, form);
    return text === undefined ? undefined : fillActivity(text, (name) => run?.values[name]);
  };
  expect(said(['a.csv', '--out', 'b.csv', '--dry'], 'en', 'doing')).toBe('Cleaning a.csv into b.csv');
  expect(said(['a.csv', '--dry'], 'en', 'done')).toBe('Cleaned a.csv');
  expect(said(['--out=b.csv'], 'zh', 'doing')).toBe('正在清洗 …');
  expect(said(['a.csv'], 'zh', 'failed')).toBe(undefined);
  expect(said(['a.csv'], 'fr', 'name')).toBe('Cleaning a.csv');
  expect(said(['undo', 'a.csv'], 'en', 'name')).toBe('Undo');
  expect(activityOf({ skill, script: 'scripts/other.py', args: [] })).toBe(undefined);
});

it('reads what it can and names what it cannot', () => {
  const { entries, problems } = readActivity(
    `scripts/a.py: Running\nscripts/b.py:\n  English: x\n  zh: 好\nscripts/c.py:\n  en: ${'x'.repeat(301)}\n`,
  );
  expect(entries).toEqual([{ script: 'scripts/b.py', text: { zh: { doing: '好' } } }]);
  expect(problems).toEqual([
    { code: 'activity-no-sentences', figures: { key: 'scripts/a.py' } },
    { code: 'activity-sentence', figures: { key: 'scripts/b.py', language: 'English', most: 300 } },
    { code: 'activity-sentence', figures: { key: 'scripts/c.py', language: 'en', most: 300 } },
  ]);
  expect(readRecordStore('folder: ../x\nkind: a\n')).toEqual({
    fault: { code: 'records-fields', figures: { fields: '"folder", "title"' } },
  });
});

it('of the bundled skills each says its steps in both languages, and its records', async () => {
  const { skills } = await createSkillLibrary({
    roots: [{ dir: path.join(appRoot(), 'skills'), source: 'bundled' }],
  }).refresh();
  for (const { metadata } of skills) {
    const { entries, problems } = readActivity(metadata.activity ?? '');
    expect(problems).toEqual([]);
    for (const { text } of entries) expect(Object.keys(text)).toEqual(['en', 'zh']);
  }
  const flights = skills.find(({ id }) => id === 'book-flight');
  expect(readRecordStore(flights?.metadata.records ?? '')).toMatchObject({ folder: 'bookings', kind: 'booking' });
});

const tree = makeSkillTree();

/** Sizes at which a head is cut before more is read, and the longest one's end. */
const CUTS = [512, 4_096, 16_384];

it.each(CUTS)('reads the same wherever a cut after %i bytes falls', (cut) => {
  for (let shift = -6; shift <= 6; shift += 1) {
    for (const eol of ['\n', '\r\n']) {
      const room = cut + shift - `---${eol}name: x${eol}description: ${eol}---${eol}`.length;
      // Three bytes per character, so that the cut also falls inside one.
      const description = '机'.repeat(Math.floor(room / 3)) + 'x'.repeat(room % 3);
      const yaml = `name: x${eol}description: ${description}`;
      const closed = `---${eol}${yaml}${eol}---${eol}`;
      const blank = `${'\n'.repeat(cut + shift)}---${eol}name: x${eol}description: y${eol}---${eol}`;
      tree.write({
        'closed.md': `${closed}Body ${'.'.repeat(20_000)}`,
        'end.md': closed.slice(0, -eol.length),
        'blank.md': `${blank}Body ${'.'.repeat(20_000)}`,
      });
      const expected = readSkillFields(yaml, 2);
      expect(readSkillHead(tree.dir, tree.at('closed.md'))).toEqual(expected);
      expect(readSkillHead(tree.dir, tree.at('end.md'))).toEqual(expected);
      expect(readSkillHead(tree.dir, tree.at('blank.md'))).toMatchObject({ kind: 'ok', fields: { description: 'y' } });
    }
  }
});

it('accepts a front matter up to 64 KiB, and treats an endless one as broken', () => {
  const text = (length: number): string => `---\nname: x\ndescription: ${'y'.repeat(length)}\n---\nBody\n`;
  tree.write({ 'long.md': text(65_000), 'endless.md': text(70_000) });
  expect(readSkillHead(tree.dir, tree.at('long.md')).kind).toBe('ok');
  expect(readSkillHead(tree.dir, tree.at('endless.md')).findings[0]?.rule).toBe('front-matter-unclosed');
});

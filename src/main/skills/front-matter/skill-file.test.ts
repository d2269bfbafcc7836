import { expect, it } from 'vitest';
import { makeSkillTree } from '../test-kit/skill-tree.ts';
import { readSkillFields } from './fields.ts';
import { readSkillHead } from './skill-file.ts';

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

import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { makeSkillTree, type SkillTree } from '../test-kit/skill-tree.ts';
import { applyChange } from './fix.ts';

let tree: SkillTree;
beforeEach(() => {
  tree = makeSkillTree({ 'skill/SKILL.md': 'old', 'skill/real/a.md': 'old', 'outside.md': 'old' });
  symlinkSync('real/a.md', tree.at('skill/inside.md'));
  symlinkSync('../outside.md', tree.at('skill/out.md'));
});

const write = (file: string, before = 'old'): string | undefined =>
  applyChange(tree.at('skill'), { kind: 'write', file: tree.at(file), before, after: 'new' })?.code;
const read = (file: string): string => readFileSync(tree.at(file), 'utf8');

it('writes through a link inside the skill, and leaves nothing beside the file', () => {
  expect(write('skill/inside.md')).toBeUndefined();
  expect([read('skill/real/a.md'), lstatSync(tree.at('skill/inside.md')).isSymbolicLink()]).toEqual(['new', true]);
  expect(readdirSync(tree.at('skill/real'))).toEqual(['a.md']);
});

it('refuses a file changed meanwhile, a path outside, and a taken name', () => {
  expect(write('skill/SKILL.md', 'older')).toBe('unfixed-changed');
  expect(write('skill/out.md')).toBe('unfixed-outside');
  expect(write('outside.md')).toBe('unfixed-outside');
  expect(write('skill/gone.md')).toBe('unfixed-gone');
  const rename = { kind: 'rename', file: tree.at('skill/SKILL.md'), to: tree.at('skill/real') } as const;
  expect(applyChange(tree.at('skill'), rename)).toEqual({ code: 'unfixed-taken' });
  expect([read('skill/SKILL.md'), read('outside.md')]).toEqual(['old', 'old']);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findFittingSkill } from './next-step.ts';

const CATALOG = ['book-flight', 'expense-report', 'skill-creator', 'trip-planner'].map((id) => {
  const file = readFileSync(path.resolve('skills', id, 'SKILL.md'), 'utf8');
  const text = /description: >-\n([\s\S]*?)\n\w/.exec(file)?.[1] ?? '';
  return { id, description: text.replace(/\s+/g, ' ').trim() };
});

it.each([
  ['帮我写一个新的技能', 'skill-creator'],
  ['write a new skill for my team', 'skill-creator'],
  ['Plan a 3 day trip to Rome', 'trip-planner'],
  ['帮我规划一个京都三日游', 'trip-planner'],
  ['我要报销上个月的差旅费', 'expense-report'],
  ['check my expense list', 'expense-report'],
  ['write me a poem about the sea', undefined],
  ['给我讲个笑话', undefined],
])('%s: %s', (text, id) => {
  expect(findFittingSkill(CATALOG, text)).toBe(id);
});

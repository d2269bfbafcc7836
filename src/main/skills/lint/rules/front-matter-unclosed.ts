import { example } from '../example.ts';
import { placeAt } from '../place.ts';
import type { Rule } from '../types.ts';

export const frontMatterUnclosed: Rule = {
  id: 'front-matter-unclosed',
  severity: 'error',
  bad: { files: { 'SKILL.md': '---\nname: pdf-forms\ndescription: Fills forms.\n\n# Filling forms\n' } },
  good: example(),
  check(skill) {
    const { fault, span, front, file } = skill;
    if (fault !== undefined || span.kind === 'missing') return [];
    if (span.kind === 'unclosed') {
      return [{ file, line: span.firstLine, column: 1, code: 'front-matter-unclosed' }];
    }
    if (front !== undefined) return [];
    return [{ ...placeAt(file, skill.text, 0), code: 'front-matter-long', figures: { most: 64 } }];
  },
};

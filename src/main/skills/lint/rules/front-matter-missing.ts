import { missingFrontMatter } from '../../front-matter/front-matter.ts';
import { example } from '../example.ts';
import type { Rule } from '../types.ts';

export const frontMatterMissing: Rule = {
  id: 'front-matter-missing',
  severity: 'error',
  bad: { files: { 'SKILL.md': '# Filling forms\n\nAsk for the file, then fill it.\n' } },
  good: example(),
  check: ({ fault, span, file }) => {
    if (fault !== undefined || span.kind !== 'missing') return [];
    return [{ file, line: span.firstLine, column: 1, ...missingFrontMatter(span.language) }];
  },
};

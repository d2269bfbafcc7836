import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import type { Rule } from '../types.ts';

const BLANK = /^(\ufeff?)(?:[ \t]*(?:\r\n|\n|\r))+(?=---)/;

export const blankBeforeFrontMatter: Rule = {
  id: 'blank-before-front-matter',
  severity: 'warning',
  bad: { files: { 'SKILL.md': `\n\n${skillMd()}` } },
  good: example(),
  check: (skill) =>
    skill.span.kind === 'found' && BLANK.test(skill.text)
      ? [{ ...atTop(skill), code: 'blank-before-front-matter' }]
      : [],
  fix: {
    changes: ({ file, text }) => [{ kind: 'write', file, before: text, after: text.replace(BLANK, '$1') }],
  },
};

import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';

export const shadowed: Rule = {
  id: 'shadowed',
  severity: 'warning',
  bad: { files: { 'SKILL.md': skillMd(), 'more/pdf-forms/SKILL.md': skillMd() } },
  good: example(),
  check: (skill) =>
    skill.shadowedBy === undefined
      ? []
      : [
          {
            ...atTop(skill),
            code: 'shadowed',
            figures: { name: short(skill.id), file: skill.shadowedBy },
          },
        ],
};

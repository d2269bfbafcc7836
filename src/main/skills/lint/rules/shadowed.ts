import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';

export const shadowed: Rule = {
  id: 'shadowed',
  severity: 'warning',
  why: "A skill is loaded by its folder's name. Of two folders with one name the first by path is used, and the other never.",
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

import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import { quoted, shown } from '../shown.ts';
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
            message: `Another skill called ${quoted(skill.id)} comes first and is used instead: ${shown(skill.shadowedBy)}. Rename or remove one of the two folders.`,
          },
        ],
};

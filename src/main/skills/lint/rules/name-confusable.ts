import { lookAlike } from '../../confusable.ts';
import { example, skillMd } from '../example.ts';
import { textField } from '../fields.ts';
import { atTop } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';

export const nameConfusable: Rule = {
  id: 'name-confusable',
  severity: 'warning',
  bad: { files: { 'SKILL.md': skillMd({ fields: { name: 'pdf-fоrms' } }) } },
  good: example(),
  check(skill) {
    const names = [skill.id, textField(skill, 'name')?.trim() ?? ''];
    return [...new Set(names)].flatMap((name) => {
      const ascii = lookAlike(name);
      if (ascii === undefined) return [];
      return [{ ...atTop(skill), code: 'name-confusable', figures: { name: short(name), ascii: short(ascii) } }];
    });
  },
};

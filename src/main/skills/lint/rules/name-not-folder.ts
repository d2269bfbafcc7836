import { example } from '../example.ts';
import { replaceField, textField } from '../fields.ts';
import { atField } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';
import { nameFault } from './name-format.ts';

export const nameNotFolder: Rule = {
  id: 'name-not-folder',
  severity: 'error',
  bad: example({ fields: { name: 'forms' } }),
  good: example(),
  check(skill) {
    const name = textField(skill, 'name')?.trim();
    if (name === undefined || name === '' || name.normalize('NFKC') === skill.id.normalize('NFKC')) return [];
    const figures = { name: short(name), folder: short(skill.id) };
    return [{ ...atField(skill, 'name'), code: 'name-not-folder', figures }];
  },
  fix: {
    changes(skill) {
      const change = nameFault(skill.id) === undefined ? replaceField(skill, 'name', skill.id) : undefined;
      return change === undefined ? [] : [change];
    },
  },
};

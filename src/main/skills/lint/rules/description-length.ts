import { example } from '../example.ts';
import { lengthOf, textField } from '../fields.ts';
import { atField } from '../place.ts';
import type { Rule } from '../types.ts';

export const MAX_DESCRIPTION = 1024;

export const descriptionLength: Rule = {
  id: 'description-length',
  severity: 'error',
  bad: example({
    fields: { description: `Fills PDF forms. Use when there is a form 表单. ${'It fills them well. '.repeat(60)}` },
  }),
  good: example(),
  check(skill) {
    const length = lengthOf((textField(skill, 'description') ?? '').trim());
    if (length <= MAX_DESCRIPTION) return [];
    return [
      { ...atField(skill, 'description'), code: 'description-length', figures: { n: length, most: MAX_DESCRIPTION } },
    ];
  },
};

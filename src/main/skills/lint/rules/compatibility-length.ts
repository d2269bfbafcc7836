import { example } from '../example.ts';
import { lengthOf, textField } from '../fields.ts';
import { atField } from '../place.ts';
import type { Rule } from '../types.ts';

export const MAX_COMPATIBILITY = 500;

export const compatibilityLength: Rule = {
  id: 'compatibility-length',
  severity: 'error',
  bad: example({ fields: { compatibility: 'Needs Python 3 and a printer. '.repeat(20) } }),
  good: example({ fields: { compatibility: 'Needs Python 3.9 or later.' } }),
  check(skill) {
    const length = lengthOf((textField(skill, 'compatibility') ?? '').trim());
    if (length <= MAX_COMPATIBILITY) return [];
    return [
      {
        ...atField(skill, 'compatibility'),
        code: 'compatibility-length',
        figures: { n: length, most: MAX_COMPATIBILITY },
      },
    ];
  },
};

import { example } from '../example.ts';
import { textField } from '../fields.ts';
import { atField } from '../place.ts';
import type { Rule } from '../types.ts';

export const descriptionEnglishOnly: Rule = {
  id: 'description-english-only',
  severity: 'info',
  bad: example({ fields: { description: 'Fills PDF forms. Use when the person has a form to fill.' } }),
  good: example(),
  check(skill) {
    const words = ['description', 'when_to_use', 'when-to-use'].map((key) => textField(skill, key) ?? '').join(' ');
    if (!/[a-z]{3}/i.test(words) || /\p{Script=Han}/u.test(words)) return [];
    return [{ ...atField(skill, 'description'), code: 'description-english-only' }];
  },
};

import { example } from '../example.ts';
import { textField } from '../fields.ts';
import { atField } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';

const TAG = /<\/?[a-z][\w:.-]{0,60}(?:\s[^<>]{0,200})?\/?>/i;

export const descriptionTags: Rule = {
  id: 'description-tags',
  severity: 'warning',
  bad: example({
    fields: {
      description: '"Fills PDF forms. <important>Use when there is a form to fill.</important> 填写表单时使用。"',
    },
  }),
  good: example(),
  check(skill) {
    const [tag] = TAG.exec(textField(skill, 'description') ?? '') ?? [];
    if (tag === undefined) return [];
    return [{ ...atField(skill, 'description'), code: 'description-tags', figures: { tag: short(tag) } }];
  },
};

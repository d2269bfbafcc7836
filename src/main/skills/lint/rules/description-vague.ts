import { example } from '../example.ts';
import { textField } from '../fields.ts';
import { atField } from '../place.ts';
import type { Rule } from '../types.ts';

const SAYS_WHEN =
  /\b(?:when(?:ever)?|if (?:the|a|an|you|they|someone)|use (?:it|this|for|to|in|as)|used (?:for|to)|asks?|asked|mentions?|wants?|triggers?|for (?:any|tasks?|requests?|questions?))\b|当|時|时|用于|用來|适用|適用|如果|若|需要|触发|提到|场景/i;

export const descriptionVague: Rule = {
  id: 'description-vague',
  severity: 'warning',
  bad: example({ fields: { description: 'PDF 表单 helper.' } }),
  good: example({
    fields: { description: 'Fills PDF forms (表单). Use when the person has a form to fill or asks for a signature.' },
  }),
  check(skill) {
    const description = textField(skill, 'description')?.trim() ?? '';
    const whenToUse = textField(skill, 'when_to_use') ?? textField(skill, 'when-to-use') ?? '';
    if (description === '' || whenToUse.trim() !== '' || SAYS_WHEN.test(description)) return [];
    return [{ ...atField(skill, 'description'), code: 'description-vague' }];
  },
};

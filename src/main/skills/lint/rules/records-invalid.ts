import { readRecordStore } from '../../front-matter/record-store.ts';
import { example } from '../example.ts';
import { atField } from '../place.ts';
import type { Rule } from '../types.ts';

const records = (folder: string): string =>
  `\n  records: |\n    folder: ${folder}\n    kind: filled-form\n    title: {en: My forms, zh: 我的表单}`;

export const recordsInvalid: Rule = {
  id: 'records-invalid',
  severity: 'warning',
  bad: example({ fields: { metadata: records('../forms') } }),
  good: example({ fields: { metadata: records('forms') } }),
  check(skill) {
    const value = skill.front?.fields.get('metadata')?.value;
    const text = value instanceof Map ? value.get('records') : undefined;
    const store = typeof text === 'string' ? readRecordStore(text) : undefined;
    if (store === undefined || !('fault' in store)) return [];
    return [{ ...atField(skill, 'metadata'), ...store.fault }];
  },
};

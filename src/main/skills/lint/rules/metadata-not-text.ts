import { example } from '../example.ts';
import { atField } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule, RuleFinding } from '../types.ts';

export const metadataNotText: Rule = {
  id: 'metadata-not-text',
  severity: 'error',
  bad: example({ fields: { metadata: '\n  author:\n    name: Ada' } }),
  good: example({ fields: { metadata: '\n  author: Ada' } }),
  check(skill) {
    const value = skill.front?.fields.get('metadata')?.value;
    if (!(value instanceof Map)) return [];
    return [...value].flatMap(([key, item]): readonly RuleFinding[] => {
      if (typeof key === 'string' && typeof item === 'string') return [];
      const place = atField(skill, 'metadata');
      if (typeof key !== 'string') return [{ ...place, code: 'metadata-key-not-text' }];
      return [{ ...place, code: 'metadata-not-text', figures: { key: short(key) } }];
    });
  },
};

import { example } from '../example.ts';
import { atField } from '../place.ts';
import { quoted } from '../shown.ts';
import type { Rule } from '../types.ts';

export const metadataNotText: Rule = {
  id: 'metadata-not-text',
  severity: 'error',
  why: 'The specification allows text alone as a value. Skilldeck joins a list with commas and leaves out maps and empty values; other programs refuse the skill.',
  bad: example({ fields: { metadata: '\n  author:\n    name: Ada' } }),
  good: example({ fields: { metadata: '\n  author: Ada' } }),
  check(skill) {
    const value = skill.front?.fields.get('metadata')?.value;
    if (!(value instanceof Map)) return [];
    return [...value].flatMap(([key, item]) => {
      if (typeof key === 'string' && typeof item === 'string') return [];
      const name = typeof key === 'string' ? `"metadata.${quoted(key).slice(1)}` : 'A key of "metadata"';
      return [{ ...atField(skill, 'metadata'), message: `${name} is not text. Write it as text, in double quotes.` }];
    });
  },
};

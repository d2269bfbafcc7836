import { example } from '../example.ts';
import { inBody, placeAt } from '../place.ts';
import type { Rule } from '../types.ts';

/** The specification's recommendation. */
const MAX_LINES = 500;

export const instructionsLines: Rule = {
  id: 'instructions-lines',
  severity: 'warning',
  bad: example({ body: 'Ask.\n'.repeat(501) }),
  good: example({ body: 'Ask.\n'.repeat(500) }),
  check(skill) {
    const start = inBody(skill, 0);
    const end = placeAt(skill.file, skill.text, skill.text.replace(/[\r\n]+$/, '').length);
    const lines = end.line - start.line + 1;
    if (skill.span.kind !== 'found' || lines <= MAX_LINES) return [];
    return [{ ...start, code: 'instructions-lines', figures: { n: lines, most: MAX_LINES } }];
  },
};

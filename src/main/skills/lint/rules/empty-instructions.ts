import { example } from '../example.ts';
import { inBody } from '../place.ts';
import type { Rule } from '../types.ts';

export const emptyInstructions: Rule = {
  id: 'empty-instructions',
  severity: 'warning',
  bad: example({ body: '\n' }),
  good: example(),
  check: (skill) =>
    skill.span.kind === 'found' && skill.body.trim() === ''
      ? [{ ...inBody(skill, 0), code: 'empty-instructions' }]
      : [],
};

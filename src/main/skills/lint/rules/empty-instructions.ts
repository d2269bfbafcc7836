import { example } from '../example.ts';
import { inBody } from '../place.ts';
import type { Rule } from '../types.ts';

export const emptyInstructions: Rule = {
  id: 'empty-instructions',
  severity: 'warning',
  why: 'What stands below the front matter is all that loading the skill adds. With nothing there, the load costs a turn and helps nobody.',
  bad: example({ body: '\n' }),
  good: example(),
  check: (skill) =>
    skill.span.kind === 'found' && skill.body.trim() === ''
      ? [{ ...inBody(skill, 0), code: 'empty-instructions' }]
      : [],
};

import { example } from '../example.ts';
import { inBody } from '../place.ts';
import type { Rule } from '../types.ts';

/** The specification's recommendation. */
const MAX_TOKENS = 5_000;

export const instructionsTokens: Rule = {
  id: 'instructions-tokens',
  severity: 'warning',
  bad: example({ body: 'Ask for the file, then fill in its fields with great care.\n'.repeat(499) }),
  good: example({ body: 'Ask for the file, then fill in its fields with great care.\n' }),
  check: (skill) =>
    skill.bodyTokens > MAX_TOKENS && skill.loadTokens <= skill.skillBudget
      ? [
          {
            ...inBody(skill, 0),
            code: 'instructions-tokens',
            figures: { n: skill.bodyTokens, most: MAX_TOKENS },
          },
        ]
      : [],
};

import { example } from '../example.ts';
import { inBody } from '../place.ts';
import type { Rule } from '../types.ts';

/** The specification's recommendation. */
const MAX_TOKENS = 5_000;

export const instructionsTokens: Rule = {
  id: 'instructions-tokens',
  severity: 'warning',
  why: 'Everything below the front matter is in the context of every request for as long as the skill is loaded. The specification recommends fewer than 5,000 tokens. What is needed now and then belongs into references, which are loaded when they are called for.',
  bad: example({ body: 'Ask for the file, then fill in its fields with great care.\n'.repeat(499) }),
  good: example({ body: 'Ask for the file, then fill in its fields with great care.\n' }),
  check: (skill) =>
    skill.bodyTokens > MAX_TOKENS && skill.bodyTokens <= skill.skillBudget
      ? [
          {
            ...inBody(skill, 0),
            code: 'instructions-tokens',
            figures: { n: skill.bodyTokens, most: MAX_TOKENS },
          },
        ]
      : [],
};

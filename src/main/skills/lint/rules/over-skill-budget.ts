import { example } from '../example.ts';
import { inBody } from '../place.ts';
import type { Rule } from '../types.ts';

export const overSkillBudget: Rule = {
  id: 'over-skill-budget',
  severity: 'error',
  bad: example({
    body: 'Ask the person for the file, read it, and then fill in all of its fields with very great care and patience.\n'.repeat(
      450,
    ),
  }),
  good: example(),
  check: (skill) =>
    skill.loadTokens > skill.skillBudget
      ? [
          {
            ...inBody(skill, 0),
            code: 'over-skill-budget',
            figures: { n: skill.loadTokens, most: skill.skillBudget },
          },
        ]
      : [],
};

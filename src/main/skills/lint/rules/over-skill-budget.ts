import { example } from '../example.ts';
import { inBody } from '../place.ts';
import type { Rule } from '../types.ts';

export const overSkillBudget: Rule = {
  id: 'over-skill-budget',
  severity: 'error',
  why: 'A skill with more tokens than the skill budget (8,000 unless it was set otherwise) is refused when the agent loads it. Move what is seldom needed to references.',
  bad: example({
    body: 'Ask the person for the file, read it, and then fill in all of its fields with very great care and patience.\n'.repeat(
      450,
    ),
  }),
  good: example(),
  check: (skill) =>
    skill.bodyTokens > skill.skillBudget
      ? [
          {
            ...inBody(skill, 0),
            code: 'over-skill-budget',
            figures: { n: skill.bodyTokens, most: skill.skillBudget },
          },
        ]
      : [],
};

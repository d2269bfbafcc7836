import { expect, it } from 'vitest';
import { DIALECTS } from '../../../shared/events.ts';
import { DIALECT_PROMPTS } from '../dialects/index.ts';
import { PROMPT_WITHOUT_SKILLS } from './base-prompt.ts';

it('mentions skills and their tools only when there are some', () => {
  expect(PROMPT_WITHOUT_SKILLS).not.toMatch(/\bskills?\b|<available_skills>|load_/i);
  for (const dialect of DIALECTS) {
    const { basePrompt } = DIALECT_PROMPTS[dialect];
    const without = basePrompt.replace(/## Skill Loading Protocol\n(?:- .*\n)+\n/, '');
    expect(without.split('\n').length).toBe(PROMPT_WITHOUT_SKILLS.split('\n').length);
    expect(without.slice(without.indexOf('## Guidelines'))).toBe(
      PROMPT_WITHOUT_SKILLS.slice(PROMPT_WITHOUT_SKILLS.indexOf('## Guidelines')),
    );
  }
});

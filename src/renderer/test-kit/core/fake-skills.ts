/** Skills in memory: loads and switches are in the log; getting and giving them takes the real core. */
import type { SkillView } from '../../../shared/contract.ts';
import { Broadcast } from '../broadcast.ts';
import { SHA } from '../log-builder.ts';
import { DIAGNOSTICS } from '../sessions.ts';
import { SKILLS } from '../skills.ts';
import { DEFAULT_SETTINGS } from './fake-settings.ts';
import type { FakeState } from './fake-state.ts';
import { type Answers, refused } from './refused.ts';

export function fakeSkills(core: FakeState, all: readonly SkillView[]): Answers<'skills'> {
  const changes = new Broadcast<{ change: number }>();
  return {
    skills: {
      list: async ({ counted = true, only }) => {
        core.lists.push(only);
        const skills = all.filter(({ id }) => only?.includes(id) ?? true);
        const unread = { tokens: null, references: [], scripts: [] };
        return {
          skills: skills.map((skill) => (counted ? skill : { ...skill, ...unread })),
          diagnostics: [...DIAGNOSTICS],
        };
      },
      load: async ({ sessionId, skill }) => {
        const view = SKILLS.find((entry) => entry.id === skill);
        const tokens = view?.tokens?.instructions ?? 0;
        const { maxContext, skillBudget } = DEFAULT_SETTINGS.limits;
        if (tokens > skillBudget) {
          throw refused(
            'over-skill-budget',
            `${skill} takes ${tokens} tokens and the budget for one skill is ${skillBudget} of ${maxContext}. Raise the budget in the settings, or shorten its SKILL.md.`,
          );
        }
        core.append(sessionId, { type: 'skill-loaded', skill, tokens, sha256: SHA, instructions: '…', by: 'user' });
        return {};
      },
      unload: async ({ sessionId, skill }) => {
        core.append(sessionId, { type: 'skill-unloaded', skill, tokens: 1, reason: 'user' });
        return {};
      },
      watch: async (_input, options) => changes.read(options?.signal, { change: 0 }),
    },
  };
}

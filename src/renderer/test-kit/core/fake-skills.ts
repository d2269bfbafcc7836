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
      show: async ({ skill }) => {
        const view = all.find(({ id }) => id === skill);
        if (view === undefined) throw refused('skill-not-found', `There is no skill "${skill}".`);
        return view;
      },
      lint: async () => ({ findings: [], checked: SKILLS.length, fixed: [], rules: [] }),
      lintRules: async () => ({ rules: [] }),
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
      loadReference: async ({ sessionId, skill, path }) => {
        core.append(sessionId, {
          type: 'reference-loaded',
          skill,
          path,
          tokens: 1_316,
          sha256: SHA,
          text: '…',
          by: 'user',
        });
        return {};
      },
      watch: async (_input, options) => changes.read(options?.signal, { change: 0 }),
      reload: async ({ sessionId, skill }) => {
        core.append(sessionId, { type: 'skill-loaded', skill, tokens: 1, sha256: SHA, instructions: '…', by: 'user' });
        return {};
      },
      setEnabled: async ({ sessionId, skill, enabled }) => {
        if (sessionId !== undefined) core.append(sessionId, { type: 'skill-switch-changed', skill, enabled });
        changes.send({ change: 1 });
        return {};
      },
      pin: async ({ sessionId, skill, pinned }) => {
        core.append(sessionId, { type: 'skill-pin-changed', skill, pinned });
        return {};
      },
      unloadReference: async ({ sessionId, skill, path }) => {
        core.append(sessionId, { type: 'reference-unloaded', skill, path, reason: 'user' });
        return {};
      },
    },
  };
}

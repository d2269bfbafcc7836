import type { Actions } from './actions.ts';
import type { CommandContext } from './command-context.ts';

type SkillActions = Pick<
  Actions,
  'loadSkill' | 'unloadSkill' | 'loadReference' | 'unloadReference' | 'pinSkill' | 'refreshSkills'
>;

export function skillCommands({ connection, data, open, refreshSkills, attempt }: CommandContext): SkillActions {
  const { sessions, skills } = connection.client;

  /** Loading by hand into a conversation that does not exist yet makes it. */
  const done = async (command: (sessionId: string) => Promise<unknown>): Promise<boolean> =>
    (await attempt(async () => {
      let sessionId = data.getState().selected;
      if (sessionId === undefined) {
        ({ sessionId } = await sessions.create({}));
        open(sessionId, 'made');
      }
      await command(sessionId);
      return true;
    })) ?? false;

  return {
    loadSkill: (skill) => done((sessionId) => skills.load({ sessionId, skill })),
    unloadSkill: (skill) => done((sessionId) => skills.unload({ sessionId, skill })),
    loadReference: (skill, path) => done((sessionId) => skills.loadReference({ sessionId, skill, path })),
    unloadReference: (skill, path) => done((sessionId) => skills.unloadReference({ sessionId, skill, path })),
    pinSkill: (skill, pinned) => done((sessionId) => skills.pin({ sessionId, skill, pinned })),
    refreshSkills: async () =>
      (await attempt(async () => {
        await refreshSkills();
        return true;
      })) ?? false,
  };
}

import type { Actions } from '../actions.ts';
import { newSessionOf } from '../app/environment-commands.ts';
import type { AppData } from '../app-data.ts';
import type { CommandContext } from '../command-context.ts';

type SkillActions = Pick<
  Actions,
  | 'loadSkill'
  | 'unloadSkill'
  | 'loadReference'
  | 'unloadReference'
  | 'pinSkill'
  | 'reloadSkill'
  | 'switchSkill'
  | 'refreshSkills'
  | 'readSkills'
>;

export function skillCommands({
  connection,
  data,
  open,
  refreshSkills,
  readSkills,
  attempt,
}: CommandContext): SkillActions {
  const { sessions, skills } = connection.client;

  /** Loading by hand into a conversation that does not exist yet makes it. */
  const done = async (command: (sessionId: string) => Promise<unknown>): Promise<boolean> =>
    (await attempt(async () => {
      let sessionId = data.getState().selected;
      if (sessionId === undefined) {
        ({ sessionId } = await sessions.create(newSessionOf(data.getState())));
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
    reloadSkill: (skill) => done((sessionId) => skills.reload({ sessionId, skill })),
    switchSkill: async (skill, enabled, where) => {
      if (where === 'session') return done((sessionId) => skills.setEnabled({ skill, enabled, sessionId }));
      const environment = where === 'environment' ? environmentOf(data.getState()) : undefined;
      return (
        (await attempt(async () => {
          await skills.setEnabled({ skill, enabled, environment });
          return true;
        })) ?? false
      );
    },
    readSkills: async (ids) =>
      (await attempt(async () => {
        await readSkills(ids);
        return true;
      })) ?? false,
    refreshSkills: async () =>
      (await attempt(async () => {
        await refreshSkills();
        return true;
      })) ?? false,
  };
}

/** Environment of the selected session, or else the app's current one. */
function environmentOf({ log, environments }: AppData): string | undefined {
  return log?.state.environment ?? environments?.current;
}

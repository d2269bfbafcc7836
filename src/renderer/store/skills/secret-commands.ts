import type { Actions } from '../actions.ts';
import type { CommandContext } from '../command-context.ts';

export function secretCommands({
  connection,
  attempt,
}: CommandContext): Pick<Actions, 'listSecrets' | 'setSecret' | 'removeSecret'> {
  const { secrets } = connection.client;
  return {
    listSecrets: () => attempt(() => secrets.list({})),
    setSecret: async (skill, name, value) =>
      (await attempt(async () => {
        await secrets.set({ skill, name, value });
        return true;
      })) ?? false,
    removeSecret: async (skill, name) => (await attempt(() => secrets.remove({ skill, name })))?.removed ?? false,
  };
}

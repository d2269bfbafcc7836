import type { Actions } from '../actions.ts';
import type { CommandContext } from '../command-context.ts';

type GrantActions = Pick<Actions, 'listGrants' | 'withdrawGrant' | 'restoreGrant'>;

export function grantCommands({ connection, attempt }: CommandContext): GrantActions {
  const { grants } = connection.client;
  const done = async (command: () => Promise<unknown>): Promise<boolean> =>
    (await attempt(async () => {
      await command();
      return true;
    })) ?? false;
  return {
    listGrants: () => attempt(() => grants.list({})),
    withdrawGrant: (key) => done(() => grants.withdraw({ key })),
    restoreGrant: (key) => done(() => grants.restore({ key })),
  };
}

import type { Actions } from '../actions.ts';
import type { CommandContext } from '../command-context.ts';

export function trustCommands({ connection, attempt }: CommandContext): Pick<Actions, 'readTrust' | 'setTrust'> {
  const { trust } = connection.client;
  return {
    readTrust: () => attempt(() => trust.get({})),
    setTrust: (trusted, dir) => attempt(() => trust.set({ trusted, ...(dir === undefined ? {} : { dir }) })),
  };
}

import type { Actions } from '../actions.ts';
import type { AppData } from '../app-data.ts';
import type { CommandContext } from '../command-context.ts';

type EnvironmentActions = Pick<
  Actions,
  'switchEnvironment' | 'createEnvironment' | 'removeEnvironment' | 'restoreEnvironment' | 'chooseAgent'
>;

/** Settings for a session created now. */
export const newSessionOf = ({ newAgent }: Pick<AppData, 'newAgent'>): { agent?: string } =>
  newAgent === undefined ? {} : { agent: newAgent };

/** Agent of the next conversation. */
export const agentOf = ({ newAgent, environments }: Pick<AppData, 'newAgent' | 'environments'>): { agent?: string } => {
  const agent = newAgent ?? environments?.agent ?? undefined;
  return agent === undefined ? {} : { agent };
};

/** @param refresh what depends on the environment or on the agent of the conversation to come. */
export function environmentCommands(
  { connection, data, attempt }: CommandContext,
  refresh: () => void,
): EnvironmentActions {
  const { environments } = connection.client;
  return {
    switchEnvironment: async (name) =>
      (await attempt(async () => {
        data.setState({ environments: await environments.switch({ name }), newAgent: undefined });
        refresh();
        return true;
      })) ?? false,
    createEnvironment: async (name, from) =>
      (await attempt(async () => {
        const made = from === undefined ? environments.create({ name }) : environments.copy({ from, name });
        data.setState({ environments: await made });
        return true;
      })) ?? false,
    removeEnvironment: (name) => attempt(async () => (await environments.remove({ name })).entry),
    restoreEnvironment: async (entry) =>
      (await attempt(async () => {
        data.setState({ environments: await environments.restore({ what: entry }) });
        return true;
      })) ?? false,
    chooseAgent(name) {
      data.setState({ newAgent: name });
      refresh();
    },
  };
}

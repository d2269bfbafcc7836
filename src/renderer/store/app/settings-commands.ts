import type { Actions } from '../actions.ts';
import type { CommandContext } from '../command-context.ts';

type SettingsActions = Pick<Actions, 'setSettings' | 'testModel'>;

export function settingsCommands({ connection, data, attempt }: CommandContext): SettingsActions {
  const { settings } = connection.client;
  return {
    setSettings: async (change) =>
      (await attempt(async () => {
        data.setState({ settings: await settings.set(change) });
        return true;
      })) ?? false,
    testModel: (input) => attempt(() => settings.testModel(input)),
  };
}

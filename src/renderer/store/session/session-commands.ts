import type { Actions } from '../actions.ts';
import type { CommandContext } from '../command-context.ts';

type SessionActions = Pick<Actions, 'newSession' | 'select' | 'rename' | 'remove' | 'restore'>;

export function sessionCommands({ connection, data, notifier, open, attempt }: CommandContext): SessionActions {
  const { sessions } = connection.client;

  const restore = async (sessionId: string): Promise<boolean> =>
    (await attempt(async () => {
      await sessions.restore({ sessionId });
      return true;
    })) ?? false;

  return {
    newSession: () => {
      open(undefined);
      data.setState({ author: undefined, library: undefined });
    },
    select: (sessionId) => {
      open(sessionId);
      data.setState({ author: undefined, library: undefined });
    },
    restore,
    rename: async (sessionId, title) =>
      (await attempt(async () => {
        await sessions.rename({ sessionId, title });
        return true;
      })) ?? false,
    remove: async (sessionId) =>
      (await attempt(async () => {
        const title = data.getState().sessions?.find((session) => session.id === sessionId)?.title ?? '';
        const wasOpen = data.getState().selected === sessionId;
        await sessions.remove({ sessionId });
        if (data.getState().selected === sessionId) open(undefined);
        notifier.removed(title, () => {
          void restore(sessionId).then((restored) => {
            if (restored && wasOpen && data.getState().selected === undefined) open(sessionId);
          });
        });
        return true;
      })) ?? false,
  };
}

import type { CommandContext } from '../command-context.ts';

export interface InSession {
  /** Runs a command on the selected session; `undefined` without one, or after a failure, which is reported. */
  inSession<T>(command: (sessionId: string) => Promise<T>): Promise<T | undefined>;
  /** The same for what answers nothing: whether it was done. */
  done(command: (sessionId: string) => Promise<unknown>): Promise<boolean>;
}

export function inSelected({ data, attempt }: Pick<CommandContext, 'data' | 'attempt'>): InSession {
  const inSession = async <T>(command: (sessionId: string) => Promise<T>): Promise<T | undefined> => {
    const sessionId = data.getState().selected;
    return sessionId === undefined ? undefined : attempt(() => command(sessionId));
  };
  return {
    inSession,
    done: async (command) =>
      (await inSession(async (sessionId) => {
        await command(sessionId);
        return true;
      })) ?? false,
  };
}

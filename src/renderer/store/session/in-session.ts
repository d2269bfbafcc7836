import type { CommandContext } from '../command-context.ts';
import type { SessionData } from './state.ts';

export interface InSession {
  /** Runs a command on the selected session; `undefined` without one, or after a failure, which is reported. */
  inSession<T>(command: (sessionId: string) => Promise<T>): Promise<T | undefined>;
  /** The same for what answers nothing: whether it was done. */
  done(command: (sessionId: string) => Promise<unknown>): Promise<boolean>;
}

export function inSelected({
  data,
  attempt,
  done,
}: Pick<CommandContext<Pick<SessionData, 'selected'>>, 'data' | 'attempt' | 'done'>): InSession {
  return {
    inSession: async (command) => {
      const sessionId = data.getState().selected;
      return sessionId === undefined ? undefined : attempt(() => command(sessionId));
    },
    done: async (command) => {
      const sessionId = data.getState().selected;
      return sessionId !== undefined && done(() => command(sessionId));
    },
  };
}

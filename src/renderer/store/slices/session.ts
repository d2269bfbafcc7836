import type { RunState } from '../../../shared/events.ts';
import type { CommandContext } from '../command-context.ts';
import type { SessionData, SkillsData } from './session-state.ts';

const RUNNING: ReadonlySet<RunState> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

/** The agent is at work, or waits for the person's yes. */
export const isRunning = (state: RunState): boolean => RUNNING.has(state);

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

export function sessionCommands({
  connection,
  data,
  notifier,
  open,
  done,
}: CommandContext<SessionData & SkillsData & { readonly library: unknown }>) {
  const { sessions } = connection.client;

  const restore = (sessionId: string): Promise<boolean> => done(() => sessions.restore({ sessionId }));

  return {
    /** Shows the empty conversation. The session is made with its first message. */
    newSession: () => {
      open(undefined);
      data.setState({ author: undefined, library: undefined });
    },
    select: (sessionId: string) => {
      open(sessionId);
      data.setState({ author: undefined, library: undefined });
    },
    restore,
    rename: (sessionId: string, title: string) => done(() => sessions.rename({ sessionId, title })),
    /** Offers to undo it. */
    remove: (sessionId: string) =>
      done(async () => {
        const title = data.getState().sessions?.find((session) => session.id === sessionId)?.title ?? '';
        const wasOpen = data.getState().selected === sessionId;
        await sessions.remove({ sessionId });
        if (data.getState().selected === sessionId) open(undefined);
        notifier.removed(title, () => {
          void restore(sessionId).then((restored) => {
            if (restored && wasOpen && data.getState().selected === undefined) open(sessionId);
          });
        });
      }),
  };
}

import type { CommandContext } from '../command-context.ts';
import type { LibraryData } from '../library/state.ts';
import type { SkillsData } from '../skills/state.ts';
import type { SessionData } from './state.ts';

export function sessionCommands({
  connection,
  data,
  notifier,
  open,
  done,
}: CommandContext<SessionData & SkillsData & LibraryData>) {
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

import type { Actions } from './actions.ts';
import type { CommandContext } from './command-context.ts';

type ContextActions = Pick<Actions, 'pinMessage' | 'compact' | 'undoCompaction' | 'comparePlacements'>;

/** What the person changes about the context by hand. */
export function contextCommands({ connection, data, notifier, attempt }: CommandContext): ContextActions {
  const { context } = connection.client;

  const done = async (command: (sessionId: string) => Promise<unknown>): Promise<boolean> => {
    const sessionId = data.getState().selected;
    if (sessionId === undefined) return false;
    return (
      (await attempt(async () => {
        await command(sessionId);
        return true;
      })) ?? false
    );
  };

  return {
    pinMessage: (seq, pinned) => done((sessionId) => context.pinMessage({ sessionId, seq, pinned })),
    compact: (instruction) =>
      done(async (sessionId) => {
        const given = instruction.trim();
        const { before, after, messages } = await context.compact({
          sessionId,
          ...(given === '' ? {} : { instruction: given }),
        });
        notifier.compacted(before, after, messages);
      }),
    undoCompaction: (seq) => done((sessionId) => context.undoCompaction({ sessionId, seq })),
    comparePlacements: async () => {
      const sessionId = data.getState().selected;
      return sessionId === undefined ? undefined : attempt(() => context.placements({ sessionId }));
    },
  };
}

import type { Actions } from '../actions.ts';
import type { CommandContext } from '../command-context.ts';
import { inSelected } from '../session/in-session.ts';

type ContextActions = Pick<Actions, 'pinMessage' | 'compact' | 'undoCompaction' | 'comparePlacements'>;

/** Manual changes of the context by the user. */
export function contextCommands({ connection, data, notifier, attempt }: CommandContext): ContextActions {
  const { context } = connection.client;

  const { done } = inSelected({ data, attempt });

  /** While it lasts the session is held, as by a run. */
  const compacting = async <T>(sessionId: string, command: () => Promise<T>): Promise<T> => {
    data.setState((state) => ({ compacting: [...state.compacting, sessionId] }));
    try {
      return await command();
    } finally {
      data.setState((state) => ({ compacting: state.compacting.filter((id) => id !== sessionId) }));
    }
  };

  const undo = async (sessionId: string, seqs: readonly number[]): Promise<void> => {
    let now = {};
    for (const seq of seqs) now = await context.undoCompaction({ sessionId, seq });
    if (seqs.length > 0) notifier.compactionUndone(now);
  };

  return {
    pinMessage: (seq, pinned) => done((sessionId) => context.pinMessage({ sessionId, seq, pinned })),
    async compact(instruction) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return false;
      const wish = instruction.trim();
      const input = { sessionId, ...(wish === '' ? {} : { instruction: wish }) };
      const made = await attempt(() => compacting(sessionId, () => context.compact(input)));
      if (made === undefined) return false;
      const { compactions = [], ...figures } = made;
      if (figures.messages === 0) notifier.compactionStopped();
      // Undoes the later compaction first: it builds on the earlier one.
      else notifier.compacted(figures, () => void attempt(() => undo(sessionId, compactions.toReversed())));
      return figures.messages > 0;
    },
    undoCompaction: (seq) => done((sessionId) => undo(sessionId, [seq])),
    comparePlacements: async () => {
      const sessionId = data.getState().selected;
      return sessionId === undefined ? undefined : attempt(() => context.placements({ sessionId }));
    },
  };
}

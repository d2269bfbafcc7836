import { defined } from '../../../shared/defined.ts';
import type { CommandContext } from '../command-context.ts';
import { inSelected } from '../session/in-session.ts';
import type { SessionData } from '../session/state.ts';
import type { ContextData } from './state.ts';

export type ContextActions = ReturnType<typeof contextCommands>;

/** Manual changes of the context by the user. */
export function contextCommands(commands: CommandContext<ContextData & SessionData>) {
  const { connection, data, notifier, attempt } = commands;
  const { context } = connection.client;
  const { inSession, done } = inSelected(commands);

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
    /** A pinned message stays whole for the model. */
    pinMessage: (seq: number, pinned: boolean) => done((sessionId) => context.pinMessage({ sessionId, seq, pinned })),
    /** Compacts older results and turns now. Offers to undo it. False, too, where it was stopped. */
    async compact(instruction: string) {
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
    undoCompaction: (seq: number) => done((sessionId) => undo(sessionId, [seq])),
    /** The conversation's requests under both placements. */
    comparePlacements: () => inSession((sessionId) => context.placements({ sessionId })),
    /** The next request, or with `at` the one sent at that event. */
    showContext: (at?: number) => {
      const sessionId = data.getState().selected;
      return attempt(() => context.show(defined({ sessionId, at })));
    },
  };
}

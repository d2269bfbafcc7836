import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';

export interface UndoneCompaction {
  /** Tokens of the next request in its current state. */
  readonly tokens: number;
  readonly max: number;
  /** It is over 80% of the context, and the next request will be compacted again. */
  readonly compactsAgain: boolean;
}

/**
 * Takes a compaction back: the next request is what it would have been without it. Over 80% of the context the next
 * request compacts again (CONTRACT §5).
 * @throws SkilldeckError `compaction-not-found`, `session-busy`.
 */
export async function undoCompaction(deps: SessionDeps, session: LiveSession, seq: number): Promise<UndoneCompaction> {
  session.assertIdle();
  if (!session.state.compactions.some((compaction) => compaction.seq === seq)) {
    throw detailed('compaction-not-found', 'compaction-over');
  }
  session.append({ type: 'compaction-undone', undoes: seq });
  const { state } = session;
  return {
    tokens: await deps.context.total(state),
    max: state.limits.maxContext,
    compactsAgain: (await deps.context.nextCompaction(state)) !== undefined,
  };
}

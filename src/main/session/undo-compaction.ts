import { SkilldeckError } from '../../shared/errors.ts';
import type { LiveSession } from './live-session.ts';

/**
 * Takes a compaction back: the next request is what it would have been without it. Over 80 % of the context the next
 * request compacts again.
 * @throws SkilldeckError `compaction-not-found`, `session-busy`.
 */
export function undoCompaction(session: LiveSession, seq: number): void {
  session.assertIdle();
  if (!session.state.compactions.some((compaction) => compaction.seq === seq)) {
    throw new SkilldeckError(
      'compaction-not-found',
      'This compaction is not in force (any more), so there is nothing to undo.',
    );
  }
  session.append({ type: 'compaction-undone', undoes: seq });
}

/** Compaction that the person asks for, whatever the fill. */
import { SkilldeckError } from '../../shared/errors.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

export interface Compacted {
  /** Tokens of the next request. */
  readonly before: number;
  readonly after: number;
  /** Messages that a summary or a short note now stands for. */
  readonly messages: number;
}

/** @throws SkilldeckError `nothing-to-compact`, `session-busy`. */
export async function compactByHand(
  _deps: SessionDeps,
  _session: LiveSession,
  _instruction: string | undefined,
): Promise<Compacted> {
  throw new SkilldeckError('not-supported', 'Compaction by hand is not there yet.');
}

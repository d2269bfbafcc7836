/** Load modes `turn` and `once` (seeds/002; CONTRACT §8): the skill goes, and its references with it. */
import type { LoadedSkill } from '../../shared/session-state.ts';
import type { LiveSession } from './live-session.ts';

/** `turn`: when the next user message is added. */
export function unloadAfterTurn(session: LiveSession): void {
  if (session.state.loadMode === 'turn') unload(session, session.state.loadedSkills);
}

/** `once`: after the first answered request that carried the skill. */
export function unloadAfterRequest(session: LiveSession): void {
  const { loadMode, lastRequest, loadedSkills } = session.state;
  if (loadMode !== 'once' || lastRequest === undefined) return;
  unload(
    session,
    loadedSkills.filter((skill) => skill.seq < lastRequest.seq),
  );
}

function unload(session: LiveSession, skills: readonly LoadedSkill[]): void {
  session.append(
    ...skills.map((skill) => ({
      type: 'skill-unloaded' as const,
      skill: skill.id,
      tokens: skill.tokens,
      reason: 'mode' as const,
    })),
  );
}

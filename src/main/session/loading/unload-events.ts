import type { EventOf } from '../../../shared/events.ts';
import { freedInTurn } from '../../../shared/loaded-skills.ts';
import type { LoadedSkill, SessionState } from '../../../shared/session-state.ts';

type Unloaded = Omit<EventOf<'skill-unloaded'>, 'v' | 'seq' | 'at' | 'session'>;

/** These skills go, in this order; `tokens` of each are what its going frees (a tool that another one brings too stays). */
export function unloadEvents(
  state: SessionState,
  going: readonly Pick<LoadedSkill, 'id'>[],
  reason: Unloaded['reason'],
): readonly Unloaded[] {
  return freedInTurn(state.loadedSkills, going).map(({ id, tokens }) => ({
    type: 'skill-unloaded',
    skill: id,
    tokens,
    reason,
  }));
}

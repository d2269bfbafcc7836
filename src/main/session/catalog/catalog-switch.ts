import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { refreshSession } from './refresh.ts';

/**
 * Switches a skill on or off for this session only; `null`: follows the app's setting. Unloads a loaded skill that is
 * now off.
 * @throws SkilldeckError `skill-not-found`.
 */
export async function switchSkill(
  deps: SessionDeps,
  session: LiveSession,
  id: string,
  enabled: boolean | null,
): Promise<void> {
  await deps.skills.catalog(session.state);
  const { skillSwitches } = session.state;
  const before = Object.hasOwn(skillSwitches, id) ? skillSwitches[id] : null;
  const others = Object.fromEntries(Object.entries(skillSwitches).filter(([other]) => other !== id));
  // If nothing else disables it, no switch is needed: the session then follows later changes of the app's setting.
  const isOnAnyway =
    enabled === true && deps.skills.availability(id, { ...session.state, skillSwitches: others }).kind === 'usable';
  const wanted = isOnAnyway ? null : enabled;
  const availability = deps.skills.availability(id, session.state);
  // One that is gone can still be forgotten.
  if (availability.kind === 'missing' && enabled !== null) throw detailed('skill-not-found', 'skill-unknown', { id });
  if (before !== wanted) session.append({ type: 'skill-switch-changed', skill: id, enabled: wanted });
  await refreshSession(deps, session);
}

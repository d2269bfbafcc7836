/** `/name` at the beginning of a message loads that skill before the message is sent (CONTRACT §13). */
import { detailed } from '../../../shared/messages/detail.ts';
import { isOffered, skillNamed } from '../../../shared/named-skill.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { expectOk } from './expect-ok.ts';
import { loadSkill } from './load-skill.ts';

/**
 * @returns the skill's id; undefined if the message names none, and is sent as it is.
 * @throws SkilldeckError why it cannot be loaded: then the message is not sent.
 */
export async function loadNamed(deps: SessionDeps, session: LiveSession, text: string): Promise<string | undefined> {
  if (!text.startsWith('/')) return undefined;
  session.assertIdle();
  const { skills } = await deps.skills.catalog(session.state);
  const named = skillNamed(text, skills);
  if (named === undefined) return undefined;
  if (!isOffered(named)) throw detailed('bad-input', 'skill-model-only', { id: named.id });
  expectOk(await loadSkill(deps, session, named.id, 'user'));
  return named.id;
}

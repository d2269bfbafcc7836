/** Reloads loaded skills after a change of dialect, in the form of the new one. */

import { isEqual } from '../../shared/defined.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { LoadedSkill } from '../../shared/session-state.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { loadAgainEvents } from './load-again-events.ts';
import { sizeSkill } from './size-skill.ts';

export async function reloadInDialect(deps: SessionDeps, session: LiveSession): Promise<void> {
  const change = session.events.findLast((event) => event.type === 'settings-changed' && event.dialect !== undefined);
  if (change === undefined) return;
  for (const skill of session.state.loadedSkills) {
    if (skill.seq < change.seq) await reload(deps, session, skill);
  }
}

/** A skill that is no longer on the disk keeps the text that it was loaded with; its tools stay those of its load. */
async function reload(deps: SessionDeps, session: LiveSession, skill: LoadedSkill): Promise<void> {
  const { state } = session;
  const { id, by, references } = skill;
  try {
    const instructions = await deps.skills.instructions(id, state.dialect);
    const declared = skill.tools.map(({ declared: name, tokens: _tokens, ...tool }) => ({ ...tool, name }));
    // A name that was free in the old dialect may be that of a tool of the new one.
    const { tokens, tools } = await sizeSkill(deps, state, { id, instructions, declared });
    const sameTools = isEqual(tools, skill.tools);
    if (instructions === skill.instructions && tokens === skill.tokens && sameTools) return;
    session.append(...loadAgainEvents(id, { tokens, instructions, tools, references, by }));
  } catch (error) {
    if (!isSkilldeckError(error)) throw error;
  }
}

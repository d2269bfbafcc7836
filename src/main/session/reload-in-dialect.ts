/** After a change of dialect, what is loaded stands in the new dialect's form: it is loaded again as that one writes it. */
import { isSkilldeckError } from '../../shared/errors.ts';
import type { LoadedSkill } from '../../shared/session-state.ts';
import { sha256 } from '../lib/sha256.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

export async function reloadInDialect(deps: SessionDeps, session: LiveSession): Promise<void> {
  const change = session.events.findLast((event) => event.type === 'settings-changed' && event.dialect !== undefined);
  if (change === undefined) return;
  for (const skill of session.state.loadedSkills) {
    if (skill.seq < change.seq) await reload(deps, session, skill);
  }
}

/** A skill that is no longer on the disk keeps the text that it was loaded with. */
async function reload(deps: SessionDeps, session: LiveSession, skill: LoadedSkill): Promise<void> {
  const { dialect } = session.state;
  const { id, by, references } = skill;
  try {
    const instructions = await deps.skills.instructions(id, dialect);
    if (instructions === skill.instructions) return;
    const tokens = await deps.context.skillTokens(session.state, id, instructions);
    session.append(
      { type: 'skill-loaded', skill: id, tokens, sha256: sha256(instructions), instructions, by },
      // A load begins without references: those that were there stay.
      ...references.map(({ seq: _seq, ...reference }) => ({
        type: 'reference-loaded' as const,
        skill: id,
        by,
        ...reference,
      })),
    );
  } catch (error) {
    if (!isSkilldeckError(error)) throw error;
  }
}

/** Tools for skills that work on skills. A skill names them in `allowed-tools`; they are offered while it is loaded. */
import type { SessionState } from '../../../shared/session-state.ts';
import { allowsName } from '../../lib/name-patterns.ts';
import type { SkillLibrary } from '../../skills/types.ts';
import type { Tool } from '../types.ts';
import { evalSkill } from './eval-skill.ts';
import { proposeEdit } from './propose-edit.ts';

const TOOLS: readonly Tool[] = [evalSkill, proposeEdit];

/** A trial offers none of them: it would begin further trials. */
export function workshopTools(state: SessionState, library: Pick<SkillLibrary, 'catalog'>): readonly Tool[] {
  if (state.kind === 'eval' || state.loadedSkills.length === 0) return [];
  const { skills } = library.catalog();
  const named = new Set(
    state.loadedSkills.flatMap(({ id }) => skills.find((skill) => skill.id === id)?.allowedTools ?? []),
  );
  return TOOLS.filter(({ name }) => named.has(name) && allowsName(state.agent?.tools, name));
}

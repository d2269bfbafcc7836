/** Compares the skills of a repository with what is installed. */
import { existsSync } from 'node:fs';
import type { RepositorySkill } from '../../../shared/contract/repositories.ts';
import { defined } from '../../../shared/defined.ts';
import type { ListedSkill, RepositoryDefinition, Standing } from '../../../shared/repositories.ts';
import type { RepositoryState } from './state-file.ts';

function standingOf(
  listed: ListedSkill,
  { taken }: Pick<RepositoryState, 'taken'>,
  { skills: chosen }: Pick<RepositoryDefinition, 'skills'>,
): Standing {
  const had = Object.hasOwn(taken, listed.id) ? taken[listed.id] : undefined;
  if (had === undefined) return chosen === undefined || chosen.includes(listed.id) ? 'new' : 'offered';
  if (!existsSync(had.path)) return 'removed';
  return had.fingerprint === listed.fingerprint ? 'current' : 'update';
}

/** The latest list, and installed skills that are missing from it. */
export function standings(state: RepositoryState, definition: RepositoryDefinition): RepositorySkill[] {
  const listed = new Set(state.skills.map(({ id }) => id));
  const shown = state.skills.map((skill): RepositorySkill => {
    const { fingerprint: _own, ...fields } = skill;
    const installed = Object.hasOwn(state.taken, skill.id) ? state.taken[skill.id]?.version : undefined;
    return { ...fields, standing: standingOf(skill, state, definition), ...defined({ installed }) };
  });
  // A list that could not be had says nothing of what is gone.
  const gone = Object.entries(state.taken)
    .filter(([id, { path }]) => state.seenAt !== undefined && !listed.has(id) && existsSync(path))
    .map(([id, { version }]): RepositorySkill => {
      return { id, description: '', path: '', tokens: null, standing: 'gone', ...defined({ installed: version }) };
    });
  return [...shown, ...gone];
}

/** Those that a sync takes unasked-for: new ones and changed ones. */
export const toTake = (
  skills: readonly ListedSkill[],
  state: RepositoryState,
  definition: RepositoryDefinition,
): readonly ListedSkill[] => skills.filter((skill) => ['new', 'update'].includes(standingOf(skill, state, definition)));

import { isSkilldeckError } from '../../../shared/errors.ts';
import type { CatalogEntry } from '../../../shared/events.ts';
import { callableSkills, listedSkills, moreSkills } from '../../../shared/skill-list.ts';
import type { SkillDocument } from '../../skills/types.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ToolContext } from '../types.ts';

/** Rule of the diagnostic for a skill whose requirements this computer does not meet. */
const CANNOT_WORK = 'cannot-work-here';

/** Names under which models send a skill's id. */
export const SKILL_ALIASES = (field: string): readonly (readonly [string, string])[] =>
  ['name', 'skill_name', 'skill', 'skillId', 'skill_id']
    .filter((alias) => alias !== field)
    .map((alias) => [alias, field]);

/** The entry meant: by id, else by a display name or a spelling that only one has. */
export const matchSkill = (given: string, context: ToolContext): CatalogEntry | undefined =>
  matchIn(callableSkills(context.host.state()), given);

function matchIn(catalog: readonly CatalogEntry[], given: string): CatalogEntry | undefined {
  const exact = catalog.find((entry) => entry.id === given);
  if (exact !== undefined) return exact;
  const loose = given.trim().toLowerCase();
  const alike = catalog.filter((entry) => entry.id.toLowerCase() === loose || entry.name.toLowerCase() === loose);
  return alike.length === 1 ? alike[0] : undefined;
}

/** @throws ToolFailure with the ids of the list. */
export function findSkill(given: string, context: ToolContext): CatalogEntry {
  const found = matchSkill(given, context);
  if (found !== undefined) return found;
  const { skills, more } = listedSkills(context.host.state());
  const lines = [...skills.map(({ id }) => `- ${id}`), ...(more === 0 ? [] : [`- ${moreSkills(more)}`])];
  const ids = lines.join('\n');
  throw new ToolFailure(
    `${whyNot(given, context)} ${ids === '' ? 'No skills are installed.' : `The skills are:\n${ids}`}`,
  );
}

/** Answer to a call that names a skill for the person alone. */
export const onlyPerson = (id: string): string =>
  `Only the person can load the skill "${id}", with /${id} at the beginning of a message. Continue without it.`;

/** The skill meant, if only the person may load it. */
export function personsSkill(given: string, { host }: ToolContext): CatalogEntry | undefined {
  return matchIn(
    host.state().catalog.filter(({ modelInvocable }) => modelInvocable === false),
    given,
  );
}

/** A skill that is there and cannot be used is not said to be missing. */
function whyNot(given: string, context: ToolContext): string {
  const persons = personsSkill(given, context);
  if (persons !== undefined) return onlyPerson(persons.id);
  const reasons = context.host
    .state()
    .diagnostics.filter(
      ({ skill, severity, rule }) => skill === given && (severity === 'error' || rule === CANNOT_WORK),
    )
    .map(({ message }) => message.replace(/[.]?$/, '.'));
  return reasons.length === 0
    ? `There is no skill "${given}".`
    : `The skill "${given}" cannot be used: ${reasons.join(' ')}`;
}

/**
 * Reads the skill's current version from disk; it may have gone since the request was sent.
 * @throws ToolFailure that names the existing skills.
 */
export async function readSkill(id: string, { library }: ToolContext): Promise<SkillDocument> {
  try {
    return await library.read(id).catch(async (error: unknown) => {
      if (!isSkilldeckError(error)) throw error;
      await library.refresh();
      return library.read(id);
    });
  } catch (error) {
    if (isSkilldeckError(error)) throw new ToolFailure(error.message);
    throw error;
  }
}

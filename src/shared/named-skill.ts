/** `/name` at the beginning of a message: the window, the command line and the core read it alike. */
import type { CatalogEntry } from './events.ts';

/** A path such as `/etc/hosts` names no skill. */
const NAMED = /^\/([^\s/]+)(?=\s|$)/u;

type Named = Pick<CatalogEntry, 'id' | 'name' | 'userInvocable'>;

/**
 * The skill that the message begins with, by its id or a name that only one has; small and large letters are the same.
 * One that is not offered is found only where no other is meant: the caller refuses it.
 */
export function skillNamed<T extends Named>(text: string, skills: readonly T[]): T | undefined {
  const given = NAMED.exec(text)?.[1]?.toLowerCase();
  if (given === undefined) return undefined;
  return matching(given, skills.filter(isOffered)) ?? matching(given, skills);
}

function matching<T extends Named>(given: string, skills: readonly T[]): T | undefined {
  const byId = skills.find(({ id }) => id.toLowerCase() === given);
  if (byId !== undefined) return byId;
  const byName = skills.filter(({ name }) => name.toLowerCase() === given);
  return byName.length === 1 ? byName[0] : undefined;
}

/** Skills that the person may call by name. */
export const isOffered = ({ userInvocable }: Pick<CatalogEntry, 'userInvocable'>): boolean => userInvocable !== false;

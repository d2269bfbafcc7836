import { SkilldeckError } from '../../shared/errors.ts';

/** What is said at the end of each refusal, as it is the first thing that a person wants to know. */
const NOTHING = 'Nothing was imported.';

/** `import-refused`. @param why a sentence without its full stop. */
export function refused(why: string, cause?: unknown): SkilldeckError {
  return new SkilldeckError('import-refused', `${why}. ${NOTHING}`, cause === undefined ? undefined : { cause });
}

/** A name of someone else's, in a message. */
export const quoted = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);

/** The disk's own refusals (no room, no right) are for the person, not faults of the program. Others stay what they are. */
export function ofTheDisk(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const where = 'path' in error && typeof error.path === 'string' ? ` at ${error.path}` : '';
  return new SkilldeckError('home-unusable', `The disk refused (${String(error.code)}${where}). Nothing was changed.`, {
    cause: error,
  });
}

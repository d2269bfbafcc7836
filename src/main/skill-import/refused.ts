import { SkilldeckError } from '../../shared/errors.ts';

/** Ends each refusal: the first thing the user wants to know. */
const NOTHING = 'Nothing was imported.';

/** `import-refused`. @param why a sentence without its full stop. */
export function refused(why: string, cause?: unknown): SkilldeckError {
  return new SkilldeckError('import-refused', `${why}. ${NOTHING}`, cause === undefined ? undefined : { cause });
}

/** A name of someone else's, in a message. */
export const quoted = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);

const SAYS: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room left',
  EDQUOT: 'the quota is used up',
  EFBIG: 'a file is larger than it allows',
  EROFS: 'it is read-only',
  EACCES: 'you have no right to write there',
  EPERM: 'you have no right to write there',
};

/** Turns the disk's refusals (disk full, no permission) into errors for the user; returns other errors unchanged. */
export function ofTheDisk(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  // When a copy fails, `path` is its source; the target is what was refused.
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  const where = typeof place === 'string' ? ` at ${place}` : '';
  const why = SAYS[code] === undefined ? '' : `: ${SAYS[code]}`;
  return new SkilldeckError('home-unusable', `The disk refused${why} (${code}${where}). Nothing was changed.`, {
    cause: error,
  });
}

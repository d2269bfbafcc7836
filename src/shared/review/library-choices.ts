/** Filters and sort orders of the library. */
import { VERDICTS } from '../judging/verdicts.ts';

/** Model name in the log if another program did not record it. */
export const UNKNOWN_MODEL = 'unknown';

/** End of a session's last run: `running` during a run, `none` before the first message. */
export const OUTCOMES = ['completed', 'stopped', 'error', 'max-iterations', 'refused', 'running', 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Origin of a session: created here, imported from another Skilldeck, written by another program, or shared by a colleague
 * in the team's archive.
 */
export const ORIGINS = ['here', 'imported', 'foreign', 'shared'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Problems: anything that failed, a refused approval, evidence that does not hold. */
export const PROBLEMS = ['failed', 'refused', 'unverified'] as const;

/** Verdicts on the whole session; `none`: no one gave one. */
export const JUDGED = [...VERDICTS, 'none'] as const;

/** True if archived or deleted ones are included. */
export const WHICH = ['without', 'with', 'only'] as const;

/** Names that one filter takes, and characters of each. */
export const MAX_NAMES = 200;
export const MAX_NAME = 500;

export const LIBRARY_SORTS = [
  'updated',
  'created',
  'title',
  'turns',
  'tokens',
  'cost',
  'errors',
  'duration',
  'hits',
] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

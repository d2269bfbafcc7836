/** One look at a repository: what it has goes into its state, what went wrong too. */
import { rm } from 'node:fs/promises';
import { ImportRefusal, refusedFor } from '../../../main/skills/import/refused.ts';
import { makeWorkFolder, sweepWorkFolders } from '../../../main/skills/import/stage.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { RepositoryFault } from '../../../shared/skills/repositories.ts';
import { openRepository } from './open-repository.ts';
import type { Connect, Listing, SkillRepository } from './repository.ts';
import type { StateFile } from './state-file.ts';

/** Milliseconds for one look, whatever the kind. */
const LOOK_MS = 10 * 60_000;

/** Undefined for a bug. */
function faultOf(error: unknown): RepositoryFault | undefined {
  if (!isSkilldeckError(error)) return undefined;
  const exact = defined({ exact: error.detail });
  if (error instanceof ImportRefusal) return { code: error.reason, detail: error.why, ...exact };
  return { code: error.code === 'bad-input' ? 'address' : 'refused', detail: error.message, ...exact };
}

export interface LookAt extends Omit<Connect, 'work' | 'signal'> {
  readonly state: StateFile;
  readonly signal: AbortSignal;
  /** ISO 8601. */
  now(): string;
}

/**
 * Opens a repository without looking at what it has. @throws as its operations.
 */
export async function withRepository<T>(
  { signal, ...connect }: Omit<Connect, 'work'>,
  then: (repository: SkillRepository) => Promise<T>,
): Promise<T> {
  await sweepWorkFolders();
  const work = makeWorkFolder();
  let repository: SkillRepository | undefined;
  try {
    repository = await openRepository({ ...connect, work, signal });
    return await then(repository);
  } finally {
    await repository?.close();
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param then is given the open repository; what it throws is a failure of the look as well.
 * @returns undefined where it failed: the state says why. @throws a bug; the signal's reason on abort.
 */
export async function lookAtRepository<T>(
  { state, signal, now, ...connect }: LookAt,
  then: (repository: SkillRepository, listing: Listing) => Promise<T>,
): Promise<T | undefined> {
  const { address } = connect.definition;
  const limit = AbortSignal.timeout(LOOK_MS);
  try {
    return await withRepository({ ...connect, signal: AbortSignal.any([signal, limit]) }, async (repository) => {
      const listing = await repository.list();
      const { fault: _gone, revision: _old, ...before } = state.read(address);
      state.write({
        ...before,
        seenAt: now(),
        skills: [...listing.skills],
        broken: [...listing.broken],
        ...(listing.revision === undefined ? {} : { revision: listing.revision }),
      });
      return then(repository, listing);
    });
  } catch (error) {
    signal.throwIfAborted();
    const fault = faultOf(limit.aborted ? refusedFor('timeout', 'look-time', { minutes: LOOK_MS / 60_000 }) : error);
    if (fault === undefined) throw error;
    state.write({ ...state.read(address), fault: { ...fault, at: now() } });
    return undefined;
  }
}

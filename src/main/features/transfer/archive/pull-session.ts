/** Stores a shared session here, read-only, or its newer version in place of the older. */
import { SkilldeckError } from '../../../../shared/errors.ts';
import type { ImportResult } from '../../../../shared/review.ts';
import type { LocalRemarks } from '../../../archive/remarks.ts';
import type { Core } from '../../../core/core.ts';
import { ImportThread } from '../import/import-thread.ts';

/** @throws SkilldeckError `session-not-found`, `import-refused`; `not-supported` where notes would be lost. */
export async function pullSession(
  { archives, store, sessions }: Core,
  remarks: LocalRemarks,
  sessionId: string,
  signal: AbortSignal,
): Promise<ImportResult> {
  const found = archives.shared().get(sessionId);
  if (found === undefined)
    throw new SkilldeckError(
      'session-not-found',
      `The archive has no session '${sessionId}', as it was last seen. Look again: skilldeck archive list`,
    );
  if (store.has(sessionId) && !store.isImported(sessionId))
    throw new SkilldeckError('not-supported', `The session '${sessionId}' is your own: it is here already.`);
  const text = await archives.open(found.log.digest, signal);
  // What was noted here goes to the archive before this version is replaced, and comes back with the next look.
  await archives.sync(remarks, signal);
  if (store.isImported(sessionId) && archives.state().pulled[sessionId] !== found.log.digest) {
    const both = archives.state().notes[sessionId] ?? {};
    if ([...remarks.notes(sessionId).values()].some(({ note, at }) => both[note] !== at))
      throw new SkilldeckError(
        'not-supported',
        `The older version of '${sessionId}' stays: your notes on it could not be pushed to the archive. Look again: skilldeck archive list`,
      );
    sessions.forgetImported(sessionId);
  }
  const taken = new ImportThread({ store, name: undefined, onStored: sessions.announceStored });
  try {
    await taken.take(text);
    const result = await taken.end();
    archives.notePulled(sessionId, found.log.digest);
    return result;
  } finally {
    taken.close();
    await archives.sync(remarks, signal);
  }
}

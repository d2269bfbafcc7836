/** User's organisation of sessions: marks, tags, bulk deletion, branches, notes. */
import { z } from 'zod';
import { inSession, nothing, procedure, sessionId } from './procedure.ts';

const sessionIds = z.array(sessionId).min(1).max(1_000);
const tag = z.string().trim().min(1).max(100);
const tags = z.array(tag).max(50);
const noteText = z.string().trim().min(1).max(20_000);
const note = z.string().min(1).max(100);

/** Part of `sessions`: marks, tags, branches and notes. */
export const keepContract = {
  /** Omitted fields keep their value. `tags` replaces all tags; `addTags` and `removeTags` change the existing ones. */
  mark: procedure
    .input(
      z.object({
        sessionIds,
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        tags: tags.optional(),
        addTags: tags.optional(),
        removeTags: tags.optional(),
      }),
    )
    .output(nothing),
  /** Off the list, their runs stopped; `restoreMany` is the undo. Those that are gone already are left out of the answer. */
  removeMany: procedure.input(z.object({ sessionIds })).output(z.object({ removed: z.array(z.string()) })),
  restoreMany: procedure.input(z.object({ sessionIds })).output(nothing),
  /**
   * Creates a session that continues after the event `at`. A branch of an imported one uses the app's own settings.
   * @throws `event-not-found`.
   */
  fork: procedure.input(inSession.extend({ at: z.int().min(1) })).output(z.object({ sessionId })),
  /** Attaches a note to the event `on`. @throws `event-not-found`. */
  addNote: procedure.input(inSession.extend({ on: z.int().min(1), text: noteText })).output(z.object({ note })),
  /** @throws `event-not-found`. */
  changeNote: procedure.input(inSession.extend({ note, text: noteText })).output(nothing),
  removeNote: procedure.input(inSession.extend({ note })).output(nothing),
};

/** A team's archive of sessions. No answer holds a password. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { inSession, nothing, procedure, sessionId } from '../../shared/contract/procedure.ts';
import { archiveSchema, archiveStatusSchema, archiveViewSchema } from '../../shared/review/archive.ts';
import { importResultSchema, redactionChoiceSchema } from '../../shared/review.ts';

const viewSchema = z.object({ archive: archiveViewSchema.nullable() });

const pushedSchema = z.object({
  sessions: z.array(
    z.object({
      session: z.string(),
      digest: z.string(),
      /** `there`: this very content is in the archive; `waiting`: it is pushed at the next look that succeeds. */
      state: z.enum(['pushed', 'there', 'waiting']),
    }),
  ),
  fault: archiveViewSchema.shape.fault,
});

export const archiveContract = {
  /** Last seen state; `null` where none was added. Asks no one. */
  get: procedure.input(nothing).output(viewSchema),
  /** Its state now, and after each change. */
  watch: procedure.input(nothing).output(eventIterator(z.object({ archive: archiveStatusSchema.nullable() }))),
  /** A password in the address goes to the key store. In place of one that was added before, once nothing waits for that. */
  add: procedure.input(archiveSchema).output(nothing),
  /** Pulled sessions stay; those that are waiting to be pushed are dropped. */
  remove: procedure.input(nothing).output(nothing),
  /** `null` removes it. */
  password: procedure.input(z.object({ value: z.string().min(1).max(8_192).nullable() })).output(nothing),
  /** Pushes what waits, looks at what there is and checks it; notes go both ways. A failure is in the view. */
  sync: procedure.input(nothing).output(viewSchema),
  /**
   * Shares these sessions: on disk when it answers, pushed if the archive can be reached. Redacted unless `redact` is
   * false; with one session, `patterns` and `keep` are as in `redactionPreview`. @throws `not-redacted`, `session-not-found`; `not-supported` for a session that was altered, or is a colleague's.
   */
  push: procedure
    .input(
      z.object({
        sessionIds: z.array(sessionId).max(1_000),
        redact: z.boolean().optional(),
        ...redactionChoiceSchema.shape,
      }),
    )
    .output(pushedSchema),
  /** Removes that session from the outbox. */
  drop: procedure.input(inSession).output(nothing),
  /** Stores a shared session here, read-only, in place of an older version of it. @throws `session-not-found`, `import-refused`. */
  pull: procedure.input(inSession).output(importResultSchema),
};

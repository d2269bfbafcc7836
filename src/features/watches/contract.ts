/** Watches that the person started on a card, in all conversations. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure, sessionId } from '../../shared/contract/procedure.ts';
import { watchSchema } from '../../shared/reducer/watches.ts';

/** `session`: the conversation's title. `nextAt`: ISO 8601, absent once it has ended. */
const listed = watchSchema.extend({ sessionId, session: z.string(), nextAt: z.string().optional() });
export type ListedWatch = z.infer<typeof listed>;

export const watchesContract = {
  /** The next due first, then those that ended by themselves; none that was removed. */
  list: procedure.input(nothing).output(z.array(listed)),
  /** The list now, and after each change. */
  watch: procedure.input(nothing).output(eventIterator(z.array(listed))),
  /**
   * Starts the watch that the card of this call offers, unless it runs already.
   * @throws `bad-input` for one beyond the bounds, or without a script; `not-supported` for an imported conversation.
   */
  start: procedure.input(z.object({ sessionId, callId: z.string() })).output(z.object({ id: z.string() })),
  /** Stops it, and takes it off the list. @throws `bad-input` for one that is not there. */
  remove: procedure.input(z.object({ id: z.string() })).output(nothing),
};

/** User actions in a conversation. */
import { z } from 'zod';
import { ATTACHMENT_PIECE_BYTES, attachmentSchema, MAX_ATTACHMENTS } from '../attachments.ts';
import { DECISIONS } from '../events.ts';
import { answersSchema, changedFactSchema } from '../forms/forms.ts';
import { inSession, nothing, procedure } from './procedure.ts';

/** UTF-16 units of one message of a person's. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

export const chatContract = {
  /** Adds the message and starts the run; answers when the message is on the disk. */
  send: procedure
    .input(
      inSession.extend({
        text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
        fact: changedFactSchema.optional(),
        /** That `attach` answered. */
        attachments: z
          .array(attachmentSchema.pick({ name: true, path: true }))
          .max(MAX_ATTACHMENTS)
          .optional(),
      }),
    )
    .output(nothing),
  /** One piece of a file, in order; the attachment comes with the last. It is part of the conversation once it is sent. */
  attach: procedure
    .input(
      inSession.extend({
        name: z.string().min(1).max(1_000),
        /** Made by the caller, one for each file. */
        upload: z.string().min(1).max(100),
        /** Made by the caller, one for each folder; `name` is then a path that begins with the folder's name. */
        folder: z.string().min(1).max(100).optional(),
        /** Bytes that came before. */
        offset: z.int().min(0),
        base64: z.base64().max(Math.ceil((ATTACHMENT_PIECE_BYTES * 4) / 3) + 4),
        last: z.boolean(),
      }),
    )
    .output(z.object({ attachment: attachmentSchema.optional() })),
  stop: procedure.input(inSession).output(nothing),
  /** Runs again from the last message that the person wrote. */
  retry: procedure.input(inSession).output(nothing),
  /** Goes back to before the message `seq` and sends `text` in its place. */
  edit: procedure
    .input(inSession.extend({ seq: z.int().min(1), text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH) }))
    .output(nothing),
  /** Brings back another version of an edited message, with all that followed it. `seq` is that version's. */
  bringBack: procedure.input(inSession.extend({ seq: z.int().min(1) })).output(nothing),
  /**
   * `unasked`: denied by a host that has no user to ask. `words`: written instead of deciding; the call does not run, and
   * the model answers them first.
   */
  approve: procedure
    .input(
      inSession.extend({
        callId: z.string(),
        decision: z.enum(DECISIONS),
        unasked: z.literal(true).optional(),
        words: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH).optional(),
        /** To a server's form. */
        answers: answersSchema.optional(),
        fact: changedFactSchema.optional(),
      }),
    )
    .output(nothing),
};

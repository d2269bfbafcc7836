/** Events of approval requests, and of grants that outlast the call. */
import { z } from 'zod';
import { activitySchema } from '../activity.ts';
import { approvalFactsSchema } from '../approvals.ts';
import { comparedSchema } from '../forms/compared.ts';
import { answersSchema, changedFactSchema, formSchema } from '../forms/forms.ts';
import { DECISIONS, event } from './vocabulary.ts';

/** An approval request. `command` is the exact text that would run, never shortened. */
const approvalDetailSchema = z.object({
  command: z.string().optional(),
  cwd: z.string().optional(),
  path: z.string().optional(),
  skill: z.string().optional(),
  script: z.string().optional(),
  activity: activitySchema.optional(),
  /** In logs of earlier programs, which had no facts. */
  reason: z.string().optional(),
  /** True where no setting may answer in the person's place. */
  needsPerson: z.boolean(),
  /** The card that the skill's own script produced for this question (see `cards/registry.ts`). */
  preview: z.unknown().optional(),
  /** The user's wishes beside what that card would give; absent where nothing was asked. */
  compared: z.array(comparedSchema).optional(),
  /** A running tool's MCP server asks the person: to fill in a form, or to open a page at `url` themselves. */
  asks: z
    .object({ server: z.string(), message: z.string(), form: formSchema.optional(), url: z.string().optional() })
    .optional(),
  /** All that is asked, for words in the person's language; absent in logs of earlier programs. */
  facts: approvalFactsSchema.optional(),
});
export type ApprovalDetail = z.infer<typeof approvalDetailSchema>;

export const approvalEvents = [
  event('approval-requested', {
    callId: z.string(),
    action: z.enum(['run-script', 'run-command', 'write-file', 'read-file', 'call-tool']),
    detail: approvalDetailSchema,
  }),
  event('approval-resolved', {
    callId: z.string(),
    decision: z.enum(DECISIONS),
    /** Denied because no user was there to ask, or the app ended before the answer; not by the user. */
    unasked: z.literal(true).optional(),
    /** The user's words in place of a decision: the call did not run, and the model answers the words first. */
    words: z.string().optional(),
    fact: changedFactSchema.optional(),
    /** Values that a server's form was sent with. */
    answers: answersSchema.optional(),
  }),
  /** A lasting grant, `key` in the request's facts, has ended; `undone`: the user reversed the revocation. */
  event('grant-withdrawn', {
    key: z.string(),
    label: z.string(),
    skill: z.string().optional(),
    span: z.enum(['session', 'always']),
    undone: z.literal(true).optional(),
  }),
] as const;

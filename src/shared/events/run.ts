/** Events of a run: the person's message, requests and answers, tool calls, how it ended. */
import { z } from 'zod';
import { attachmentSchema } from '../attachments.ts';
import { changedFactSchema, formReplySchema } from '../forms/forms.ts';
import { prefixSchema, tokenTableSchema, usageSchema } from './context.ts';
import { event, RUN_STATES, sha256, WIRES } from './vocabulary.ts';

const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The JSON text as the model wrote it; it may be malformed. */
  arguments: z.string(),
  /** Opaque provider data of the call, sent back with it (Gemini's `thought_signature`). */
  extra: z.json().optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

const purpose = z.enum(['turn', 'summary']).optional();

const figures = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** The message as a code of `messages/LANGUAGE/failures.ts` and what its words name; absent in old logs. */
export const failureFields = { reason: z.string().optional(), figures };
/** A result too long to be sent to a window whole: `content` is its head. Sizes are of all of it. */
const cutSchema = z.object({ bytes: z.int(), characters: z.int() });
export type CutResult = z.infer<typeof cutSchema>;

const refusalSchema = z.object({ code: z.string(), figures });
export type CallRefusal = z.infer<typeof refusalSchema>;

const checkSchema = z.object({
  unsupported: z.array(z.object({ kind: z.enum(['reference', 'price', 'flight', 'link', 'file']), text: z.string() })),
  /** It tells of a booking that no run made. */
  unmade: z.literal(true).optional(),
});
export type AnswerCheck = Readonly<z.infer<typeof checkSchema>>;

export const runEvents = [
  event('user-message-added', {
    text: z.string(),
    /** Form and answers of a form reply, which `text` gives in words. */
    form: formReplySchema.optional(),
    fact: changedFactSchema.optional(),
    attachments: z.array(attachmentSchema).optional(),
  }),
  event('request-sent', {
    iteration: z.int().min(1),
    /** Hash of the UTF-8 bytes of the body as posted. */
    sha256,
    tokens: tokenTableSchema,
    model: z.string(),
    /** Absent: `chat`. */
    wire: z.enum(WIRES).optional(),
    purpose,
    /** Against the request before it; absent for a session's first and for summaries. */
    prefix: prefixSchema.optional(),
    /** Input of a request for a summary, so that review can rebuild it. */
    summarises: z.object({ coversSeq: z.tuple([z.int(), z.int()]), instruction: z.string().optional() }).optional(),
  }),
  event('model-responded', {
    iteration: z.int().min(1),
    text: z.string(),
    toolCalls: z.array(toolCallSchema),
    /** The model's reasoning, as far as the provider shows it. */
    reasoning: z.string().optional(),
    /** Milliseconds that the model spent thinking, as its thoughts came. */
    reasoningMs: z.number().min(0).optional(),
    /** Returned unread with the answer to the same wire, endpoint and model; its shape is the wire's. */
    opaque: z.json().optional(),
    /** The provider's word; `stopped` and `interrupted` are ours, for an answer that was cut short. */
    finishReason: z.string(),
    usage: usageSchema.optional(),
    /** Only without a `request-sent`, in another program's transcript: the model, and what the source says it cost, in US dollars. */
    model: z.string().optional(),
    cost: z.number().min(0).optional(),
    /** Milliseconds from the request to the last byte; absent where a transcript does not say. */
    ms: z.number().optional(),
    purpose,
  }),
  event('model-failed', {
    iteration: z.int().min(1),
    code: z.string(),
    ...failureFields,
    message: z.string(),
    willRetry: z.boolean(),
    /** Milliseconds until the next try. */
    retryInMs: z.number().optional(),
    /** Parts of the request that the provider refused by name: the next ones go without them. */
    refused: z.object({ fields: z.array(z.string()), tools: z.array(z.string()) }).optional(),
    purpose,
  }),
  event('tool-started', { callId: z.string(), name: z.string(), arguments: z.string() }),
  event('tool-finished', {
    callId: z.string(),
    name: z.string(),
    ok: z.boolean(),
    /** Exactly what the model is given. */
    content: z.string(),
    /** Only on the way to a window; never stored. */
    cut: cutSchema.optional(),
    /** Pictures and PDFs in the result of an imported call. */
    attachments: z.array(attachmentSchema).optional(),
    /** Absent where a transcript does not say. */
    ms: z.number().optional(),
    /** The structured result, for the screen. */
    data: z.unknown().optional(),
    /** Id of the bundled skill whose own trusted script left `data`; data of any other card is not trusted. */
    dataOf: z.string().optional(),
    /** Reason why the app did not carry it out: a code of `messages/LANGUAGE/refusals.ts`. */
    refusal: refusalSchema.optional(),
  }),
  /** After a run's answer: what of it no source in this log holds. Absent where all is supported. */
  checkSchema.extend({ type: z.literal('answer-checked'), iteration: z.int().min(1) }),
  event('state-changed', { from: z.enum(RUN_STATES), to: z.enum(RUN_STATES) }),
  event('run-finished', {
    state: z.enum(RUN_STATES),
    iterations: z.int().min(0),
    text: z.string(),
    /** Reason for `error` (`context-full`, `loop`, `interrupted`, `branched`, a model failure's code), or `refused` where the last call was refused. */
    code: z.string().optional(),
    message: z.string().optional(),
    ...failureFields,
  }),
] as const;

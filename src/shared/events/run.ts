/** Events of a run: the person's message, requests and answers, tool calls, how it ended. */
import { z } from 'zod';
import { activitySchema } from '../activity.ts';
import { approvalFactsSchema } from '../approvals.ts';
import { attachmentSchema } from '../attachments.ts';
import { comparedSchema } from '../forms/compared.ts';
import { answersSchema, changedFactSchema, formReplySchema, formSchema } from '../forms/forms.ts';
import { RUN_LIMITS } from '../sandbox.ts';
import { terminalQuestionSchema } from '../terminal.ts';
import { prefixSchema, tokenTableSchema, usageSchema } from './context.ts';
import { DECISIONS, event, RUN_STATES, sha256, WIRES } from './vocabulary.ts';

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
    /** Reason why the app did not carry it out: a code of `refusals` in `messages/LANGUAGE/failures.ts`. */
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

// Events of approval requests, and of grants that outlast the call.

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

// Events of scripts, of their terminals, and of the artifacts that they leave.

/** A file that a run left in `out/`. */
const outputFileSchema = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.int().min(0),
  sha256: sha256.optional(),
  version: z.int().min(1).optional(),
});
export type OutputFile = z.infer<typeof outputFileSchema>;

/** Stages of a run (seeds/002); each is logged when it ends. */
const RUN_STAGES = [
  'workspace.create',
  'workspace.stage.skill',
  'workspace.stage.inputs',
  'run.program',
  'workspace.collect',
  'workspace.inline',
  'workspace.cleanup',
] as const;
export type RunStageName = (typeof RUN_STAGES)[number];

const runStageSchema = z.object({
  /** One of `RUN_STAGES`; later versions may know others. */
  name: z.string(),
  /** Start, ISO-8601 in UTC. */
  at: z.string(),
  ms: z.number().min(0),
  files: z.int().min(0).optional(),
  /** Size of these files; for `run.program`, of its output. */
  bytes: z.int().min(0).optional(),
});
export type RunStage = z.infer<typeof runStageSchema>;

export const workspaceEvents = [
  event('script-started', {
    callId: z.string(),
    command: z.string(),
    cwd: z.string(),
    interpreter: z.string(),
    /** Confinement of the run, including `none`; absent in logs from before sandboxes. */
    sandbox: z.string().optional(),
    activity: activitySchema.optional(),
  }),
  event('script-finished', {
    callId: z.string(),
    /** `null` where a signal ended it. */
    exitCode: z.int().nullable(),
    timedOut: z.boolean(),
    truncated: z.boolean(),
    ms: z.number(),
    outputs: z.array(outputFileSchema),
    /** True where the stop button, the end of the app or a crash ended it. */
    stopped: z.boolean().optional(),
    /** The limit that ended it, where it is known. */
    limit: z.enum(RUN_LIMITS).optional(),
    /** Absent in logs of older versions. */
    stages: z.array(runStageSchema).optional(),
  }),
  /** A run waits for typed input, or no longer does. */
  event('terminal-waiting', { callId: z.string(), question: terminalQuestionSchema.nullable() }),
  /** Input typed into a run, one line at a time; a line break means Enter. */
  event('terminal-input', {
    callId: z.string(),
    by: z.enum(['user', 'agent']),
    /** Empty where it is hidden: the terminal did not show it, as with a password. */
    text: z.string(),
    hidden: z.literal(true).optional(),
  }),
  event('artifact-saved', {
    name: z.string(),
    version: z.int().min(1),
    mime: z.string(),
    bytes: z.int().min(0),
    sha256,
    callId: z.string().optional(),
  }),
  /** Deleted by the user; all versions if none is named. The content is kept for a while for undo. */
  event('artifact-deleted', { name: z.string(), version: z.int().min(1).optional() }),
  event('artifact-restored', { name: z.string(), version: z.int().min(1).optional() }),
] as const;

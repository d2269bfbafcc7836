/**
 * The event log's vocabulary (CONTRACT §2). A session is an append-only list of these; everything else is a fold.
 * Stored events have a `seq` from 1 without gaps. Deltas have none: they are published and never stored.
 */
import { z } from 'zod';
import { approvalFactsSchema } from './approval-facts.ts';
import { attachmentSchema } from './attachments.ts';
import { formReplySchema } from './forms.ts';
import { RUN_LIMITS } from './sandbox.ts';
import { terminalQuestionSchema } from './terminal.ts';

/** Version of the event format. An event of a higher version is kept and shown as unknown. */
export const EVENT_VERSION = 1;

export const DIALECTS = ['omni', 'trpc', 'agent-core', 'agentscope', 'standard'] as const;
export const LOAD_MODES = ['session', 'turn', 'once'] as const;
export const PLACEMENTS = ['system', 'tool-result'] as const;
export const APPROVAL_MODES = ['ask', 'auto', 'never'] as const;
export const RUN_STATES = [
  'idle',
  'thinking',
  'tool-calling',
  'waiting-approval',
  'completed',
  'max-iterations',
  'stopped',
  'error',
] as const;
export const PART_KINDS = [
  'base',
  'tools',
  'catalog',
  'skill',
  'reference',
  'summary',
  'user',
  'assistant',
  'tool-result',
] as const;
/** Who wrote a summary of old turns: the model, or the app out of the conversation's own words. */
export const SUMMARY_WRITERS = ['model', 'extract'] as const;
export const COMPACTION_TRIGGERS = ['pressure', 'user', 'provider'] as const;
/** How a loaded skill's folder stands to what is in the context. */
export const DISK_STATES = ['changed', 'deleted', 'broken', 'current'] as const;
export const DECISIONS = ['once', 'session', 'always', 'denied'] as const;
export const SKILL_SOURCES = ['option', 'project', 'environment', 'user', 'bundled'] as const;

export type Dialect = (typeof DIALECTS)[number];
export type LoadMode = (typeof LOAD_MODES)[number];
export type Placement = (typeof PLACEMENTS)[number];
export type ApprovalMode = (typeof APPROVAL_MODES)[number];
export type RunState = (typeof RUN_STATES)[number];
export type PartKind = (typeof PART_KINDS)[number];
export type CompactionTrigger = (typeof COMPACTION_TRIGGERS)[number];
export type DiskState = (typeof DISK_STATES)[number];
export type Decision = (typeof DECISIONS)[number];
export type SkillSource = (typeof SKILL_SOURCES)[number];

const tokens = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const limitsSchema = z.object({
  /** Tokens; the model's context window as configured. */
  maxContext: z.int().min(1),
  /** Tokens; the most that one skill's instructions or one reference may take. */
  skillBudget: z.int().min(0),
  maxIterations: z.int().min(1),
  /** User turns after which an unused skill is unloaded; absent or 0: never (seeds/004 §2.2). */
  idleTurns: z.int().min(0).optional(),
  /** Skills that may be loaded at a time; the least recently used goes for a new one. Absent or 0: no cap. */
  maxLoadedSkills: z.int().min(0).optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** What was given for this session alone; it holds over the app's own settings until given anew. */
export const pinnedSchema = z.object({
  baseUrl: z.string().optional(),
  /** Name of the environment variable that holds the key; never the key. */
  apiKeyEnv: z.string().optional(),
  model: z.string().optional(),
  /** Folders of `--skills`, absolute, and `none`. */
  skills: z.array(z.string()).optional(),
});
export type Pinned = z.infer<typeof pinnedSchema>;

/** Who works in a session: what its environment's `agents.jsonc` said of the agent, as far as requests are made of it. */
export const agentSchema = z.object({
  name: z.string(),
  /** In place of the app's opening words. */
  basePrompt: z.string().optional(),
  /** Besides them. */
  instructions: z.string().optional(),
  /** Patterns of the tools that it is offered; absent: all. */
  tools: z.array(z.string()).optional(),
  /** Patterns of the skills that it knows of; absent: all. */
  skills: z.array(z.string()).optional(),
});
export type Agent = z.infer<typeof agentSchema>;

/** One function tool as the model is offered it. `parameters` is a JSON Schema. */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

/** How a skill's own tool hands its arguments to its script: as `--name value` flags, or as one JSON file's path. */
export const ARGUMENT_STYLES = ['flags', 'json'] as const;
export type ArgumentStyle = (typeof ARGUMENT_STYLES)[number];

/** A function tool that a loaded skill brings (its `tools.yaml`). It is offered for as long as the skill is loaded. */
export const skillToolSchema = toolDefinitionSchema.extend({
  /** As the skill declares it; `name` is what the model is offered, with the skill's id before it on a collision. */
  declared: z.string(),
  /** Of the script, relative to the skill's folder. */
  script: z.string(),
  pass: z.enum(ARGUMENT_STYLES),
  /** Of the script's bytes at the load: tools that are alike in everything are one tool that several skills bring. */
  scriptSha256: sha256.optional(),
  /** What it adds to a request: its definition, and its line where the dialect lists tools. */
  tokens: tokens.optional(),
});
export type SkillTool = z.infer<typeof skillToolSchema>;

export const catalogEntrySchema = z.object({
  /** The folder's name. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(SKILL_SOURCES),
  /** Absolute path of the skill's folder. */
  path: z.string(),
  /** Of names, sizes and times of the folder's files: another one says that something in it was written. Absent in old logs and very large catalogs. */
  content: z.string().optional(),
});
export type CatalogEntry = z.infer<typeof catalogEntrySchema>;

export const diagnosticSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  file: z.string(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
  rule: z.string(),
  message: z.string(),
  remedy: z.string().optional(),
  skill: z.string().optional(),
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The JSON text as the model wrote it; it may be malformed. */
  arguments: z.string(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const tokenPartSchema = z.object({
  kind: z.enum(PART_KINDS),
  label: z.string(),
  tokens,
  /** Why this part is in the request, in words. */
  reason: z.string(),
});
export type TokenPart = z.infer<typeof tokenPartSchema>;

export const tokenTableSchema = z.object({
  /** Sum of the parts: an estimate by the model's encoding. */
  total: tokens,
  max: tokens,
  parts: z.array(tokenPartSchema),
  /** The encoding that counted; `approximate` is set where a part was too long to be counted exactly. */
  encoding: z.string(),
  approximate: z.boolean().optional(),
  /** What the provider will probably report: `total` by the ratio that this model's answers showed so far. Never compared with a limit. */
  corrected: z
    .object({
      total: tokens,
      /** Reported tokens ÷ estimated tokens. */
      factor: z.number().positive(),
      /** Answers that it was learned from. */
      answers: z.int().min(1),
    })
    .optional(),
});
export type TokenTable = z.infer<typeof tokenTableSchema>;

/** How much of a request a provider's prompt cache can take over from the request before it. */
export const prefixSchema = z.object({
  /** Leading tokens that are byte-identical with the request before. */
  tokens,
  /** The first part that differs, and the event that made it differ; absent where the request only grew at its end. */
  broke: z.object({ kind: z.enum(PART_KINDS), label: z.string(), seq: z.int().min(1).optional() }).optional(),
});
export type PrefixKept = z.infer<typeof prefixSchema>;

/** Tokens as the provider reported them. */
export const usageSchema = z.object({
  promptTokens: tokens,
  completionTokens: tokens,
  cachedPromptTokens: tokens.optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** A file that a run left in `out/`. */
export const outputFileSchema = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.int().min(0),
  sha256: sha256.optional(),
  version: z.int().min(1).optional(),
});
export type OutputFile = z.infer<typeof outputFileSchema>;

/** What a person is asked to allow. `command` is the exact text that would run, never shortened. */
export const approvalDetailSchema = z.object({
  command: z.string().optional(),
  cwd: z.string().optional(),
  path: z.string().optional(),
  skill: z.string().optional(),
  script: z.string().optional(),
  /** Why a yes is needed. */
  reason: z.string(),
  /** True where no setting may answer in the person's place. */
  needsPerson: z.boolean(),
  /** The card that the skill's own script produced for this question (see `cards.ts`). */
  preview: z.unknown().optional(),
  /** The same as facts, for words in the person's language; absent in logs of earlier programs. */
  facts: approvalFactsSchema.optional(),
});
export type ApprovalDetail = z.infer<typeof approvalDetailSchema>;

const purpose = z.enum(['turn', 'summary']).optional();

export const eventBodySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session-created'),
    environment: z.string(),
    dialect: z.enum(DIALECTS),
    model: z.string(),
    limits: limitsSchema,
    loadMode: z.enum(LOAD_MODES),
    placement: z.enum(PLACEMENTS),
    approve: z.enum(APPROVAL_MODES),
    /** Absolute path of the session's workspace. */
    workspace: z.string(),
    title: z.string().optional(),
    pinned: pinnedSchema.optional(),
    agent: agentSchema.optional(),
    /** Branched from that session after its event `seq`: everything up to there is a copy. */
    forkedFrom: z.object({ session: z.string(), seq: z.int().min(1) }).optional(),
    /** Written by another program: what was sent to a model was never recorded. */
    foreign: z.object({ format: z.string() }).optional(),
  }),
  /** Settings given anew on a later run; only what changed. */
  z.object({
    type: z.literal('settings-changed'),
    environment: z.string().optional(),
    dialect: z.enum(DIALECTS).optional(),
    model: z.string().optional(),
    limits: limitsSchema.optional(),
    loadMode: z.enum(LOAD_MODES).optional(),
    placement: z.enum(PLACEMENTS).optional(),
    approve: z.enum(APPROVAL_MODES).optional(),
    pinned: pinnedSchema.optional(),
    /** `null`: none any more. */
    agent: agentSchema.nullable().optional(),
  }),
  /** The fixed words of every request from here on: so that the log alone rebuilds each request. */
  z.object({
    type: z.literal('prompt-changed'),
    basePrompt: z.string(),
    /** The text of the Workspace section. */
    workspaceSection: z.string(),
    tools: z.array(toolDefinitionSchema),
  }),
  z.object({ type: z.literal('session-renamed'), title: z.string(), by: z.enum(['user', 'app']) }),
  z.object({ type: z.literal('session-deleted') }),
  z.object({ type: z.literal('session-restored') }),
  /** How the person keeps it; what is absent stays as it was. `tags` are all of them. */
  z.object({
    type: z.literal('session-marked'),
    pinned: z.boolean().optional(),
    archived: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
  }),
  /** The person's own words beside the event `on` (its `seq`); no model is given them. `note` is an id. */
  z.object({ type: z.literal('note-added'), note: z.string(), on: z.int().min(1), text: z.string() }),
  z.object({ type: z.literal('note-changed'), note: z.string(), text: z.string() }),
  z.object({ type: z.literal('note-removed'), note: z.string() }),
  /**
   * The conversation goes on from an earlier point: what was said, loaded and run after `toSeq` and before this
   * event no longer counts for the context. It stays in the log. `restore` brings back what was set aside: the
   * conversation is again as the log stood after `toSeq`.
   */
  z.object({ type: z.literal('history-rewound'), toSeq: z.int().min(1), reason: z.enum(['edit', 'retry', 'restore']) }),
  z.object({
    type: z.literal('catalog-changed'),
    skills: z.array(catalogEntrySchema),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
    diagnostics: z.array(diagnosticSchema),
  }),
  z.object({
    type: z.literal('user-message-added'),
    text: z.string(),
    /** Of a form's answer, which `text` says in words: what was filled in, and in which form. */
    form: formReplySchema.optional(),
    attachments: z.array(attachmentSchema).optional(),
  }),
  z.object({
    type: z.literal('request-sent'),
    iteration: z.int().min(1),
    /** Over the UTF-8 bytes of the body as posted. */
    sha256,
    tokens: tokenTableSchema,
    model: z.string(),
    purpose,
    /** Against the request before it; absent for a session's first and for summaries. */
    prefix: prefixSchema.optional(),
    /** Of a request for a summary: what it is made from, so that review can rebuild it. */
    summarises: z.object({ coversSeq: z.tuple([z.int(), z.int()]), instruction: z.string().optional() }).optional(),
  }),
  z.object({
    type: z.literal('model-responded'),
    iteration: z.int().min(1),
    text: z.string(),
    toolCalls: z.array(toolCallSchema),
    /** The provider's word; `stopped` and `interrupted` are ours, for an answer that was cut short. */
    finishReason: z.string(),
    usage: usageSchema.optional(),
    /** Milliseconds from the request to the last byte. */
    ms: z.number(),
    purpose,
  }),
  z.object({
    type: z.literal('model-failed'),
    iteration: z.int().min(1),
    code: z.string(),
    message: z.string(),
    willRetry: z.boolean(),
    /** Milliseconds until the next try. */
    retryInMs: z.number().optional(),
    purpose,
  }),
  z.object({
    type: z.literal('tool-started'),
    callId: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({
    type: z.literal('tool-finished'),
    callId: z.string(),
    name: z.string(),
    ok: z.boolean(),
    /** Exactly what the model is given. */
    content: z.string(),
    ms: z.number(),
    /** The structured result, for the screen. */
    data: z.unknown().optional(),
  }),
  z.object({
    type: z.literal('skill-loaded'),
    skill: z.string(),
    tokens,
    /** Of `instructions`. */
    sha256,
    /** The section as it enters the context, byte for byte: review needs no file of the author's machine. */
    instructions: z.string(),
    by: z.enum(['agent', 'user']),
    /** The skill's own tools, by the names under which they are offered from here on. Their tokens are in `tokens`. */
    tools: z.array(skillToolSchema).optional(),
  }),
  /** The text in the context stays as it was loaded, until the person loads it again. */
  z.object({
    type: z.literal('loaded-skill-changed'),
    skill: z.string(),
    state: z.enum(DISK_STATES),
    /** What loading it again would add to the context, or with a minus take out of it; of `changed` alone. */
    tokens: z.int().optional(),
  }),
  /** For this session, over what the app says; `null`: as the app says. */
  z.object({ type: z.literal('skill-switch-changed'), skill: z.string(), enabled: z.boolean().nullable() }),
  /** A pinned skill is unloaded by the person alone. */
  z.object({ type: z.literal('skill-pin-changed'), skill: z.string(), pinned: z.boolean() }),
  /** A pinned message stays whole under every compaction; `message` is its event's `seq`. */
  z.object({ type: z.literal('message-pin-changed'), message: z.int().min(1), pinned: z.boolean() }),
  z.object({
    type: z.literal('skill-unloaded'),
    skill: z.string(),
    tokens,
    reason: z.enum(['agent', 'user', 'pressure', 'idle', 'mode']),
  }),
  z.object({
    type: z.literal('reference-loaded'),
    skill: z.string(),
    path: z.string(),
    tokens,
    sha256,
    text: z.string(),
    by: z.enum(['agent', 'user']),
  }),
  z.object({ type: z.literal('reference-unloaded'), skill: z.string(), path: z.string(), reason: z.string() }),
  z.object({
    type: z.literal('context-compacted'),
    strategy: z.enum(['tool-results', 'turns', 'skills']),
    before: tokens,
    after: tokens,
    coversSeq: z.tuple([z.int(), z.int()]),
    summary: z.string().optional(),
    /** Messages that it stands for (`turns`) or shortens (`tool-results`). */
    messages: z.int().min(0).optional(),
    writtenBy: z.enum(SUMMARY_WRITERS).optional(),
    /** `provider`: it had answered that the context is too long. */
    trigger: z.enum(COMPACTION_TRIGGERS).optional(),
    /** What the person asked to keep, with a compaction by hand. */
    instruction: z.string().optional(),
    /** Why the model's own summary was not taken, where one was asked for and `writtenBy` is `extract`. */
    fallback: z.string().optional(),
  }),
  z.object({ type: z.literal('compaction-undone'), undoes: z.int().min(1) }),
  z.object({
    type: z.literal('approval-requested'),
    callId: z.string(),
    action: z.enum(['run-script', 'run-command', 'write-file', 'read-file']),
    detail: approvalDetailSchema,
  }),
  z.object({
    type: z.literal('approval-resolved'),
    callId: z.string(),
    decision: z.enum(DECISIONS),
    /** Denied because nobody was there to be asked, or the app ended before the answer; no person said so. */
    unasked: z.literal(true).optional(),
  }),
  /** What went on from a yes, `key` in the question's facts, has ended; `undone`: the person took that back. */
  z.object({
    type: z.literal('grant-withdrawn'),
    key: z.string(),
    label: z.string(),
    skill: z.string().optional(),
    span: z.enum(['session', 'always']),
    undone: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('script-started'),
    callId: z.string(),
    command: z.string(),
    cwd: z.string(),
    interpreter: z.string(),
    /** What confined it, `none` included; absent in logs from before there was one. */
    sandbox: z.string().optional(),
  }),
  z.object({
    type: z.literal('script-finished'),
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
  }),
  /** A run waits for somebody to type, or no longer does. */
  z.object({ type: z.literal('terminal-waiting'), callId: z.string(), question: terminalQuestionSchema.nullable() }),
  /** What was typed into a run, a line at a time; a line break stands for Enter. */
  z.object({
    type: z.literal('terminal-input'),
    callId: z.string(),
    by: z.enum(['user', 'agent']),
    /** Empty where it is hidden: the terminal did not show it, as with a password. */
    text: z.string(),
    hidden: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('artifact-saved'),
    name: z.string(),
    version: z.int().min(1),
    mime: z.string(),
    bytes: z.int().min(0),
    sha256,
    callId: z.string().optional(),
  }),
  /** By the person; all versions where none is named. The content stays for a while, so that it can be undone. */
  z.object({ type: z.literal('artifact-deleted'), name: z.string(), version: z.int().min(1).optional() }),
  z.object({ type: z.literal('artifact-restored'), name: z.string(), version: z.int().min(1).optional() }),
  z.object({ type: z.literal('state-changed'), from: z.enum(RUN_STATES), to: z.enum(RUN_STATES) }),
  z.object({
    type: z.literal('run-finished'),
    state: z.enum(RUN_STATES),
    iterations: z.int().min(0),
    text: z.string(),
    /** Why it ended in `error` (`context-full`, `interrupted`, `branched`, a model failure's code), or `refused` where the last call was refused. */
    code: z.string().optional(),
    message: z.string().optional(),
  }),
]);

export type EventBody = z.infer<typeof eventBodySchema>;
export type EventType = EventBody['type'];

export interface Envelope {
  readonly v: number;
  readonly seq: number;
  /** ISO-8601, UTC. */
  readonly at: string;
  readonly session: string;
}

/** An event of a type or version that this program does not know: kept, shown as unknown, folded as nothing. */
export interface UnknownEvent extends Envelope {
  readonly type: 'unknown';
  readonly originalType: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

export type KnownEvent = Envelope & EventBody;
export type SessionEvent = KnownEvent | UnknownEvent;
export type EventOf<T extends EventType> = Extract<KnownEvent, { type: T }>;

/** Made once: a schema compiles itself at its first use, which costs more than parsing a thousand events. */
const envelopeSchema = z
  .object({ v: z.int(), seq: z.int().min(1), at: z.string(), session: z.string(), type: z.string() })
  .loose();

/**
 * Reads one stored or imported event. What has an envelope is never refused: an unknown type, a newer version or a
 * body that does not fit comes back as `unknown` with its original intact.
 * @throws ZodError when even the envelope is missing.
 */
export function parseEvent(raw: unknown): SessionEvent {
  const envelope = envelopeSchema.parse(raw);
  if (envelope.v <= EVENT_VERSION) {
    const body = eventBodySchema.safeParse(raw);
    if (body.success) {
      const { v, seq, at, session } = envelope;
      return { v, seq, at, session, ...body.data };
    }
  }
  const { v, seq, at, session, type } = envelope;
  return { v, seq, at, session, type: 'unknown', originalType: type, raw: envelope };
}

/** The object to print or store: an unknown event goes out as it came in. */
export function rawEvent(event: SessionEvent): Readonly<Record<string, unknown>> {
  return event.type === 'unknown' ? event.raw : { ...event };
}

/** What streams past and is not stored. `offset` counts characters already given, so a repeat does no harm. */
export const deltaSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text-delta'),
    session: z.string(),
    at: z.string(),
    iteration: z.int().min(1),
    offset: z.int().min(0),
    text: z.string(),
  }),
  /** The model is writing a tool call; `name` is known, its arguments not yet. */
  z.object({
    type: z.literal('tool-call-delta'),
    session: z.string(),
    at: z.string(),
    iteration: z.int().min(1),
    index: z.int().min(0),
    name: z.string(),
  }),
  z.object({
    type: z.literal('terminal-delta'),
    session: z.string(),
    at: z.string(),
    callId: z.string(),
    offset: z.int().min(0),
    /** Terminal text as it came, control sequences included. */
    data: z.string(),
  }),
]);
export type Delta = z.infer<typeof deltaSchema>;
/** `Omit` that keeps a union a union. */
export type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type DeltaBody = DistributiveOmit<Delta, 'session' | 'at'>;

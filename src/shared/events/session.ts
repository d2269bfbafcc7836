/** Events of a session as a whole: its settings, its name and how the person keeps it, notes, going back. */
import { z } from 'zod';
import { type Limits, limitsSchema } from '../settings/limits.ts';
import { toolDefinitionSchema } from './skills.ts';
import {
  APPROVAL_MODES,
  DIALECTS,
  EFFORTS,
  event,
  LOAD_MODES,
  MEDIA_KINDS,
  PLACEMENTS,
  SESSION_KINDS,
  WIRES,
} from './vocabulary.ts';

export type { Limits };

/** Settings of this session only; they override the app's settings until changed. */
const pinnedSchema = z.object({
  baseUrl: z.string().optional(),
  /** Name of the environment variable that holds the key; never the key. */
  apiKeyEnv: z.string().optional(),
  model: z.string().optional(),
  /** Folders of `--skills`, absolute, and `none`. */
  skills: z.array(z.string()).optional(),
  wire: z.enum(WIRES).optional(),
  /** Contains only references to environment variables (`$NAME`); `null`: the value is in the key store. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  params: z.record(z.string(), z.json()).optional(),
  effort: z.enum(EFFORTS).optional(),
  maxOutput: z.int().min(1).optional(),
});
export type Pinned = z.infer<typeof pinnedSchema>;

/**
 * Request route, as far as it decides the bytes: the log alone rebuilds each request. Absent in logs from before there
 * was more than one wire.
 */
const routeSchema = z.object({
  wire: z.enum(WIRES),
  /** Origin and path of the base address, without its query; '' for the demo model. */
  endpoint: z.string(),
  effort: z.enum(EFFORTS).optional(),
  /** Tokens; the longest answer that is asked for. */
  maxOutput: z.int().min(1).optional(),
  /** Added to the body as they are. */
  params: z.record(z.string(), z.json()).optional(),
  sees: z.array(z.enum(MEDIA_KINDS)).optional(),
  /** Requirements specific to this provider. */
  rules: z
    .object({
      /** Call ids of exactly nine letters and digits (Mistral). */
      callIds: z.literal('nine').optional(),
      /** Name of the field for the longest answer; absent: `max_tokens`. */
      outputLimit: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
      /** The provider refuses reasoning that is sent back. */
      reasoning: z.literal('refused').optional(),
      /** The model calls no tools: none are offered. */
      tools: z.literal('none').optional(),
      /** Requests carry a key of their prefix, by which the provider finds it in its cache. */
      cacheKey: z.literal(true).optional(),
      /** Content parts carry marks up to which the provider caches (Claude behind OpenRouter). */
      cacheMarks: z.literal(true).optional(),
      /** Optional fields of the body that the server refused: left out. */
      refuses: z.array(z.string()).optional(),
    })
    .optional(),
});
export type Route = z.infer<typeof routeSchema>;

/** Agent of a session: the parts of its environment's `agents.jsonc` entry that affect requests. */
const agentSchema = z.object({
  name: z.string(),
  /** Replaces the app's base prompt. */
  basePrompt: z.string().optional(),
  /** Besides them. */
  instructions: z.string().optional(),
  /** Patterns of the tools that it is offered; absent: all. */
  tools: z.array(z.string()).optional(),
  /** Patterns of the skills that it knows of; absent: all. */
  skills: z.array(z.string()).optional(),
});
export type Agent = z.infer<typeof agentSchema>;

export const sessionEvents = [
  event('session-created', {
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
    route: routeSchema.optional(),
    /** Branched from that session after its event `seq`: everything up to there is a copy. */
    forkedFrom: z.object({ session: z.string(), seq: z.int().min(1) }).optional(),
    /** Written by another program: what was sent to a model was never recorded. */
    foreign: z
      .object({
        format: z.string(),
        /** Tokens: context of its model, where the table of models has it. */
        window: z.int().min(1).optional(),
        /** The source says no times: those of the events are the import's. */
        undated: z.literal(true).optional(),
        /** Facts of the whole source by its own names: folder, commit, version. */
        about: z.record(z.string(), z.string()).optional(),
        /** Session of the agent whose call started this one, and the call where it is known. */
        parent: z.object({ session: z.string(), callId: z.string().optional() }).optional(),
      })
      .optional(),
    /** Absent: the person's own. */
    kind: z.enum(SESSION_KINDS).optional(),
  }),
  /** Settings changed by a later run; only the changed ones. */
  event('settings-changed', {
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
    route: routeSchema.optional(),
    /** `limits.maxContext` was lowered to what the endpoint says that it holds. Tokens. */
    learned: z.object({ maxContext: z.int().min(1), was: z.int().min(1) }).optional(),
  }),
  /** Fixed text of every request from here on, so that the log alone rebuilds each request. */
  event('prompt-changed', {
    basePrompt: z.string(),
    workspaceSection: z.string(),
    tools: z.array(toolDefinitionSchema),
  }),
  event('session-renamed', { title: z.string(), by: z.enum(['user', 'app']) }),
  event('session-deleted', {}),
  event('session-restored', {}),
  /** Marks set by the user; omitted ones keep their value. `tags` replaces all tags. */
  event('session-marked', {
    pinned: z.boolean().optional(),
    archived: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
  }),
  /**
   * The person's own words beside the event `on` (its `seq`); no model is given them. `note` is an id. One that came from
   * an archive says who wrote it, and when.
   */
  event('note-added', {
    note: z.string(),
    on: z.int().min(1),
    text: z.string(),
    by: z.string().optional(),
    writtenAt: z.string().optional(),
  }),
  event('note-changed', { note: z.string(), text: z.string(), writtenAt: z.string().optional() }),
  event('note-removed', { note: z.string(), writtenAt: z.string().optional() }),
  /**
   * Rewinds the conversation: messages, loads and runs between `toSeq` and this event no longer count for the context
   * but stay in the log. `restore` brings them back: the conversation is again as after `toSeq`.
   */
  event('history-rewound', { toSeq: z.int().min(1), reason: z.enum(['edit', 'retry', 'restore']) }),
] as const;

/** The closed lists of words that events use. */
import { z } from 'zod';

export const DIALECTS = ['omni', 'trpc', 'agent-core', 'agentscope', 'standard'] as const;
export const LOAD_MODES = ['session', 'turn', 'once'] as const;
export const PLACEMENTS = ['system', 'tool-result'] as const;
/** Sessions kept out of the person's list. */
export const SESSION_KINDS = ['eval'] as const;
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

/** Reasons why a part is in a request, or is not. Their words are in `features/context/words.LANGUAGE.ts`. */
export const REASON_CODES = [
  'base',
  'workspace',
  'heading',
  'tool',
  'tool-list',
  'skill-tool',
  'tool-line',
  'server-tool',
  'server-tool-line',
  'catalog',
  'loaded-by-agent',
  'loaded-by-user',
  'reference',
  'summary',
  'unanswered',
  'result-shortened',
  'pinned',
  'recent',
  'conversation',
  'image',
  'pdf',
  'to-summarise',
  'summary-task',
  'other-model',
  'left-summarised',
  'left-shortened',
  'left-never-loaded',
  'left-unloaded',
  'left-set-aside',
] as const;
export const UNLOAD_REASONS = ['agent', 'user', 'pressure', 'idle', 'mode'] as const;

/** Author of a summary of old turns: the model, or the app by extracting from the conversation. */
export const SUMMARY_WRITERS = ['model', 'extract'] as const;
/** Reasons why the model's own summary was not taken. */
export const SUMMARY_FALLBACKS = [
  'small',
  'cut',
  'empty',
  'refusal',
  'long',
  'not-shorter',
  'pinned',
  'no-writer',
  'failed',
] as const;
export const COMPACTION_TRIGGERS = ['pressure', 'user', 'provider'] as const;

/** State of a loaded skill's folder compared with the context. */
export const DISK_STATES = ['changed', 'deleted', 'broken', 'current'] as const;
export const DECISIONS = ['once', 'session', 'always', 'denied'] as const;
export const SKILL_SOURCES = ['option', 'project', 'environment', 'user', 'bundled'] as const;
/** The protocols that providers speak: Chat Completions, OpenAI's Responses, Anthropic's Messages. */
export const WIRES = ['chat', 'responses', 'anthropic'] as const;
/** Reasoning effort of a model; each wire maps it to its own values. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'max'] as const;
export const MEDIA_KINDS = ['image', 'pdf'] as const;
export type Wire = (typeof WIRES)[number];
export type Effort = (typeof EFFORTS)[number];
export type MediaKind = (typeof MEDIA_KINDS)[number];
export type Dialect = (typeof DIALECTS)[number];
export type LoadMode = (typeof LOAD_MODES)[number];
export type Placement = (typeof PLACEMENTS)[number];
export type ApprovalMode = (typeof APPROVAL_MODES)[number];
export type RunState = (typeof RUN_STATES)[number];
export type SessionKind = (typeof SESSION_KINDS)[number];
export type PartKind = (typeof PART_KINDS)[number];
export type ReasonCode = (typeof REASON_CODES)[number];
export type UnloadReason = (typeof UNLOAD_REASONS)[number];
export type CompactionTrigger = (typeof COMPACTION_TRIGGERS)[number];
export type DiskState = (typeof DISK_STATES)[number];
export type Decision = (typeof DECISIONS)[number];
export type SkillSource = (typeof SKILL_SOURCES)[number];

/** A count of them. */
export const tokens = z.int().min(0);

/** Lowercase hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The body of an event of this type. */
export const event = <T extends string, F extends z.ZodRawShape>(type: T, fields: F) =>
  z.object({ type: z.literal(type), ...fields });

/** Events of skills: the catalog, loads and unloads, references, switches. */
import { z } from 'zod';
import { mcpFaultSchema } from '../mcp-faults.ts';
import { packageSetSchema } from '../skills/skill-packages.ts';
import { DISK_STATES, event, SKILL_SOURCES, sha256, tokens, UNLOAD_REASONS } from './vocabulary.ts';

/** One function tool as the model is offered it. `parameters` is a JSON Schema. */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** MCP server that brings it; absent for the app's own. */
  server: z.string().optional(),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

/**
 * Format in which a skill's own tool passes arguments to its script: `--name value` flags, or the path of one JSON
 * file.
 */
export const ARGUMENT_STYLES = ['flags', 'json'] as const;
export type ArgumentStyle = (typeof ARGUMENT_STYLES)[number];

/** A function tool that a loaded skill brings (its `tools.yaml`). It is offered for as long as the skill is loaded. */
const skillToolSchema = toolDefinitionSchema.extend({
  /**
   * Name in the skill's declaration; `name` is the one offered to the model, prefixed with the skill's id on a
   * collision.
   */
  declared: z.string(),
  /** Path of the script, relative to the skill's folder. */
  script: z.string(),
  pass: z.enum(ARGUMENT_STYLES),
  /** Hash of the script's bytes at the load: fully identical tools count as one tool of several skills. */
  scriptSha256: sha256.optional(),
  /** Cost in a request: its definition, and its line if the dialect lists tools. */
  tokens: tokens.optional(),
});
export type SkillTool = z.infer<typeof skillToolSchema>;

const catalogEntrySchema = z.object({
  /** The folder's name. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(SKILL_SOURCES),
  /** Absolute path of the skill's folder. */
  path: z.string(),
  /** The front matter's `when_to_use`. */
  whenToUse: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** `disable-model-invocation`: only the person loads it, and the model is not told of it. */
  modelInvocable: z.literal(false).optional(),
  /** `user-invocable: false`: only the model loads it, and the person is not offered it as `/name`. */
  userInvocable: z.literal(false).optional(),
  /**
   * Hash of names, sizes and times of the folder's files; it changes when a file is written. Absent in old logs and
   * very large catalogs.
   */
  content: z.string().optional(),
});
export type CatalogEntry = z.infer<typeof catalogEntrySchema>;

/** A code of `messages/LANGUAGE/findings.ts`, and what its words name; absent in old logs. */
export const findingFields = {
  code: z.string().optional(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
};

export const diagnosticSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  file: z.string(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
  rule: z.string(),
  /** In English, for logs and `--json`; a person reads the words of `code` in their language. */
  message: z.string(),
  remedy: z.string().optional(),
  skill: z.string().optional(),
  ...findingFields,
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

export const skillEvents = [
  event('catalog-changed', {
    skills: z.array(catalogEntrySchema),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
    diagnostics: z.array(diagnosticSchema),
  }),
  /** The skills that the list of the next requests has, where not all of them fit its budget. */
  event('catalog-listed', {
    /** Ids. Absent: all fit again. */
    skills: z.array(z.string()).optional(),
    /** Skills that the model may use. */
    of: z.int().min(0),
    /** Tokens that the list may take; 0: no limit. */
    budget: tokens,
  }),
  event('skill-loaded', {
    skill: z.string(),
    tokens,
    /** Hash of `instructions`. */
    sha256,
    /** The section as it enters the context, byte for byte: review needs no file of the author's machine. */
    instructions: z.string(),
    by: z.enum(['agent', 'user']),
    /** Titles of all sections that it has, the one asked for last; none: its beginning. Absent: the whole skill. */
    sections: z.array(z.string()).readonly().optional(),
    /** The skill's own tools, by the names under which they are offered from here on. Their tokens are in `tokens`. */
    tools: z.array(skillToolSchema).optional(),
  }),
  /** The text in the context stays as it was loaded, until the person loads it again. */
  event('loaded-skill-changed', {
    skill: z.string(),
    state: z.enum(DISK_STATES),
    /** Change in context size if reloaded; negative if it shrinks. Only for `changed`. */
    tokens: z.int().optional(),
  }),
  /** Overrides the app's setting for this session; `null`: use the app's. */
  event('skill-switch-changed', { skill: z.string(), enabled: z.boolean().nullable() }),
  /** Only the user can unload a pinned skill. */
  event('skill-pin-changed', { skill: z.string(), pinned: z.boolean() }),
  event('skill-unloaded', { skill: z.string(), tokens, reason: z.enum(UNLOAD_REASONS) }),
  event('reference-loaded', {
    skill: z.string(),
    path: z.string(),
    tokens,
    sha256,
    text: z.string(),
    by: z.enum(['agent', 'user']),
  }),
  /** An MCP server that the session uses became ready, failed, or is started again. */
  event('tool-server-changed', {
    server: z.string(),
    state: z.enum(['ready', 'failed', 'restarting']),
    tools: z.int().min(0).optional(),
    fault: mcpFaultSchema.optional(),
  }),
  /** Packages of a skill that this session's runs read from here on. */
  packageSetSchema.extend({ type: z.literal('packages-provided'), skill: z.string() }),
  /** A run ended in an answer and loaded no skill, although the message was obviously for this one. Once in a session. */
  event('skill-missed', {
    skill: z.string(),
    /** The search's; comparable within one catalog only. */
    score: z.number().positive(),
  }),
  event('reference-unloaded', { skill: z.string(), path: z.string(), reason: z.string() }),
] as const;

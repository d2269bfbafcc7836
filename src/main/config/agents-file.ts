/** `agents.jsonc` of an environment: named agents (seeds/003), each with its own words, model, tools and skills. */
import path from 'node:path';
import { z } from 'zod';
import type { Diagnostic } from '../../shared/events.ts';
import { sharedShape } from '../../shared/settings/schema.ts';
import { type Entry, readFields, readJsonc } from './jsonc.ts';

/** Accepts one pattern in place of a list. */
const patterns = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

export const agentFields = {
  description: z.string(),
  /** Used for new sessions that name no agent. */
  default: z.boolean(),
  /** Replaces the app's opening words. The rules for loading skills always follow. */
  basePrompt: z.string(),
  /** Appended to the opening words as a section. */
  instructions: z.string(),
  ...sharedShape('agents'),
  /** Names of the dialect's tools that act, with `*`, `?` and `!`; those that only load skills come with the skills. */
  tools: patterns,
  /** Ids of skills, likewise. */
  skills: patterns,
};
type Fields = { readonly [K in keyof typeof agentFields]?: z.infer<(typeof agentFields)[K]> };
export interface AgentDefinition extends Fields {
  readonly name: string;
}

export interface AgentsFile {
  readonly agents: readonly AgentDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Means that no agent is wanted: a name that none can have. */
export const NO_AGENT = 'none';
const MAX_NAME = 100;
/** Fields that limit an agent. An unreadable one must not widen its rights. */
const LIMITS = ['tools', 'skills'] as const;

/** @param folder of the environment. */
export function readAgents(folder: string): AgentsFile {
  const { entries, diagnostics } = readJsonc(path.join(folder, 'agents.jsonc'));
  const found: Diagnostic[] = [...diagnostics];
  const agents = entries.flatMap((entry): AgentDefinition[] => {
    const { key: name, value, warn } = entry;
    if (!isName(name)) {
      found.push(warn('agent', 'agent-name', { name, most: MAX_NAME }));
      return [];
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      found.push(warn('agent', 'agent-no-object', { name }));
      return [];
    }
    const read = readFields(entry.entries(), agentFields, 'agent-field', name);
    found.push(...read.diagnostics);
    return [{ name, ...read.fields, ...unreadLimits(entry.entries(), read.fields, name, found) }];
  });
  const [first, ...others] = agents.filter((agent) => agent.default === true);
  for (const { name } of others) {
    const entry = entries.find(({ key }) => key === name);
    if (entry && first) found.push(entry.warn('agent', 'agent-second-default', { name, used: first.name }));
  }
  return { agents, diagnostics: found };
}

export function defaultAgent(agents: readonly AgentDefinition[]): AgentDefinition | undefined {
  return agents.find((agent) => agent.default === true);
}

export function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME && name !== NO_AGENT;
}

function unreadLimits(entries: readonly Entry[], fields: Fields, name: string, found: Diagnostic[]): Partial<Fields> {
  const unread = LIMITS.flatMap((limit) => {
    const entry = entries.find(({ key }) => key === limit);
    return entry === undefined || fields[limit] !== undefined ? [] : [{ limit, entry }];
  });
  for (const { limit, entry } of unread) {
    const warning = entry.warn('agent-field', 'agent-limit-unreadable', { name, field: limit });
    found.push({ ...warning, severity: 'error' });
  }
  return Object.fromEntries(unread.map(({ limit }) => [limit, []]));
}

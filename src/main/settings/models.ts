/** Chooses the model, where it is, and how it is asked: several places may say it, and the nearest wins. Pure. */

import path from 'node:path';
import { z } from 'zod';
import { priceSchema } from '../../shared/context-views.ts';
import { defined } from '../../shared/defined.ts';
import type { Diagnostic } from '../../shared/events.ts';
import {
  type Abilities,
  abilitiesSchema,
  MODEL_OPTION_NAMES,
  type ModelOptions,
} from '../../shared/models/model-options.ts';
import { rowOf } from '../../shared/models/model-row.ts';
import { DEFAULT_LIMITS } from '../../shared/settings/defaults.ts';
import { sharedShape } from '../../shared/settings/schema.ts';
import { type JsoncEntry, readFields, readJsonc } from './jsonc.ts';

// `agents.jsonc` of an environment: named agents (seeds/003), each with its own words, model, tools and skills.

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
  skills: patterns,
};
type Fields = { readonly [K in keyof typeof agentFields]?: z.infer<(typeof agentFields)[K]> };
export interface AgentDefinition extends Fields {
  readonly name: string;
}

/** Means that no agent is wanted: a name that none can have. */
export const NO_AGENT = 'none';
const MAX_NAME = 100;
/** Fields that limit an agent. An unreadable one must not widen its rights. */
const LIMITS = ['tools', 'skills'] as const;

/** Entries of a file by their names, each read field by field; `found` gets what is wrong with them. */
function readNamed<S extends Readonly<Record<string, z.ZodType>>, T>(
  file: string,
  shape: S,
  kind: 'agent' | 'model',
  found: Diagnostic[],
  make: (name: string, fields: ReturnType<typeof readFields<S>>['fields'], entry: JsoncEntry) => readonly T[],
): readonly T[] {
  const { entries, diagnostics } = readJsonc(file);
  found.push(...diagnostics);
  return entries.flatMap((entry): readonly T[] => {
    const { key: name, value, warn } = entry;
    if (!isName(name) || value === null || typeof value !== 'object' || Array.isArray(value)) {
      const isNamed = kind === 'model' || isName(name);
      found.push(warn(kind, isNamed ? `${kind}-no-object` : 'agent-name', { name, most: MAX_NAME }));
      return [];
    }
    const read = readFields(entry.entries(), shape, `${kind}-field`, name);
    found.push(...read.diagnostics);
    return make(name, read.fields, entry);
  });
}

/** @param folder of the environment. */
export function readAgents(folder: string) {
  const found: Diagnostic[] = [];
  const places = new Map<string, JsoncEntry>();
  const agents = readNamed(path.join(folder, 'agents.jsonc'), agentFields, 'agent', found, (name, fields, entry) => {
    places.set(name, entry);
    return [{ name, ...fields, ...unreadLimits(entry.entries(), fields, name, found) } as AgentDefinition];
  });
  const [first, ...others] = agents.filter((agent) => agent.default === true);
  for (const { name } of others) {
    const entry = places.get(name);
    if (entry && first) found.push(entry.warn('agent', 'agent-second-default', { name, used: first.name }));
  }
  return { agents, diagnostics: found };
}

export const defaultAgent = (agents: readonly AgentDefinition[]): AgentDefinition | undefined =>
  agents.find((agent) => agent.default === true);

const isName = (name: string): boolean => name.trim() !== '' && name.length <= MAX_NAME && name !== NO_AGENT;

function unreadLimits(
  entries: readonly JsoncEntry[],
  fields: Fields,
  name: string,
  found: Diagnostic[],
): Partial<Fields> {
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

/** `models.jsonc` of an environment: models by a name that `--model`, an agent and the settings can give. */
export const modelFields = {
  ...sharedShape('models'),
  /** Absent: the address in the settings. */
  baseUrl: z.string().regex(/^https?:\/\/[^/]/i, 'web-address'),
  /** Provider's id; default: the name. */
  model: z.string().min(1),
  apiKeyEnv: z.string().min(1),
  /** `true`: pictures. */
  sees: z.union([
    z.boolean().transform((sees) => (sees ? (['image'] as const) : [])),
    abilitiesSchema.shape.sees.unwrap(),
  ]),
  tools: z.boolean().describe('`false`: no request offers tools'),
  reasons: z.boolean().describe('`false`: no request has an effort'),
  /** US dollars for a million tokens. */
  prices: priceSchema,
};
type ModelsFileFields = { readonly [K in keyof typeof modelFields]?: z.infer<(typeof modelFields)[K]> };
export interface NamedModel extends ModelsFileFields {
  readonly name: string;
  readonly model: string;
}

/** Without these a request would go to the wrong place. */
const DECISIVE = ['baseUrl', 'model', 'apiKeyEnv', 'wire', 'headers'] as const;

/** @param folder of the environment. */
export function readModels(folder: string) {
  const found: Diagnostic[] = [];
  const models = readNamed(path.join(folder, 'models.jsonc'), modelFields, 'model', found, (name, fields, entry) => {
    const lost = DECISIVE.find(
      (field) => fields[field] === undefined && entry.entries().some(({ key }) => key === field),
    );
    if (lost === undefined) return [{ model: name, ...fields, name } as NamedModel];
    found.push({ ...entry.warn('model', 'model-incomplete', { name, field: lost }), severity: 'error' });
    return [];
  });
  return { models, diagnostics: found };
}

/** The id under which the demo model is known, in the app and at its endpoint. */
export const DEMO_MODEL_ID = 'skilldeck-demo';

type Gaps<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface ModelWish extends Gaps<ModelOptions> {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

export interface ModelChoice extends ModelOptions, Omit<Abilities, 'maxOutput' | 'prices'> {
  /** '' where an address is set and no model. */
  readonly model: string;
  /** '' is the demo model. */
  readonly baseUrl: string;
  /** The variable that holds the key; absent: the key ring. */
  readonly apiKeyEnv?: string;
}

/**
 * @param own what is said for the session itself, the nearest first.
 * @param app what the app's settings say, likewise. A model named there without any address is the demo model.
 */
export function chooseModel(
  own: readonly ModelWish[],
  app: readonly ModelWish[],
  models: readonly NamedModel[],
): ModelChoice {
  const said = [...own, ...app];
  const at = said.findIndex(({ model }) => model !== undefined);
  const nameOf = ({ model, baseUrl }: ModelWish) =>
    // With an address, `model` is an id, whatever names exist.
    baseUrl === undefined ? models.find(({ name }) => name === model) : undefined;
  const wishes = said.map((wish, index): ModelWish => {
    const named = nameOf(wish);
    const { model, baseUrl, apiKeyEnv } = { ...wish, ...named };
    // From a named model that is not in use, only fields of its address count.
    const options = index === at ? optionsOf(named ?? {}) : { headers: named?.headers };
    return { model, baseUrl, apiKeyEnv: wish.apiKeyEnv ?? apiKeyEnv, ...options, ...optionsOf(wish) };
  });
  const isElsewhere = said.slice(0, Math.max(at, 0)).some(({ baseUrl }) => baseUrl !== undefined);
  const wish = isElsewhere ? said[at] : wishes[at];
  const { maxContext, sees, tools, reasons } = (isElsewhere ? undefined : nameOf(said[at] ?? {})) ?? {};
  const addressFrom = (from: number) => wishes.slice(from).find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl ?? '';
  const baseUrl = addressFrom(0);
  // Fields given with an address apply to that address; others apply to any.
  const belonging = wishes.filter((_one, index) => ['', baseUrl].includes(addressFrom(index)));
  const nearest = <K extends keyof ModelWish>(key: K): ModelWish[K] =>
    belonging.find((one) => one[key] !== undefined)?.[key];
  const apiKeyEnv = nearest('apiKeyEnv');
  const isDemo = baseUrl === '' && (at < 0 || at >= own.length);
  return {
    model: isDemo ? DEMO_MODEL_ID : (wish?.model ?? ''),
    baseUrl,
    ...defined({ apiKeyEnv, maxContext, sees: sees && [...sees], tools, reasons }),
    ...optionsOf(Object.fromEntries(MODEL_OPTION_NAMES.map((name) => [name, nearest(name)]))),
  };
}

/** Only those that say something. */
export function optionsOf(wish: Gaps<ModelOptions>): ModelOptions {
  return Object.fromEntries(
    MODEL_OPTION_NAMES.flatMap((name) => (wish[name] === undefined ? [] : [[name, wish[name]]])),
  );
}

/** Default limit in tokens, at most the model's context by the table. */
export const defaultContext = (model: string): number =>
  Math.min(DEFAULT_LIMITS.maxContext, rowOf(model)?.context ?? Number.POSITIVE_INFINITY);

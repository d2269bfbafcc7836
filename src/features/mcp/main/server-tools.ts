/** A server's list of tools as it may be shown to a model: others wrote it, so it is bounded and made visible. */
import { z } from 'zod';
import { visible } from '../../../main/lib/text.ts';
import type { LEFT_OUT } from '../../../shared/mcp-faults.ts';
import { type Repair, repairSchema } from './repair-schema.ts';

/** The server's own description of its tool. Nothing checks it. */
const hintsSchema = z.object({
  readOnlyHint: z.boolean().optional().catch(undefined),
  destructiveHint: z.boolean().optional().catch(undefined),
});

const toolSchema = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown(),
  annotations: hintsSchema.optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
});

export interface ServerTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, in the form that every provider takes. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly repaired?: readonly Repair[];
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean };
}

const MOST_TOOLS = 256;
/** Characters of one definition as JSON. */
const LONGEST = 64 * 1024;
const DEEPEST = 24;

export interface ListedTools {
  readonly tools: readonly ServerTool[];
  readonly leftOut: readonly { readonly tool: string; readonly why: (typeof LEFT_OUT)[number] }[];
}

/** One tool that cannot be offered takes no other with it, and no conversation. */
export function readTools(found: readonly unknown[]): ListedTools {
  const names = new Set<string>();
  const leftOut: { tool: string; why: (typeof LEFT_OUT)[number] }[] = [];
  const tools = found.flatMap((one, index): ServerTool[] => {
    const parsed = toolSchema.safeParse(one);
    const leave = (why: (typeof LEFT_OUT)[number], tool: string) => {
      if (leftOut.length < MOST_TOOLS) leftOut.push({ tool: visible(tool), why });
      return [];
    };
    if (!parsed.success) return leave('no-name', `${index + 1}`);
    const { name, description = '', inputSchema, annotations, execution } = parsed.data;
    if (names.size >= MOST_TOOLS) return leave('too-many', name);
    if (names.has(name)) return leave('twice', name);
    if (execution?.taskSupport === 'required') return leave('task', name);
    if (JSON.stringify(inputSchema ?? '').length + description.length > LONGEST) return leave('too-large', name);
    const found = depthOf(inputSchema) > DEEPEST ? undefined : repairSchema(inputSchema);
    if (found === undefined) return leave('schema', name);
    if (JSON.stringify(found.schema).length > LONGEST) return leave('too-large', name);
    names.add(name);
    const hints = { readOnly: annotations?.readOnlyHint === true, destructive: annotations?.destructiveHint === true };
    const { schema, repaired } = found;
    const noted = repaired.length === 0 ? {} : { repaired };
    return [{ name, description: visible(description), parameters: withVisibleTexts(schema), ...noted, hints }];
  });
  return { tools, leftOut };
}

type JsonSchema = Readonly<Record<string, unknown>>;

function depthOf(value: unknown): number {
  let level = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0 || depth > DEEPEST) return depth;
  }
}

function withVisibleTexts(schema: JsonSchema): JsonSchema {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return visible(value);
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)]));
  };
  return shown(schema) as JsonSchema;
}

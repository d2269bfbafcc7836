/** A server's list of tools as it may be shown to a model: others wrote it, so it is bounded and made visible. */
import { z } from 'zod';
import { visible } from '../../../main/lib/text.ts';

/** The server's own description of its tool. Nothing checks it. */
const hintsSchema = z.object({
  readOnlyHint: z.boolean().optional().catch(undefined),
  destructiveHint: z.boolean().optional().catch(undefined),
});

const toolSchema = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  annotations: hintsSchema.optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
});

export interface ServerTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean };
}

const MOST_TOOLS = 256;
/** Characters of one definition as JSON. */
const LONGEST = 64 * 1024;
const DEEPEST = 24;

/** Leaves out tools that cannot be offered: no name, no schema, too large, or only to be run as a task. */
export function readTools(found: readonly unknown[]): readonly ServerTool[] {
  const names = new Set<string>();
  return found.slice(0, MOST_TOOLS).flatMap((one) => {
    const parsed = toolSchema.safeParse(one);
    if (!parsed.success) return [];
    const { name, description = '', inputSchema, annotations, execution } = parsed.data;
    const { $schema: _dialect, ...schema } = inputSchema;
    if (names.has(name) || execution?.taskSupport === 'required') return [];
    if (depthOf(schema) > DEEPEST || JSON.stringify(schema).length + description.length > LONGEST) return [];
    names.add(name);
    const hints = { readOnly: annotations?.readOnlyHint === true, destructive: annotations?.destructiveHint === true };
    return [{ name, description: visible(description), parameters: withVisibleTexts(schema), hints }];
  });
}

type Schema = Readonly<Record<string, unknown>>;

function depthOf(value: unknown): number {
  let level = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0 || depth > DEEPEST) return depth;
  }
}

function withVisibleTexts(schema: Schema): Schema {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return visible(value);
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)]));
  };
  return shown(schema) as Schema;
}

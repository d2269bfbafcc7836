/** A server's tools and their answers as they may be shown to a model: others wrote them, so they are bounded and made visible. */
import { z } from 'zod';
import { endingOf } from '../../../main/lib/app-files.ts';
import { visible } from '../../../main/lib/text.ts';
import { defined } from '../../../shared/defined.ts';
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
  inputSchema: z.unknown().optional(),
  annotations: hintsSchema.optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
});

export interface ServerTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, in the form that every provider takes. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly repaired?: readonly Repair[];
  /** Name of a field as offered → as the server has it, where they differ. */
  readonly renamed?: Readonly<Record<string, string>>;
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
    const { schema, repaired, renamed } = found;
    const noted = defined({ repaired: repaired.length === 0 ? undefined : repaired, renamed });
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

/** Bytes of one file: the limit of an artifact (CONTRACT §7). */
const MAX_FILE = 4 * 1024 * 1024;
const MOST_FILES = 20;

const resourceSchema = z.object({
  uri: z.string().catch(''),
  text: z.string().optional(),
  blob: z.string().optional(),
  mimeType: z.string().optional().catch(undefined),
});
const blockSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string().catch('') }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string().catch(''),
    title: z.string().optional(),
  }),
  z.object({ type: z.literal('resource'), resource: resourceSchema }),
]);

/** A tool's answer, each block for itself: one that is none takes no other with it. */
export const resultSchema = z.looseObject({
  content: z
    .unknown()
    .optional()
    .transform((blocks): readonly unknown[] => [blocks ?? []].flat()),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
});
export type ToolResult = z.input<typeof resultSchema> & { readonly content: readonly unknown[] };

/**
 * A tool's answer as text for the model and files for the session, named below out/. Nothing in it is trusted.
 * @param stem of the names of files, such as `calendar-month`.
 */
export function readResult({ content, structuredContent, isError }: Partial<ToolResult>, stem: string) {
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  const keep = (data: string, type: string | undefined, what: string): string => {
    const bytes = Buffer.from(data, 'base64');
    if (files.length >= MOST_FILES) return `[${what}: left out, over the limit of ${MOST_FILES} files]`;
    if (bytes.length > MAX_FILE) return `[${what}: left out, ${bytes.length} bytes are over the limit of ${MAX_FILE}]`;
    const ending = endingOf(type ?? '') ?? 'bin';
    const name = `${stem}${files.length === 0 ? '' : `-${files.length + 1}`}.${ending}`;
    files.push({ name, bytes });
    return `[${what}: kept as out/${name}, ${bytes.length} bytes]`;
  };
  const read = (given: unknown): string => {
    const block = blockSchema.safeParse(given).data;
    if (block === undefined) return visible(typeof given === 'string' ? given : JSON.stringify(given));
    switch (block.type) {
      case 'text':
        return visible(block.text);
      case 'image':
      case 'audio':
        return keep(block.data, block.mimeType, `${block.type} (${visible(block.mimeType)})`);
      case 'resource_link':
        return `[link: ${visible(block.title ?? block.name)} ${visible(block.uri)}]`;
      case 'resource': {
        const { resource } = block;
        const uri = visible(resource.uri);
        if (resource.blob !== undefined) return keep(resource.blob, resource.mimeType, `resource ${uri}`);
        return `[resource ${uri}]\n${visible(resource.text ?? '')}`;
      }
    }
  };
  const parts = (content ?? []).map(read);
  // A server gives structured content beside the same as text; some give it alone.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(visible(JSON.stringify(structuredContent)));
  return { ok: isError !== true, text: parts.join('\n'), files };
}

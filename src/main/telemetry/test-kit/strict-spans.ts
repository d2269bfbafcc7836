/**
 * Accepts what a backend takes, or throws an error that says what it refuses. Rules and their sources:
 * - ids, names, kinds, times: comments of opentelemetry-proto's `trace.proto` ("is considered invalid", "required");
 * - hex ids, numbers as enums, camel case: OTLP 1.x, "JSON Protobuf Encoding";
 * - unique keys, one kind of value: `common.proto`;
 * - attributes and span names by operation: semantic-conventions-genai, `model/gen-ai/spans.yaml`;
 * - messages: its `gen-ai-input-messages.json` and `gen-ai-output-messages.json`;
 * - Jaeger, Langfuse: one span id names one span; a parent is a span of the same trace, which may come in a later request.
 */
import { z } from 'zod';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }) }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value }))
  .default([])
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'A key is there twice.')
  .transform((list) => Object.fromEntries(list.map(({ key, value: given }) => [key, plain(given)])));
const id = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`))
    .refine((text) => !/^0+$/.test(text), 'All zeroes.');
const nanoseconds = z
  .string()
  .regex(/^\d+$/)
  .refine((text) => BigInt(text) > 1_000_000_000_000_000_000n, 'Not in nanoseconds.');

const spanSchema = z
  .strictObject({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: id(16).optional(),
    name: z.string().min(1),
    kind: z.union([z.literal(1), z.literal(3)]),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    events: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          timeUnixNano: nanoseconds,
          attributes,
          droppedAttributesCount: z.literal(0).optional(),
        }),
      )
      .default([]),
    links: z.array(z.never()).default([]),
    droppedAttributesCount: z.literal(0).optional(),
    droppedEventsCount: z.literal(0).optional(),
    droppedLinksCount: z.literal(0).optional(),
    status: z
      .strictObject({ code: z.union([z.literal(0), z.literal(2)]).default(0), message: z.string().optional() })
      .prefault({}),
    flags: z.int(),
  })
  .refine(({ startTimeUnixNano: a, endTimeUnixNano: b }) => BigInt(a) <= BigInt(b), 'It ends before it begins.');
export type StrictSpan = z.infer<typeof spanSchema>;

const requestSchema = z.strictObject({
  resourceSpans: z
    .array(
      z.strictObject({
        resource: z.strictObject({ attributes, droppedAttributesCount: z.literal(0).optional() }),
        scopeSpans: z.array(
          z.strictObject({
            scope: z.strictObject({ name: z.string().min(1), version: z.string() }),
            spans: z.array(spanSchema).min(1),
          }),
        ),
      }),
    )
    .min(1),
});

function plain(given: z.infer<typeof value>): string | number | boolean | string[] {
  if ('stringValue' in given) return given.stringValue;
  if ('intValue' in given) return Number(given.intValue);
  if ('doubleValue' in given) return given.doubleValue;
  if ('boolValue' in given) return given.boolValue;
  return given.arrayValue.values.map(({ stringValue }) => stringValue);
}

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), content: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), content: z.string() }),
  z.strictObject({ type: z.literal('tool_call'), id: z.string(), name: z.string(), arguments: z.json() }),
  z.strictObject({ type: z.literal('tool_call_response'), id: z.string(), response: z.string() }),
  z.strictObject({
    type: z.literal('file'),
    modality: z.enum(['image', 'document']),
    mime_type: z.string(),
    file_id: z.string(),
  }),
]);
const messages = z.array(z.strictObject({ role: z.enum(['user', 'assistant', 'tool']), parts: z.array(part) }));
const MESSAGES = ['gen_ai.input.messages', 'gen_ai.output.messages'];

const common = z.object({ 'gen_ai.operation.name': z.string(), 'gen_ai.conversation.id': z.string() });
const BY_OPERATION: Readonly<Record<string, z.ZodType>> = {
  invoke_agent: common.extend({ 'gen_ai.agent.name': z.string(), 'gen_ai.request.model': z.string() }),
  chat: common.extend({
    'gen_ai.provider.name': z.string().optional(),
    'gen_ai.request.model': z.string(),
    'gen_ai.usage.input_tokens': z.int().optional(),
    'gen_ai.response.finish_reasons': z.array(z.string()).optional(),
  }),
  execute_tool: common.extend({ 'gen_ai.tool.name': z.string(), 'gen_ai.tool.call.id': z.string() }),
};

function checkConventions({ name, kind, attributes: given, status }: StrictSpan): void {
  if ((status.code === 2) !== 'error.type' in given) throw new Error(`${name}: an error has a type, others do not.`);
  for (const attribute of MESSAGES) {
    if (attribute in given) messages.parse(JSON.parse(String(given[attribute])));
  }
  const operation = given['gen_ai.operation.name'];
  if (operation === undefined) return;
  BY_OPERATION[String(operation)]?.parse(given);
  if (!name.startsWith(String(operation))) throw new Error(`${name} is not named after ${operation}.`);
  if ((operation === 'chat') !== (kind === 3)) throw new Error(`${name} has kind ${kind}.`);
}

/** @throws Error for what a backend would refuse. */
export function strictSpans(request: unknown): {
  readonly resource: Record<string, unknown>;
  readonly spans: StrictSpan[];
} {
  const { resourceSpans } = requestSchema.parse(request);
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
  for (const span of spans) checkConventions(span);
  if (new Set(spans.map(({ spanId }) => spanId)).size !== spans.length) throw new Error('A span is there twice.');
  return { resource: resourceSpans[0]?.resource.attributes ?? {}, spans };
}

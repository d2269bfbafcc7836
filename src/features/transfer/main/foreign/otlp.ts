/** Spans of OpenTelemetry by four conventions (GenAI, OpenInference, OpenLLMetry, Google's ADK), in OTLP's JSON and as Phoenix exports them. */
import { OMITTED, PURPOSE } from '../../../../main/telemetry/trace.ts';
import type { ParsedSource } from './format.ts';
import { isObject, objectIn, objectsIn, opened, type Raw, textIn, timeIn, whole } from './raw.ts';
import { kindOf, type Span } from './spans.ts';
import { costIn, usageIn } from './values.ts';

/** Attributes with dots in their names, as the objects and lists that they spell. */
export function spelt(attributes: Iterable<readonly [string, unknown]>): Raw {
  const all: Record<string, unknown> = {};
  for (const [name, value] of attributes) {
    const path = name.split('.');
    let place = all;
    for (const step of path.slice(0, -1)) {
      if (!isObject(place[step])) place[step] = {};
      place = place[step] as Record<string, unknown>;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return listed(all) as Raw;
}

/** Objects whose fields are numbers are lists; OpenInference puts each message and call into an object of its name. */
function listed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listed);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const [[name, only] = ['', undefined]] = entries;
  if (entries.length === 1 && ['message', 'message_content', 'tool_call'].includes(name)) return listed(only);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) return entries.map(([, one]) => listed(one));
  return Object.fromEntries(entries.map(([key, one]) => [key === 'contents' ? 'content' : key, listed(one)]));
}

type Base = Pick<Span, 'id' | 'parent' | 'trace' | 'from' | 'to' | 'failed'>;

/** @returns undefined for a span that says nothing of a model. */
export function spanOf(base: Base, name: string, given: Raw): Span | undefined {
  const all = opened(given);
  const [gen, llm, adk] = [objectIn(all.gen_ai), objectIn(all.llm), objectIn(objectIn(objectIn(all.gcp).vertex).agent)];
  const traced = objectIn(all.openinference);
  if (all.gen_ai === undefined && all.llm === undefined && all.openinference === undefined) return undefined;
  const [usage, counted] = [objectIn(gen.usage), objectIn(llm.token_count)];
  const [detail, tool] = [objectIn(counted.prompt_details), objectIn(objectIn(gen.tool).call)];
  const [input, output, skilldeck] = [objectIn(all.input), objectIn(all.output), objectIn(all.skilldeck)];
  const operation = objectIn(gen.operation).name ?? objectIn(traced.span).kind ?? name.split(' ')[0];
  const asked = objectIn(gen.input).messages ?? gen.prompt ?? llm.input_messages ?? adk.llm_request;
  const answered = objectIn(gen.output).messages ?? gen.completion ?? llm.output_messages ?? adk.llm_response;
  // The same in other words.
  for (const again of [input.value, output.value, adk.llm_request, adk.llm_response])
    if (asked !== undefined) whole(again);
  const kind = kindOf(operation);
  const attribute = (path: string) => path.split('.').reduce<unknown>((value, step) => objectIn(value)[step], all);
  const omitted = attribute(OMITTED);
  const isModel = kind === 'model' || (kind === 'other' && asked !== undefined);
  return {
    ...base,
    kind: isModel ? 'model' : kind,
    conversation: textIn(objectIn(gen.conversation).id) ?? textIn(objectIn(all.session).id),
    isSummary: attribute(PURPOSE) === 'summary',
    model: textIn(objectIn(gen.response).model) ?? textIn(objectIn(gen.request).model) ?? textIn(llm.model_name),
    usage: usageIn({
      input: usage.input_tokens ?? usage.prompt_tokens ?? counted.prompt,
      output: usage.output_tokens ?? usage.completion_tokens ?? counted.completion,
      cached: objectIn(usage.cache_read).input_tokens ?? usage.cached_input_tokens ?? detail.cache_read,
      reasoning: objectIn(usage.reasoning).output_tokens ?? objectIn(counted.completion_details).reasoning,
    }),
    cost: costIn(usage.cost ?? objectIn(skilldeck.usage).cost ?? objectIn(llm.cost).total),
    omitted: typeof omitted === 'number' ? omitted : undefined,
    system: gen.system_instructions,
    asked: asked ?? (isModel ? input.value : undefined),
    answered: answered ?? (isModel ? output.value : undefined),
    tools: objectIn(gen.tool).definitions,
    callId: textIn(tool.id) ?? textIn(objectIn(all.tool_call).id),
    result: tool.result ?? adk.tool_response ?? (kind === 'tool' ? output.value : undefined),
    source: all,
  };
}

function attributeValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const { arrayValue, kvlistValue } = value;
  if (isObject(arrayValue)) return objectsIn(arrayValue.values).map(attributeValue);
  if (isObject(kvlistValue)) return Object.fromEntries(attributesOf(kvlistValue.values));
  return 'intValue' in value ? Number(value.intValue) : (value.stringValue ?? value.doubleValue ?? value.boolValue);
}

const attributesOf = (list: unknown): [string, unknown][] =>
  objectsIn(list).map(({ key, value }) => [String(key), attributeValue(value)]);

function nanoseconds(value: unknown): string | undefined {
  try {
    return timeIn(Number(BigInt(String(value ?? 0)) / 1_000_000n));
  } catch {
    return undefined;
  }
}

/** OTLP's JSON: spans below scopes below resources. */
export function otlpSpans({ values }: ParsedSource): readonly Span[] {
  const list = (from: Raw, ...names: string[]): readonly Raw[] => names.flatMap((name) => objectsIn(from[name]));
  return objectsIn(values)
    .flatMap((one) => list(one, 'resourceSpans', 'resource_spans'))
    .flatMap((one) => list(one, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'))
    .flatMap((one) => list(one, 'spans'))
    .flatMap((span) => {
      const base = {
        id: String(span.spanId ?? span.span_id ?? ''),
        parent: String(span.parentSpanId ?? span.parent_span_id ?? ''),
        trace: String(span.traceId ?? span.trace_id ?? ''),
        from: nanoseconds(span.startTimeUnixNano ?? span.start_time_unix_nano),
        to: nanoseconds(span.endTimeUnixNano ?? span.end_time_unix_nano),
        failed: ['2', 'STATUS_CODE_ERROR'].includes(String(objectIn(span.status).code)),
      };
      // Older instrumentations put the messages into an event of the span.
      const events = list(span, 'events').flatMap(({ attributes }) => attributesOf(attributes));
      return spanOf(base, String(span.name ?? ''), spelt([...events, ...attributesOf(span.attributes)])) ?? [];
    });
}

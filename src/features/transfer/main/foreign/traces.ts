/** Spans and runs that Phoenix, Langfuse and LangSmith export; the formats of traces. */

import { OMITTED, PURPOSE } from '../../../../main/telemetry/trace.ts';
import type { Format, FormatName, ParsedSource } from './format.ts';
import { isObject, jsonIn, listIn, objectIn, objectsIn, opened, type Raw, textIn, timeIn, whole } from './raw.ts';
import { kindOf, readAll, type Span } from './spans.ts';
import { costIn, usageIn } from './values.ts';

// Spans of OpenTelemetry by four conventions (GenAI, OpenInference, OpenLLMetry, Google's ADK), in OTLP's JSON and as Phoenix exports them.

/** Attributes with dots in their names, as the objects and lists that they spell. */
function spelt(attributes: Iterable<readonly [string, unknown]>): Raw {
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
function spanOf(base: Base, name: string, given: Raw): Span | undefined {
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
function otlpSpans({ values }: ParsedSource): readonly Span[] {
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

/** Times of LangSmith are UTC, often without saying so. */
const utc = (value: unknown): string | undefined =>
  timeIn(typeof value === 'string' && !/[zZ]$|[+-]\d\d:?\d\d$/.test(value) ? `${value}Z` : value);

/** Phoenix' spans as its client and its interface write them. */
function phoenixSpans({ values }: ParsedSource): readonly Span[] {
  return values.flat().flatMap((span) => {
    if (!isPhoenix(span)) return [];
    const { context, attributes, parent_id, start_time, end_time, status_code, name } = span;
    const base = {
      id: String(objectIn(context).span_id),
      parent: String(parent_id ?? ''),
      trace: String(objectIn(context).trace_id),
      from: utc(start_time),
      to: utc(end_time),
      failed: status_code === 'ERROR',
    };
    const kind: [string, unknown][] = span.span_kind === undefined ? [] : [['openinference.span.kind', span.span_kind]];
    return spanOf(base, String(name), spelt([...kind, ...Object.entries(objectIn(whole(attributes)))])) ?? [];
  });
}

const isPhoenix = (one: unknown): one is Raw =>
  isObject(one) && isObject(one.context) && isObject(one.attributes) && 'span_id' in one.context;

/** Observations of Langfuse's traces, as its API and its interface export them. */
function langfuseSpans({ values }: ParsedSource): readonly Span[] {
  return values.flat().flatMap((one) => {
    if (!isObject(one)) return [];
    const trace = objectIn(one.trace);
    return objectsIn(observationsOf(one)).map((span): Span => {
      const cost = costIn(span.totalCost ?? span.calculatedTotalCost) || costIn(span.costDetails);
      const kind = kindOf(span.type);
      return {
        id: String(span.id),
        parent: String(span.parentObservationId ?? ''),
        trace: String(span.traceId),
        kind,
        title: textIn(trace.name) ?? textIn(one.name),
        name: kind === 'tool' ? textIn(span.name) : undefined,
        from: timeIn(span.startTime),
        to: timeIn(span.endTime),
        failed: span.level === 'ERROR',
        model: textIn(span.model),
        usage: usageIn(jsonIn(span.usageDetails)) ?? usageIn(span.usage),
        cost: cost === 0 ? undefined : cost,
        asked: span.input,
        answered: span.output,
        result: kind === 'tool' ? span.output : undefined,
        source: span,
      };
    });
  });
}

const isObservation = (one: unknown): boolean =>
  isObject(one) && 'traceId' in one && 'startTime' in one && ('parentObservationId' in one || 'input' in one);
const observationsOf = (one: Raw): readonly unknown[] =>
  isObservation(one) ? [one] : listIn(one.observations).filter(isObservation);

const isRun = (value: unknown): value is Raw =>
  isObject(value) && typeof value.run_type === 'string' && (isObject(value.inputs) || isObject(value.outputs));

/** Runs of LangSmith: an export's list, or a batch as it is sent: runs that begin, and what ended since. */
function runsIn({ runs, post, patch }: Raw): readonly unknown[] {
  if (Array.isArray(runs)) return runs;
  const keyOf = ({ dotted_order, id }: Raw): unknown => dotted_order ?? id;
  const ended = new Map(objectsIn(patch).map((run) => [keyOf(run), run]));
  return objectsIn(post).map((run) => opened({ ...run, ...ended.get(keyOf(run)) }));
}

function langsmithSpans({ values }: ParsedSource): readonly Span[] {
  const runs = objectsIn(values.flat()).flatMap((one) => (isRun(one) ? [one] : runsIn(one).filter(isRun)));
  return runs.map((run) => {
    const [outputs, extra] = [objectIn(run.outputs), objectIn(run.extra)];
    const [metadata, params] = [objectIn(extra.metadata), objectIn(extra.invocation_params)];
    const isRoot = run.parent_run_id === null || run.parent_run_id === undefined;
    return {
      id: String(run.id),
      parent: isRoot ? '' : String(run.parent_run_id),
      trace: String(run.trace_id ?? run.id),
      kind: kindOf(run.run_type),
      title: isRoot ? textIn(run.name) : undefined,
      from: utc(run.start_time),
      to: utc(run.end_time),
      failed: textIn(run.error) !== undefined,
      model:
        textIn(metadata.ls_model_name) ??
        textIn(params.model) ??
        textIn(params.model_name) ??
        textIn(objectIn(outputs.llm_output).model_name),
      usage: usageIn(run) ?? usageIn(outputs.usage_metadata) ?? usageIn(outputs.usage),
      cost: costIn(run.total_cost),
      asked: run.inputs,
      answered: outputs,
      callId: textIn(objectIn(outputs.output).tool_call_id),
      source: run,
    };
  });
}

const format = (
  name: FormatName,
  spans: (parsed: ParsedSource) => readonly Span[],
  is: (one: Raw) => boolean,
): Format => ({
  name,
  recognises: ({ values }) => objectsIn(values.flat()).some(is),
  read: (parsed) => readAll(spans(parsed)),
});

export const TRACES: readonly Format[] = [
  format('otlp', otlpSpans, (one) => 'resourceSpans' in one || 'resource_spans' in one),
  format('langsmith', langsmithSpans, (one) => isRun(one) || runsIn(one).some(isRun)),
  format('langfuse', langfuseSpans, (one) => observationsOf(one).length > 0),
  format('openinference', phoenixSpans, isPhoenix),
];

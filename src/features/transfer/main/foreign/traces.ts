/** Spans and runs that Phoenix, Langfuse and LangSmith export; the formats of traces. */
import type { Format, FormatName, ParsedSource } from './format.ts';
import { otlpSpans, spanOf, spelt } from './otlp.ts';
import { isObject, jsonIn, listIn, objectIn, objectsIn, opened, type Raw, textIn, timeIn, whole } from './raw.ts';
import { kindOf, readAll, type Span } from './spans.ts';
import { costIn, usageIn } from './values.ts';

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

/** Spans as OTLP, by OpenTelemetry's own serializers; loaded when first needed. */
import { type HrTime, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Attributes, Span } from './trace.ts';

const SERIALIZERS = { 'http/json': JsonTraceSerializer, 'http/protobuf': ProtobufTraceSerializer } as const;
export type Protocol = keyof typeof SERIALIZERS;

export interface Source {
  readonly version: string;
  /** Over `service.name` and `service.version`. */
  readonly resource?: Attributes;
}

export function serialize(spans: readonly Span[], protocol: Protocol, { version, resource }: Source): Uint8Array {
  const described = resourceFromAttributes({ 'service.name': 'skilldeck', 'service.version': version, ...resource });
  const scope = { name: 'skilldeck', version };
  const bytes = SERIALIZERS[protocol].serializeRequest(
    spans.map((span): ReadableSpan => ({ ...readable(span), resource: described, instrumentationScope: scope })),
  );
  if (bytes === undefined) throw new Error(`${spans.length} spans could not be written as ${protocol}.`);
  return bytes;
}

/** Seconds and nanoseconds. */
function timeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}

function readable(span: Span): Omit<ReadableSpan, 'resource' | 'instrumentationScope'> {
  const { traceId, spanId, parentSpanId, error } = span;
  const context = (id: string): SpanContext => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED });
  return {
    name: span.name,
    kind: span.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context(spanId),
    ...(parentSpanId === undefined ? {} : { parentSpanContext: context(parentSpanId) }),
    startTime: timeOf(span.start),
    endTime: timeOf(span.end),
    duration: timeOf(span.end - span.start),
    ended: true,
    status: error === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes: Object.fromEntries(
      Object.entries(span.attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
    ),
    links: [],
    events: span.events.map(({ name, at, attributes }) => ({
      name,
      time: timeOf(Date.parse(at)),
      attributes: { ...attributes } as ReadableSpan['attributes'],
    })),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

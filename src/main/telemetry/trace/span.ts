/** A finished span of a session's trace. Ids follow from the log, so that the same session always has the same ones. */
import { sha256 } from '../../lib/sha256.ts';

export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

interface SpanEvent {
  readonly name: string;
  /** ISO-8601, UTC. */
  readonly at: string;
  readonly attributes: Attributes;
}

export interface Span {
  /** 32 hex digits: one for each session. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  /** Milliseconds since 1970; fractions for the stages of a run. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** `error.type` of a span that ended in an error. */
  readonly error?: string;
  /** The event that completed it. */
  readonly seq: number;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: Span['kind'];
  readonly start: number;
  readonly attributes: Record<string, AttributeValue>;
  readonly events: SpanEvent[];
}

export const traceIdOf = (session: string): string => sha256(`trace ${session}`).slice(0, 32);

/** @param part distinguishes several spans that begin or end with the same event. */
export const spanIdOf = (session: string, seq: number, part = ''): string =>
  sha256(`span ${session} ${seq} ${part}`).slice(0, 16);

export const timeOf = (at: string): number => Date.parse(at);

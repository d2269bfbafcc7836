/**
 * The event log's vocabulary (CONTRACT §2). A session is an append-only list of these; everything else is a fold.
 * Stored events have a `seq` from 1 without gaps. Deltas have none: they are published and never stored.
 */

import { z } from 'zod';
import { textSchema, watchReadingSchema } from './cards/card.ts';
import { errorDetailSchema } from './errors.ts';
import { contextEvents } from './events/context.ts';
import { approvalEvents, runEvents, workspaceEvents } from './events/run.ts';
import { sessionEvents } from './events/session.ts';
import { skillEvents } from './events/skills.ts';

/** Events of watches: offered by a card, started by the person, checked while the app runs. */
export const watchStarted = watchReadingSchema.extend({
  type: z.literal('watch-started'),
  id: z.string(),
  /** The call that left the card. */
  callId: z.string(),
  skill: z.string(),
  title: textSchema,
  /** Script in the skill's folder, then its arguments. */
  command: z.array(z.string()),
  /** Minutes between two checks. */
  every: z.number(),
  /** ISO 8601 in UTC. */
  until: z.string(),
  below: z.number().optional(),
  say: textSchema.optional(),
});

const watchEvents = [
  watchStarted,
  watchReadingSchema.extend({
    type: z.literal('watch-checked'),
    id: z.string(),
    /** Another reading than the last one. */
    changed: z.boolean(),
    /** Reason why there is no reading. */
    fault: errorDetailSchema.optional(),
  }),
  z.object({ type: z.literal('watch-ended'), id: z.string(), reason: z.enum(['stopped', 'over', 'failed']) }),
] as const;

export * from './events/context.ts';
export * from './events/run.ts';
export * from './events/session.ts';
export * from './events/skills.ts';
export * from './events/vocabulary.ts';

/** Version of the event format. An event of a higher version is kept and shown as unknown. */
export const EVENT_VERSION = 1;

const eventBodies = [
  ...sessionEvents,
  ...skillEvents,
  ...contextEvents,
  ...runEvents,
  ...approvalEvents,
  ...workspaceEvents,
  ...watchEvents,
];
export type EventBody = z.infer<(typeof eventBodies)[number]>;
export type EventType = EventBody['type'];

interface Envelope {
  readonly v: number;
  readonly seq: number;
  /** ISO-8601, UTC. */
  readonly at: string;
  readonly session: string;
  /** SHA-256 of the line before it, as stored; absent in logs of older versions. */
  readonly prev?: string;
}

/** An event of a type or version that this program does not know: kept, shown as unknown, folded as nothing. */
export interface UnknownEvent extends Envelope {
  readonly type: 'unknown';
  readonly originalType: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

type Unread = Omit<Envelope, 'prev'> & { readonly type: string };

export function unknownEvent(raw: Unread & Readonly<Record<string, unknown>>): UnknownEvent {
  const { v, seq, at, session, type } = raw;
  return { v, seq, at, session, type: 'unknown', originalType: type, raw };
}

export type KnownEvent = Envelope & EventBody;
export type SessionEvent = KnownEvent | UnknownEvent;
export type EventOf<T extends EventType> = Extract<KnownEvent, { type: T }>;

/** By the type of the event. A discriminated union would make every field of every event before it reads the first. */
const bodySchemas = new Map<string, z.ZodType<EventBody>>(
  eventBodies.map((schema) => [schema.shape.type.value, schema]),
);

/** Made once: a schema compiles itself at its first use, which costs more than parsing a thousand events. */
const envelopeSchema = z.object({
  v: z.int(),
  seq: z.int().min(1),
  at: z.string(),
  session: z.string(),
  type: z.string(),
  prev: z.unknown().optional(),
});

/**
 * Reads one stored or imported event. What has an envelope is never refused: an unknown type, a newer version or a
 * body that does not fit comes back as `unknown` with its original intact.
 * @throws ZodError when even the envelope is missing.
 */
export function parseEvent(raw: unknown): SessionEvent {
  const { v, seq, at, session, type, prev } = envelopeSchema.parse(raw);
  const whole = raw as Readonly<Record<string, unknown>>;
  if (v <= EVENT_VERSION) {
    const body = bodySchemas.get(type)?.safeParse(whole);
    if (body?.success === true)
      return { v, seq, at, session, ...(typeof prev === 'string' ? { prev } : {}), ...body.data };
  }
  return unknownEvent({ ...whole, v, seq, at, session, type });
}

/** The object to print or store: an unknown event goes out as it came in. */
export const rawEvent = (event: SessionEvent): Readonly<Record<string, unknown>> =>
  event.type === 'unknown' ? event.raw : { ...event };

// Deltas streamed during a run: published, never stored.

const place = { session: z.string(), at: z.string() };
/** `offset` counts the characters already sent, so a repeat does no harm. */
const piece = { ...place, iteration: z.int().min(1), offset: z.int().min(0), text: z.string() };

export const deltaSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-delta'), ...piece }),
  /** Reasoning of the model as it streams. */
  z.object({ type: z.literal('reasoning-delta'), ...piece }),
  /** The model is writing a tool call; `name` is known, its arguments not yet. */
  z.object({
    type: z.literal('tool-call-delta'),
    ...place,
    iteration: z.int().min(1),
    index: z.int().min(0),
    name: z.string(),
  }),
  z.object({
    type: z.literal('terminal-delta'),
    ...place,
    callId: z.string(),
    offset: z.int().min(0),
    /** Terminal text as it came, control sequences included. */
    data: z.string(),
  }),
  /** Packages are looked up or, with `what: 'fetch'`, fetched before the call can run. */
  z.object({
    type: z.literal('packages-delta'),
    ...place,
    callId: z.string(),
    skill: z.string(),
    what: z.enum(['ask', 'fetch']),
    /** Bytes that have come. */
    bytes: z.int().min(0),
    /** Absent where the index does not say. */
    total: z.int().optional(),
  }),
]);
export type Delta = z.infer<typeof deltaSchema>;

/** `Omit` that keeps a union a union. */
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type DeltaBody = DistributiveOmit<Delta, 'session' | 'at'>;

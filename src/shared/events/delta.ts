/** Deltas streamed during a run: published, never stored. */
import { z } from 'zod';

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

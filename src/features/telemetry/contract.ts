/** Sending conversations as OpenTelemetry traces while they happen, and its state. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure } from '../../shared/contract/procedure.ts';
import { telemetrySchema } from '../../shared/settings/schema.ts';

/**
 * `address`, `protocol`, `variable`: what is set cannot be used; `answered`, `unreachable`: kept and sent later;
 * `refused`: left out, as another try would not help; `partly`: taken but for some; `given-up`: too many conversations wait.
 */
const TELEMETRY_PROBLEMS = [
  'address',
  'protocol',
  'variable',
  'answered',
  'unreachable',
  'refused',
  'partly',
  'given-up',
  'other',
] as const;

const problemSchema = z.object({
  code: z.enum(TELEMETRY_PROBLEMS),
  /** Keyed by name, for the words. */
  figures: z.record(z.string(), z.string()),
});
export type TelemetryProblem = z.infer<typeof problemSchema>;

const telemetryViewSchema = z.object({
  /** Stored endpoint; absent: the environment's variables hold. '': nothing is sent. */
  endpoint: z.string().optional(),
  protocol: telemetrySchema.shape.protocol,
  contents: z.boolean(),
  /** Names alone: values are secrets. */
  headers: z.array(z.string()),
  /** The endpoint now, without what may be secret; absent where nothing is sent. */
  target: z.string().optional(),
  /** Conversations with something to send. */
  waiting: z.int(),
  /** ISO 8601: when an endpoint last took something. */
  sentAt: z.string().optional(),
  /** The latest, until an endpoint takes something or the settings change. */
  problem: problemSchema.extend({ at: z.string() }).optional(),
});
export type TelemetryView = z.infer<typeof telemetryViewSchema>;

/** `not-supported` where nothing is written. */
export const telemetryContract = {
  watch: procedure.input(nothing).output(eventIterator(telemetryViewSchema)),
  /**
   * Omitted fields stay; an `endpoint` of `null` is removed. Headers are for one address: another one gets none. @throws `bad-input` for an
   * endpoint that is no http address.
   */
  set: procedure
    .input(
      z.object({
        endpoint: z.string().max(2_000).nullable().optional(),
        protocol: telemetrySchema.shape.protocol,
        contents: z.boolean().optional(),
      }),
    )
    .output(nothing),
};

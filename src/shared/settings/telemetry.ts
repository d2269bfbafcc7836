/** OpenTelemetry traces of conversations, sent while they happen. */
import { z } from 'zod';

export const telemetrySchema = z.object({
  /** Base address of an OTLP/HTTP endpoint; `/v1/traces` is added. '' sends nothing, whatever the environment says. */
  endpoint: z.string().optional(),
  protocol: z.enum(['http/json', 'http/protobuf']).optional(),
  /** `$NAME` stands for an environment variable. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Sends messages, arguments and results, redacted. */
  contents: z.boolean().optional(),
});
export type TelemetrySettings = z.infer<typeof telemetrySchema>;

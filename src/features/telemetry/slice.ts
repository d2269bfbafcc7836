/** Conversations sent as OpenTelemetry traces. */

import type { CommandContext } from '../../renderer/store/command-context.ts';
import { keepReading } from '../../renderer/store/slices/session-feed.ts';
import type { TelemetrySettings } from '../../shared/settings/schema.ts';
import type { TelemetryView } from './contract.ts';

/** None throws. */
export function telemetryCommands({ connection, done }: CommandContext<unknown>) {
  const { telemetry } = connection.client;
  return {
    /** Gives the state now and after each change, until `signal` aborts. */
    follow: (onItem: (state: TelemetryView) => void, signal: AbortSignal) =>
      void keepReading({ connection, signal, open: (until) => telemetry.watch({}, { signal: until }), onItem }),
    /** `endpoint: null`: the environment's variables hold. */
    set: (change: {
      readonly endpoint?: string | null;
      readonly protocol?: TelemetrySettings['protocol'];
      readonly contents?: boolean;
    }) => done(() => telemetry.set(change)),
  };
}

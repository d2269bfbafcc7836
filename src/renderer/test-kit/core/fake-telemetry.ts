import type { TelemetryView } from '../../../features/telemetry/contract.ts';
import { Broadcast } from '../broadcast.ts';
import type { Answers } from './refused.ts';

const OFF: TelemetryView = { contents: false, headers: [], waiting: 0 };

/** An endpoint that takes what waits. */
export function fakeTelemetry(given: Partial<TelemetryView> = {}): Answers<'telemetry'> {
  const states = new Broadcast<TelemetryView>();
  let state: TelemetryView = { ...OFF, ...given };
  const set = (next: TelemetryView) => {
    state = next;
    states.send(state);
    return {};
  };
  return {
    telemetry: {
      watch: async (_input, options) => states.read(options?.signal, state),
      async set({ endpoint, protocol, contents }) {
        const { endpoint: before, ...rest } = state;
        const address = endpoint === undefined ? before : (endpoint ?? undefined);
        return set({
          ...rest,
          ...(address === undefined ? {} : { endpoint: address, target: `${address}/v1/traces` }),
          ...(protocol == null ? {} : { protocol }),
          ...(contents === undefined ? {} : { contents }),
        });
      },
    },
  };
}

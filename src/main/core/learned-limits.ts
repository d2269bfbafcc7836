/** Limits of a session's endpoint: read after the first answer, when a local server has loaded its model. */
import type { SessionState } from '../../shared/session-state.ts';
import type { LimitsFile } from '../config/endpoint-limits.ts';
import type { SettingsStore } from '../config/settings.ts';
import { parseAddress, requestHeaders } from '../model/address.ts';
import { endpointLimits } from '../model/endpoint-limits.ts';
import { listModels } from '../model/list-models.ts';
import { entryOf } from '../model/test-connection.ts';
import { WIRE } from '../model/wires/index.ts';
import { endpointFor } from './model-source.ts';

export interface LearnedLimits {
  /** Tokens; undefined where the endpoint said nothing within a day. */
  serverContext(state: SessionState): number | undefined;
  /** Asks once a day. Never throws: a server that does not say changes nothing. At most some seconds. */
  learnLimits(state: SessionState): Promise<void>;
}

const LIST_MS = 3_000;

export function learnedLimits(settings: SettingsStore, file: LimitsFile): LearnedLimits {
  return {
    serverContext: ({ route, model }) =>
      route === undefined || route.endpoint === '' ? undefined : file.get(route.endpoint, model)?.maxContext,
    async learnLimits(state) {
      const { route, model } = state;
      if (route === undefined || route.endpoint === '' || file.get(route.endpoint, model) !== undefined) return;
      try {
        const { baseUrl: typed, ...secrets } = await endpointFor(settings, state);
        const address = parseAddress(typed);
        if (address.kind === 'wrong') return;
        const { baseUrl } = address;
        const headers = requestHeaders(baseUrl, secrets, (key) => WIRE[route.wire].headers(key, model));
        const listing = await listModels(baseUrl, headers, LIST_MS);
        const listed = listing.kind === 'models' ? entryOf(listing.models, model) : undefined;
        file.keep(route.endpoint, model, await endpointLimits({ baseUrl, model, headers, listed }));
      } catch {
        // The run itself reports what is wrong with the endpoint.
      }
    },
  };
}

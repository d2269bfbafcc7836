/** Tests of a connection and lists of models, for what the settings say or a form holds; what they learn is kept. */

import { parseAddress, requestHeaders } from '../../../main/models/address.ts';
import { listedLimits, listModels } from '../../../main/models/endpoint-limits.ts';
import { testModel } from '../../../main/models/test-connection.ts';
import { WIRE } from '../../../main/models/wires/index.ts';
import { DEMO_MODEL_ID } from '../../../main/settings/models.ts';
import { endpointOf, type LimitsFile, routeOf } from '../../../main/settings/route.ts';
import type { SettingsStore } from '../../../main/settings/settings.ts';
import type { ModelList, ModelTest } from '../../../shared/contract.ts';
import { type ExplainedFailure, failedFor } from '../../../shared/messages/run-failure.ts';
import type { ModelOptions } from '../../../shared/models/model-options.ts';
import { MODEL_TABLE } from '../../../shared/models/model-row.ts';

interface AskedTest {
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly modelOptions?: { readonly [K in keyof ModelOptions]?: ModelOptions[K] | undefined } | undefined;
}

export interface ModelTests {
  /** @throws SkilldeckError `config-invalid` where a variable holds no key or header. */
  test(asked: AskedTest): Promise<ModelTest>;
  /** @throws SkilldeckError `config-invalid`. */
  list(): Promise<ModelList>;
}

const LIST_MS = 20_000;

export function modelTests(settings: SettingsStore, limits: LimitsFile): ModelTests {
  return {
    async test(asked) {
      const { choice, apiKey, headers } = await settings.connection(asked);
      if (choice.baseUrl === '') return demoTest();
      const route = routeOf(choice);
      const tested = await testModel({ baseUrl: choice.baseUrl, model: choice.model, apiKey, headers, route });
      if (tested.steps.some(({ name, ok }) => name === 'tool-call' && ok)) {
        limits.keep(route.endpoint, choice.model.trim(), tested.limits);
      }
      return tested;
    },
    async list() {
      const own = settings.of(settings.environment());
      const { choice, apiKey, headers } = await settings.connection({});
      const { baseUrl, model } = choice;
      const common = {
        endpoint: endpointOf(baseUrl),
        model,
        named: own.models().map((named) => ({
          name: named.name,
          model: named.model,
          ...(named.baseUrl === undefined ? {} : { baseUrl: named.baseUrl }),
        })),
        table: MODEL_TABLE,
      };
      if (baseUrl === '') return { ...common, offered: [{ id: DEMO_MODEL_ID }] };
      const address = parseAddress(baseUrl);
      if (address.kind === 'wrong') return { ...common, offered: [], ...unlisted(address) };
      const { headers: ofWire } = WIRE[routeOf(choice).wire];
      const sent = requestHeaders(address.baseUrl, { apiKey, headers }, (key) => ofWire(key, choice.model));
      const listing = await listModels(address.baseUrl, sent, LIST_MS);
      if (listing.kind !== 'models') {
        const { status } = listing.exchange;
        const facts = { address: endpointOf(baseUrl), ...(status === undefined ? {} : { status: String(status) }) };
        const reason = status === undefined ? 'lists-nothing' : 'lists-nothing-status';
        return { ...common, offered: [], ...unlisted(failedFor({ reason, figures: facts })) };
      }
      return { ...common, offered: listing.models.map(({ id, entry }) => ({ id, ...listedLimits(entry) })) };
    },
  };
}

const unlisted = ({ message, reason, figures }: ExplainedFailure) => ({
  error: message,
  reason,
  ...(figures === undefined ? {} : { figures }),
});

/** The demo model is part of the app: there is no connection that could fail. */
function demoTest(): ModelTest {
  return {
    ok: true,
    code: 'ok',
    ...failedFor({ reason: 'model-demo' }),
    wire: 'chat',
    steps: [{ name: 'address', ok: true }],
    limits: {},
    models: [DEMO_MODEL_ID],
    ms: 0,
  };
}

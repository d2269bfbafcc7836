/** The model of a session: the endpoint that it or the app names, or the demo model, started when first needed. */

import { addressSecrets } from '../../shared/models/keyless-address.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ModelPort } from '../agent/ports.ts';
import type { Endpoint, SettingsStore } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import type { Disposables } from '../lib/disposables.ts';
import { createMask, type Mask } from '../lib/mask-secrets.ts';
import { createModel } from '../model/create-model.ts';
import { createPace, type Pace } from '../model/pace.ts';
import { maskedModel } from './mask-keys.ts';

export interface ModelSource {
  /** Runs of evals keep one pace for each server. @throws SkilldeckError `config-invalid`. */
  modelFor(session: Pick<SessionState, 'environment' | 'pinned' | 'agent' | 'kind'>): Promise<ModelPort>;
  /** Masks every key given to a model: only those can come back. */
  readonly mask: Mask;
}

/** @throws SkilldeckError `config-invalid`. */
export function endpointFor(
  settings: SettingsStore,
  { environment, pinned, agent }: Pick<SessionState, 'environment' | 'pinned' | 'agent'>,
): Promise<Endpoint> {
  const agents = settings.of(environment).agents();
  const agentModel = agents.find(({ name }) => name === agent?.name)?.model;
  return settings.endpoint(pinned, { environment, ...(agentModel === undefined ? {} : { agentModel }) });
}

export function modelSource(settings: SettingsStore, disposables: Disposables): ModelSource {
  let demo: Promise<string> | undefined;
  const demoAddress = () => {
    demo ??= import('../../demo-model/server.ts')
      .then(({ startDemoModel }) => startDemoModel())
      .then((server) => disposables.add(server, ({ close }) => close()).url);
    return demo;
  };
  const keys = new Set<string>();
  const mask = createMask(() => keys);
  const paces = new Map<string, Pace>();
  const paced = (baseUrl: string, model: ModelPort): ModelPort => {
    const pace = paces.get(baseUrl) ?? createPace(systemClock);
    paces.set(baseUrl, pace);
    return pace(model);
  };
  return {
    mask,
    async modelFor(session) {
      const { baseUrl, apiKey, headers } = await endpointFor(settings, session);
      const secrets = [apiKey, ...Object.values(headers ?? {}), ...addressSecrets(baseUrl)];
      for (const secret of secrets) if (secret !== undefined) keys.add(secret);
      if (baseUrl !== '') {
        const model = maskedModel(createModel({ baseUrl, apiKey, headers }), mask);
        return session.kind === 'eval' ? paced(baseUrl, model) : model;
      }
      // The demo model understands what was said from the words themselves.
      return { ...createModel({ baseUrl: await demoAddress() }), writesSummaries: false };
    },
  };
}

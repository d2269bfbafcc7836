/** The model of a session: the endpoint that it or the app names, or the demo model, started when first needed. */
import type { SessionState } from '../../shared/session-state.ts';
import type { ModelPort } from '../agent/ports.ts';
import type { SettingsStore } from '../config/settings.ts';
import { startDemoModel } from '../demo-model/server.ts';
import type { Disposables } from '../lib/disposables.ts';
import { createMask, type Mask } from '../lib/mask-secrets.ts';
import { createModel } from '../model/create-model.ts';
import { maskedModel } from './mask-keys.ts';

export interface ModelSource {
  /** @throws SkilldeckError `config-invalid`. */
  modelFor(session: Pick<SessionState, 'environment' | 'pinned' | 'agent'>): Promise<ModelPort>;
  /** Of every key that was given to a model: only those can come back. */
  readonly mask: Mask;
}

export function modelSource(settings: SettingsStore, disposables: Disposables): ModelSource {
  let demo: Promise<string> | undefined;
  const demoAddress = () => {
    demo ??= startDemoModel().then((server) => disposables.add(server, ({ close }) => close()).url);
    return demo;
  };
  const keys = new Set<string>();
  const mask = createMask(() => keys);
  return {
    mask,
    async modelFor({ environment, pinned, agent }) {
      const agentModel = settings
        .of(environment)
        .agents()
        .find(({ name }) => name === agent?.name)?.model;
      const session = { environment, ...(agentModel === undefined ? {} : { agentModel }) };
      const { baseUrl, apiKey } = await settings.endpoint(pinned, session);
      if (apiKey !== undefined) keys.add(apiKey);
      if (baseUrl !== '') return maskedModel(createModel({ baseUrl, apiKey }), mask);
      // The demo model understands what was said from the words themselves.
      return { ...createModel({ baseUrl: await demoAddress() }), writesSummaries: false };
    },
  };
}

/** The model of a session: the endpoint that it or the app names, or the demo model, started when first needed. */
import type { SessionState } from '../../shared/session-state.ts';
import type { ModelPort } from '../agent/ports.ts';
import type { SettingsStore } from '../config/settings.ts';
import { startDemoModel } from '../demo-model/server.ts';
import type { Disposables } from '../lib/disposables.ts';
import { createModel } from '../model/create-model.ts';

export interface ModelSource {
  /** @throws SkilldeckError `config-invalid`. */
  modelFor(session: Pick<SessionState, 'environment' | 'pinned' | 'agent'>): Promise<ModelPort>;
}

export function modelSource(settings: SettingsStore, disposables: Disposables): ModelSource {
  let demo: Promise<string> | undefined;
  const demoAddress = () => {
    demo ??= startDemoModel().then((server) => disposables.add(server, ({ close }) => close()).url);
    return demo;
  };
  return {
    async modelFor({ environment, pinned, agent }) {
      const agentModel = settings
        .of(environment)
        .agents()
        .find(({ name }) => name === agent?.name)?.model;
      const session = { environment, ...(agentModel === undefined ? {} : { agentModel }) };
      const { baseUrl, apiKey } = await settings.endpoint(pinned, session);
      if (baseUrl !== '') return createModel({ baseUrl, apiKey });
      // The demo model understands what was said from the words themselves.
      return { ...createModel({ baseUrl: await demoAddress() }), writesSummaries: false };
    },
  };
}

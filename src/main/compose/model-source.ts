/** The model of a session: the endpoint that it or the app names, or the demo model, started when first needed. */
import type { Pinned } from '../../shared/events.ts';
import type { ModelPort } from '../agent/ports.ts';
import type { SettingsStore } from '../config/settings.ts';
import { startDemoModel } from '../demo-model/server.ts';
import type { Disposables } from '../lib/disposables.ts';
import { createModel } from '../model/create-model.ts';

export interface ModelSource {
  /** @throws SkilldeckError `config-invalid`. */
  modelFor(pinned: Pinned): Promise<ModelPort>;
}

export function modelSource(settings: SettingsStore, disposables: Disposables): ModelSource {
  let demo: Promise<string> | undefined;
  const demoAddress = () => {
    demo ??= startDemoModel().then((server) => disposables.add(server, ({ close }) => close()).url);
    return demo;
  };
  return {
    async modelFor(pinned) {
      const { baseUrl, apiKey } = await settings.endpoint(pinned);
      if (baseUrl !== '') return createModel({ baseUrl, apiKey });
      // The demo model understands what was said from the words themselves.
      return { ...createModel({ baseUrl: await demoAddress() }), writesSummaries: false };
    },
  };
}

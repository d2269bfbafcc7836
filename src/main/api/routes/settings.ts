import { assertKey } from '../../config/settings.ts';
import type { ApiDeps } from '../api-deps.ts';
import { settingsStream } from '../streams.ts';
import type { Implementer } from './implement-contract.ts';

export function settingsRoutes(os: Implementer, deps: ApiDeps) {
  const { settings } = deps;
  return {
    get: os.settings.get.handler(() => settings.view()),
    watch: os.settings.watch.handler(({ signal }) => settingsStream(settings, signal)),
    set: os.settings.set.handler(({ input }) => settings.change(input)),
    testModel: os.settings.testModel.handler(async ({ input }) => {
      const { baseUrl, model } = input;
      assertKey(input.apiKey);
      const apiKey = input.apiKey ?? (await settings.endpoint({ baseUrl })).apiKey;
      return deps.testModel({ baseUrl, model, apiKey });
    }),
  };
}

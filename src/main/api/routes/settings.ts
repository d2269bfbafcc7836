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
    testModel: os.settings.testModel.handler(({ input }) => {
      assertKey(input.apiKey);
      return deps.models.test(input);
    }),
    models: os.settings.models.handler(() => deps.models.list()),
  };
}

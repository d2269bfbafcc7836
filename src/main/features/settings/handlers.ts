import type { ApiDeps } from '../../api/api-deps.ts';
import type { Implementer } from '../../api/implement-contract.ts';
import { settingsStream } from '../../api/streams.ts';
import { assertKey } from '../../config/settings.ts';

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

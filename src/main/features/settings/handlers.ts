import type { Implementer } from '../../api/implement-contract.ts';
import { changes } from '../../api/streams.ts';
import { assertKey } from '../../config/settings.ts';
import type { Core } from '../../core/core.ts';
import { modelTests } from './model-tests.ts';

export function settingsHandlers(os: Implementer, { settings, limits }: Core) {
  const models = modelTests(settings, limits);
  return {
    get: os.settings.get.handler(() => settings.view()),
    watch: os.settings.watch.handler(({ signal }) => changes(settings.view, settings.onChange, signal)),
    set: os.settings.set.handler(({ input }) => settings.change(input)),
    testModel: os.settings.testModel.handler(({ input }) => {
      assertKey(input.apiKey);
      return models.test(input);
    }),
    models: os.settings.models.handler(() => models.list()),
  };
}

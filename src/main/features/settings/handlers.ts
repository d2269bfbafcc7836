import { settingsContract } from '../../../shared/contract/settings.ts';
import { implementContract } from '../../api/implement-contract.ts';
import { changes } from '../../api/streams.ts';
import { assertKey } from '../../config/settings.ts';
import type { Core } from '../../core/core.ts';
import { modelTests } from './model-tests.ts';

export function settingsHandlers({ settings, limits, reportBug }: Core) {
  const os = implementContract(settingsContract, reportBug);
  const models = modelTests(settings, limits);
  return {
    get: os.get.handler(() => settings.view()),
    watch: os.watch.handler(({ signal }) => changes(settings.view, settings.onChange, signal)),
    set: os.set.handler(({ input }) => settings.change(input)),
    testModel: os.testModel.handler(({ input }) => {
      assertKey(input.apiKey);
      return models.test(input);
    }),
    models: os.models.handler(() => models.list()),
  };
}

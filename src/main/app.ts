/** The app: its core, and the features over it behind the contract. */
import '../shared/messages/all-words.ts';
import type { AnyRouter } from '@orpc/server';
import { featureHandlers } from '../features-main.ts';
import type { AppHandle, AppOptions } from './api.ts';
import { createCore } from './core/create-core.ts';
import { type Data, openData } from './core/model-source.ts';
import { createDisposables } from './lib/timing.ts';

export { repairDatabase } from './store/backup/repair.ts';

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`, `bad-input`. */
export async function createApp(options: AppOptions): Promise<AppHandle> {
  const disposables = createDisposables();
  const orGiveBack = async <T>(open: () => T | Promise<T>): Promise<T> => {
    try {
      return await open();
    } catch (error) {
      await disposables.dispose();
      throw error;
    }
  };
  const data = await orGiveBack(() => openData(options, disposables));
  let router: Promise<AnyRouter> | undefined;
  return {
    home: data.home,
    isUnused: data.isUnused,
    router() {
      router ??= orGiveBack(() => build(data));
      return router;
    },
    async close() {
      // A core that is still being built opens more, which has to be closed too.
      await router?.catch(() => {});
      await disposables.dispose();
    },
  };
}

/** Builds the core after its data are open: a host can show its page in the meantime. */
async function build(data: Data): Promise<AnyRouter> {
  const core = createCore(data);
  const router = featureHandlers(core);
  await core.start();
  return router;
}

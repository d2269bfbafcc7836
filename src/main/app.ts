/** The app: its core, and the features over it behind the contract. */
import type { AppHandle, AppOptions } from './api/app-handle.ts';
import { createCore } from './core/core.ts';
import { createDisposables } from './lib/disposables.ts';
import { createRouter } from './router.ts';

export { repairDatabase } from './store/backup/repair.ts';

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`. */
export async function createApp(options: AppOptions): Promise<AppHandle> {
  const disposables = createDisposables();
  try {
    const core = await createCore(options, disposables);
    return { home: core.home, router: await createRouter(core), close: () => disposables.dispose() };
  } catch (error) {
    await disposables.dispose();
    throw error;
  }
}

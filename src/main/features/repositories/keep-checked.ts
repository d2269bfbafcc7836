/** Looks at the repositories of the app's environment a while after the start, and every so often. */
import type { Core } from '../../core/core.ts';
import { inRounds } from '../../lib/in-rounds.ts';
import type { RepositoryWork } from './sync.ts';

/** Milliseconds: the first window and the first message come before. */
const FIRST_MS = 20_000;
const EVERY_MS = 30 * 60_000;

/** Never throws; failures are in each repository's state. @returns how to stop it. */
export function keepChecked({ settings, repositories, reportBug }: Core, work: RepositoryWork): () => void {
  return inRounds({ firstMs: FIRST_MS, everyMs: EVERY_MS, reportBug }, async (signal) => {
    const environment = settings.environment();
    for (const { name, definition } of repositories.list(environment)) {
      if (signal.aborted) return;
      if (definition.auto !== true) await work.check(environment, name, signal);
      else {
        const { plan } = await work.sync(environment, name, undefined, signal);
        // It waits for a person; the view shows that there is something.
        if (plan !== null) await work.discard(plan.planId);
      }
    }
  });
}

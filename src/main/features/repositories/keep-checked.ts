/** Looks at the repositories of the app's environment a while after the start, and every so often. */
import type { Core } from '../../core/core.ts';
import type { RepositoryWork } from './sync.ts';

/** Milliseconds: the first window and the first message come before. */
const FIRST_MS = 20_000;
const EVERY_MS = 30 * 60_000;

/** Never throws; failures are in each repository's state. @returns how to stop it. */
export function keepChecked({ settings, repositories, reportBug }: Core, work: RepositoryWork): () => void {
  const stop = new AbortController();
  const round = async (): Promise<void> => {
    const environment = settings.environment();
    for (const { name, definition } of repositories.list(environment)) {
      if (stop.signal.aborted) return;
      if (definition.auto !== true) await work.check(environment, name, stop.signal);
      else {
        const { plan } = await work.sync(environment, name, undefined, stop.signal);
        // It waits for a person; the view shows that there is something.
        if (plan !== null) await work.discard(plan.planId);
      }
    }
  };
  let timer: NodeJS.Timeout;
  const next = (ms: number): void => {
    timer = setTimeout(() => {
      void round()
        .catch((error: unknown) => {
          if (!stop.signal.aborted) reportBug(error);
        })
        .finally(() => {
          if (!stop.signal.aborted) next(EVERY_MS);
        });
    }, ms);
    timer.unref();
  };
  next(FIRST_MS);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

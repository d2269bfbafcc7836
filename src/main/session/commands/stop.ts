import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { endInterruptedRun, isUnderWay } from '../recover.ts';

/** True where there was a run to stop, be it in the log alone; resolves when it has stopped. */
export async function stop(deps: SessionDeps, session: LiveSession): Promise<boolean> {
  if (await session.stop()) return true;
  if (!isUnderWay(session.state.runState)) return false;
  await endInterruptedRun(deps, session);
  return true;
}

import type { TokenTable } from '../../../shared/events.ts';
import { isRunning, useApp, useMoment, useSessionState } from '../../store/index.ts';

/**
 * Table for the gauge: the next request as the core would build it, if known and newer; otherwise the latest sent.
 * During a run, the requests actually sent.
 */
export function useTokenTable(): { readonly table: TokenTable; readonly which: 'next' | 'last' } | undefined {
  const last = useSessionState((state) => state.lastRequest);
  const next = useApp((data) => data.nextRequest);
  // Not during a manual summary: the next request stays until that is done.
  const moment = useMoment();
  const running = useSessionState((state) => isRunning(state.runState));
  // A moment of the past is one, at work or not: what would be sent after it, or what was sent in it.
  if (next !== undefined && moment !== undefined) {
    return { table: next.view.tokens, which: next.view.verified === undefined ? 'next' : 'last' };
  }
  if (next !== undefined && (last === undefined || (!running && next.seq >= last.seq))) {
    return { table: next.view.tokens, which: 'next' };
  }
  return last === undefined ? undefined : { table: last.tokens, which: 'last' };
}

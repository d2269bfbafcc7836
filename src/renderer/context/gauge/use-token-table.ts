import type { TokenTable } from '../../../shared/events.ts';
import { isRunning, useApp, useMoment, useSessionState } from '../../store/index.ts';

/**
 * What the gauge shows: the next request as the core would build it, where that is known and newer; else the
 * latest one sent. While the agent works, the requests that are really sent.
 */
export function useTokenTable(): { readonly table: TokenTable; readonly which: 'next' | 'last' } | undefined {
  const last = useSessionState((state) => state.lastRequest);
  const next = useApp((data) => data.nextRequest);
  // Not while older messages are summarised by hand: the next request stands until that is done.
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

import type { StoreApi } from 'zustand/vanilla';
import type { Connection } from '../../client.ts';
import { newSessionOf, type WindowData } from '../app/state.ts';
import type { ReviewActions } from '../review/commands.ts';
import type { ReviewData } from '../review/state.ts';
import { isRunning } from '../session/run-state.ts';
import type { SessionData } from '../session/state.ts';
import type { ContextData } from './state.ts';

/** Reads the next request; with a moment of the past shown, the request of that moment. */
export async function readNextRequest(
  connection: Connection,
  data: StoreApi<ContextData & SessionData & ReviewData & WindowData>,
  { requestAt }: Pick<ReviewActions, 'requestAt'>,
): Promise<void> {
  const { selected: sessionId, log, moment } = data.getState();
  if (sessionId !== undefined && log === undefined) return;
  if (moment !== undefined) {
    // The one before stays until the moment's own is there: figures change, and nothing flickers.
    const view = await requestAt(moment.seq);
    const now = data.getState();
    if (view !== undefined && now.selected === sessionId && now.moment !== undefined)
      data.setState({ nextRequest: { seq: moment.seq, view } });
    return;
  }
  if (log !== undefined && isRunning(log.state.runState)) return;
  const view = await connection.client.context.show(
    sessionId === undefined ? newSessionOf(data.getState()) : { sessionId },
  );
  if (data.getState().selected === sessionId && data.getState().moment === undefined)
    data.setState({ nextRequest: { seq: log?.state.lastSeq ?? 0, view } });
}

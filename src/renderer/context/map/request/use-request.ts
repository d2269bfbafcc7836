import { useEffect, useState } from 'react';
import type { ContextView } from '../../../../shared/contract.ts';
import { unlessGone } from '../../../shared/unless-gone.ts';
import { isRunning, useActions, useApp, useSession, useSessionState } from '../../../store/index.ts';

/** The request that the map shows: the one chosen in it, else the next one of the moment that the screen shows. */
export function useShownRequest() {
  const chosen = useApp((data) => data.map?.at);
  const moment = useApp((data) => data.moment?.seq);
  const next = useApp((data) => data.nextRequest?.view);
  // While the agent works, the request that it is at.
  const current = useSessionState((state) => (isRunning(state.runState) ? state.lastRequest?.seq : undefined));
  const sent = chosen ?? (moment === undefined ? current : undefined);
  const read = useReadRequest(sent);
  if (sent !== undefined) return { view: read.view, at: sent, which: 'sent', failed: read.failed };
  return {
    /** The last one that came, until the next is there. */
    view: next /** Event of the request; undefined: the next request. */,
    at: moment,
    which: moment === undefined ? 'next' : 'moment',
    failed: false,
  };
}

/** The request at an event of the selected session. Nothing is read without one. */
export function useReadRequest(at: number | undefined): {
  readonly view: ContextView | undefined;
  readonly failed: boolean;
} {
  const { map } = useActions();
  const { id } = useSession();
  const [read, setRead] = useState<{ readonly of: string; readonly view: ContextView | undefined }>();
  const of = `${id} ${at}`;
  useEffect(() => {
    if (at === undefined) return;
    return unlessGone(map.request(at), (view) => setRead({ of: `${id} ${at}`, view }));
  }, [map, id, at]);
  return { view: read?.view, failed: read?.of === of && read.view === undefined };
}

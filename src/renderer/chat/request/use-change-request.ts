import type { ChangedFact } from '../../../shared/forms/forms.ts';
import { useActions, useApp, useRunning, useSessionState } from '../../store/index.ts';

/** Says a change of the request: as a message, or in place of the decision that is waited for. */
export function useChangeRequest(): {
  /** It cannot be said now. */
  readonly closed: boolean;
  change(text: string, fact: ChangedFact): Promise<boolean>;
} {
  const { send, writeInstead } = useActions();
  const running = useRunning();
  const lost = useApp((data) => data.connection === 'lost' || data.sending !== undefined);
  const waiting = useSessionState(({ runState, calls }) =>
    runState === 'waiting-approval'
      ? Object.values(calls).find((call) => call.status === 'waiting-approval')?.callId
      : undefined,
  );
  return {
    closed: lost || (running && waiting === undefined),
    change: (text, fact) => (waiting === undefined ? send(text, { fact }) : writeInstead(waiting, text, fact)),
  };
}

import { useCallback, useState } from 'react';
import type { Decision } from '../../shared/events.ts';
import { useActions, useApp, usePast } from '../store/index.ts';
import { useChatScope } from './chat-scope.tsx';

/** Sends one decision and no second one; `pressed` is undone when it could not be sent. */
export function useDecision(callId: string): {
  /** It cannot be answered now: what is shown is of the past, or the connection is lost. */
  readonly closed: boolean;
  readonly pressed: Decision | undefined;
  readonly decide: (decision: Decision) => void;
} {
  const { approve } = useActions();
  const past = usePast();
  const lost = useApp((data) => data.connection === 'lost');
  const { focusComposer } = useChatScope();
  const [pressed, setPressed] = useState<Decision>();
  const decide = useCallback(
    (decision: Decision) => {
      setPressed(decision);
      void approve(callId, decision).then((done) => {
        if (done) focusComposer();
        else setPressed(undefined);
      });
    },
    [approve, callId, focusComposer],
  );
  // A press happens now, after the moment that is shown.
  return { closed: past || lost, pressed: past ? undefined : pressed, decide };
}

import { useCallback, useState } from 'react';
import type { Decision } from '../../shared/events.ts';
import { useActions } from '../store/index.ts';
import { useChatScope } from './chat-scope.tsx';

/** Sends one decision and no second one; `pressed` is undone when it could not be sent. */
export function useDecision(callId: string): {
  readonly pressed: Decision | undefined;
  readonly decide: (decision: Decision) => void;
} {
  const { approve } = useActions();
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
  return { pressed, decide };
}

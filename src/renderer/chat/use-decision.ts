import { useCallback, useState } from 'react';
import type { Decision } from '../../shared/events.ts';
import { useActions, usePast } from '../store/index.ts';
import { useChatScope } from './chat-scope.tsx';

/** Sends one decision and no second one; `pressed` is undone when it could not be sent. */
export function useDecision(callId: string): {
  /** It cannot be answered here: what is shown is of the past. */
  readonly past: boolean;
  readonly pressed: Decision | undefined;
  readonly decide: (decision: Decision) => void;
} {
  const { approve } = useActions();
  const past = usePast();
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
  // What was pressed is of now; the moment that is shown was before it.
  return { past, pressed: past ? undefined : pressed, decide };
}

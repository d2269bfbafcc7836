import { useState } from 'react';
import { useActions, useSessionState } from '../../../../renderer/store/index.ts';
import { yesOrNo } from '../../../../shared/text/text.ts';

/** Button that agrees to what is asked, or that shows the rest of it first. */
const CONFIRM = '[data-confirm]:not(:disabled), [data-to-end]';

/** Typed answers to the card that waits for a decision. */
export function useTypedAnswer() {
  const { approve, writeInstead, setDraft } = useActions();
  const waiting = useSessionState(({ runState, calls }) =>
    runState === 'waiting-approval'
      ? Object.values(calls).find((call) => call.status === 'waiting-approval')?.callId
      : undefined,
  );
  const [pointedAt, setPointedAt] = useState<string>();
  return {
    /** “Yes” was typed: only the button agrees, and it has the focus. */
    pointed: waiting !== undefined && pointedAt === waiting,
    /** @returns whether the words answered the card: “no” refuses it, “yes” focuses its button, anything else is answered first. */
    answer(text: string, note?: string) {
      if (waiting === undefined || text.trim() === '') return false;
      const said = yesOrNo(text);
      if (said === 'yes') {
        setPointedAt(waiting);
        const buttons = document.querySelectorAll<HTMLElement>(CONFIRM);
        [...buttons].at(-1)?.focus();
      } else
        void (said === 'no'
          ? approve(waiting, 'denied')
          : writeInstead(waiting, [text.trim(), ...(note === undefined ? [] : [note])].join('\n')));
      setDraft('');
      return true;
    },
  };
}

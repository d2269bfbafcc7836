import { useCallback, useEffect, useRef } from 'react';
import {
  useActions,
  useApp,
  useDraft,
  usePast,
  useQueuedText,
  useRunning,
  useSession,
  useSessionState,
} from '../../store/index.ts';

/**
 * One message a session that is sent when its run ends, however the person or the model ended it; after an error, or
 * where the app was ended in the meantime, it goes back into the message box. In a session that is not shown it waits until it
 * is, and it outlives a reload.
 */
export function useQueued() {
  const { send, setDraft, keepQueued } = useActions();
  const { status } = useSession();
  const draft = useDraft();
  const running = useRunning();
  const past = usePast();
  const failed = useSessionState(
    ({ runState, lastRun }) => runState === 'error' || (runState === 'stopped' && lastRun?.code === 'interrupted'),
  );
  const free =
    useApp((data) => data.sending === undefined && data.connection === 'open') &&
    status === 'ready' &&
    !running &&
    !past;
  const text = useQueuedText();
  const queue = (note?: string) => {
    if (text !== undefined || draft.trim() === '') return;
    keepQueued(note === undefined ? draft : `${draft}\n${note}`);
    setDraft('');
  };
  const typed = useRef(draft);
  useEffect(() => {
    typed.current = draft;
  }, [draft]);
  const giveBack = useCallback(
    (words: string) => {
      keepQueued(undefined);
      setDraft(typed.current === '' ? words : `${words}\n${typed.current}`);
    },
    [keepQueued, setDraft],
  );
  const unqueue = () => {
    if (text !== undefined) giveBack(text);
  };

  useEffect(() => {
    if (!free || text === undefined) return;
    if (failed) giveBack(text);
    else void send(text, { withFiles: true, queued: true });
  }, [free, failed, text, giveBack, send]);

  return {
    /** The one message that waits for the run to end, of the session shown. */
    text /** Takes the draft out of the message box. One is waiting already: the draft stays where it is. */,
    queue /** Moves it back into the message box, before the current text. */,
    unqueue,
  };
}

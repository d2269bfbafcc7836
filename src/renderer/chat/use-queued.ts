import { useCallback, useEffect, useRef, useState } from 'react';
import { useActions, useApp, useDraft, usePast, useRunning, useSession, useSessionState } from '../store/index.ts';

interface Queued {
  /** The one message that waits for the run to end, of the session shown. */
  readonly text: string | undefined;
  /** Takes the draft out of the message box. One is waiting already: the draft stays where it is. */
  readonly queue: () => void;
  /** Back into the message box, before what stands there by now. */
  readonly unqueue: () => void;
}

/**
 * One message a session that is sent when its run ends, however it was ended; after an error it goes back into the
 * message box. In a session that is not shown it waits until it is.
 */
export function useQueued(): Queued {
  const { send, setDraft } = useActions();
  const { id = '', status } = useSession();
  const draft = useDraft();
  const running = useRunning();
  const past = usePast();
  const failed = useSessionState((state) => state.runState === 'error');
  const free = useApp((data) => !data.sending && data.connection === 'open') && status === 'ready' && !running && !past;
  const [waiting, setWaiting] = useState<Readonly<Record<string, string>>>({});
  const text = waiting[id];

  const drop = useCallback(() => setWaiting(({ [id]: _gone, ...others }) => others), [id]);
  const queue = () => {
    if (text !== undefined || draft.trim() === '') return;
    setWaiting((others) => ({ ...others, [id]: draft }));
    setDraft('');
  };
  const typed = useRef(draft);
  useEffect(() => {
    typed.current = draft;
  }, [draft]);
  const giveBack = useCallback(
    (words: string) => setDraft(typed.current === '' ? words : `${words}\n${typed.current}`),
    [setDraft],
  );
  const unqueue = () => {
    if (text === undefined) return;
    drop();
    giveBack(text);
  };

  useEffect(() => {
    if (!free || text === undefined) return;
    drop();
    if (failed) giveBack(text);
    else void send(text, { withFiles: true }).then((sent) => !sent && giveBack(text));
  }, [free, failed, text, drop, giveBack, send]);

  return { text, queue, unqueue };
}

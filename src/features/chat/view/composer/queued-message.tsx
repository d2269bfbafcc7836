import { Clock3, X } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useWords } from '../../../../renderer/shared/words.ts';
import {
  useActions,
  useApp,
  useDraft,
  usePast,
  useQueuedText,
  useRunning,
  useSession,
  useSessionState,
} from '../../../../renderer/store/index.ts';
import { IconButton } from '../../../../renderer/ui/index.ts';

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

/** The queued message, above the message box; announced when it appears. */
export function QueuedMessage({
  text,
  onCancel,
}: {
  readonly text: string | undefined;
  readonly onCancel: () => void;
}) {
  const words = useWords();
  return (
    <div aria-live="polite">
      {text === undefined ? null : (
        <div className="mb-2 flex items-start gap-2 rounded-panel bg-sunken py-1.5 pr-1.5 pl-4 text-sm">
          <Clock3 aria-hidden className="mt-1.5 size-3.5 shrink-0 text-ink-soft" />
          <p className="min-w-0 flex-1 py-1">
            <span className="text-ink-soft">{words.t('composer.queued')} </span>
            <span dir="auto" className="line-clamp-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </span>
          </p>
          <IconButton size="sm" label={words.t('composer.unqueue')} side="top" onClick={onCancel}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}

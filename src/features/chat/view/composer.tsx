import { ArrowUp, Clock3, ListPlus, Square, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useRowNamed, useWaitingCall } from '../../../renderer/cards/chat-scope.tsx';
import { useT } from '../../../renderer/i18n.ts';
import { type ChatKey, useWords } from '../../../renderer/shared/words.tsx';
import {
  useActions,
  useApp,
  useCompacting,
  useDraft,
  useHeldFiles,
  usePast,
  useQueuedText,
  useRunning,
  useSession,
  useSessionState,
} from '../../../renderer/store/index.ts';
import { IconButton, later } from '../../../renderer/ui/index.ts';
import { positionsIn, yesOrNo } from '../../../shared/text/text.ts';
import { AttachButton, HeldFiles, useHoldFiles } from './attachments.tsx';
import type { MenuKeys } from './skill-menu.tsx';
import { isComposing, isSendKey, useAutosize } from './use-autosize.ts';

type State = 'running' | 'asking' | 'queued' | 'compacting';

function hintKey({ running, asking, queued, compacting }: Readonly<Record<State, boolean>>): ChatKey {
  if (asking) return 'composer.approvalHint';
  if (running && queued) return 'composer.queuedHint';
  if (compacting) return 'composer.compactingHint';
  return running ? 'composer.runningHint' : 'composer.hint';
}

/**
 * Message box. Enter sends, but never while an input method is composing. During a run it queues; what is written
 * after that joins the queued message.
 */
export function Composer({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const words = useWords();
  const { send, stop, setDraft } = useActions();
  const draft = useDraft();
  const running = useRunning();
  const compacting = useCompacting();
  const asking = useSessionState((state) => state.runState === 'waiting-approval');
  const sending = useApp((data) => data.sending);
  const lost = useApp((data) => data.connection === 'lost');
  const [stopping, setStopping] = useState(false);
  const queued = useQueued();
  const hold = useHoldFiles();
  const hasFiles = useHeldFiles().length > 0;
  const typed = useTypedAnswer();
  const rowNote = useRowNote();
  const skills = useSkillMenu(draft, setDraft, field);
  useAutosize(field, draft);

  const ready = draft.trim() !== '' && !running && sending === undefined && !lost;
  // Text being sent stays in the box until it arrives; later messages wait.
  const busy = running || (sending !== undefined && sending !== draft);
  const queueable = busy && !stopping && draft.trim() !== '';
  const queue = () => {
    queued.queue(rowNote(draft));
    field.current?.focus();
  };
  const submit = () => {
    // Files go with their own message.
    if (asking && !stopping && !lost && !hasFiles && typed.answer(draft, rowNote(draft))) return;
    if (busy) return queue();
    if (!ready) return;
    void send(draft, { withFiles: true, note: rowNote(draft) });
    field.current?.focus();
  };
  const halt = async () => {
    setStopping(true);
    await stop();
    setStopping(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (skills.takes(event)) return;
    if (event.key === 'Escape' && running && !isComposing(event)) {
      event.preventDefault();
      event.stopPropagation();
      void halt();
    } else if (isSendKey(event)) {
      event.preventDefault();
      submit();
    }
  };

  return (
    <div className="before:-top-5 relative mx-auto w-full max-w-[48rem] px-4 @lg:px-6 pb-3 before:pointer-events-none before:absolute before:inset-x-0 before:h-5 before:bg-linear-to-t before:from-canvas before:to-transparent">
      <QueuedMessage
        text={queued.text}
        onCancel={() => {
          queued.unqueue();
          field.current?.focus();
        }}
      />
      <div className="relative rounded-bubble border border-line-strong bg-surface py-2 pr-2 pl-2 focus-within:border-accent">
        {skills.menu}
        <HeldFiles />
        <div className="flex items-end gap-2">
          <AttachButton />
          <textarea
            ref={field}
            value={draft}
            rows={1}
            dir="auto"
            aria-label={words.t('composer.label')}
            aria-describedby="composer-hint"
            placeholder={words.t('composer.placeholder')}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const files = [...event.clipboardData.files];
              if (files.length === 0) return;
              event.preventDefault();
              hold(files);
            }}
            className="field-sizing-content max-h-[40vh] min-h-8 w-full min-w-0 flex-1 resize-none bg-transparent py-1 text-md outline-none placeholder:text-ink-faint"
          />
          {queueable ? (
            <IconButton label={words.t('composer.queue')} keys={['Enter']} side="top" onClick={queue} icon={ListPlus} />
          ) : null}
          {running ? (
            <IconButton
              variant="primary"
              label={words.t('composer.stop')}
              keys={['Esc']}
              side="top"
              disabled={stopping}
              focusableWhenDisabled
              onClick={() => void halt()}
            >
              <Square aria-hidden className="size-3! fill-current" />
            </IconButton>
          ) : (
            <IconButton
              variant="primary"
              label={words.t('composer.send')}
              keys={['Enter']}
              side="top"
              disabled={!ready}
              focusableWhenDisabled
              onClick={submit}
              icon={ArrowUp}
            />
          )}
        </div>
      </div>
      <p
        id="composer-hint"
        role={typed.pointed ? 'status' : undefined}
        className="mt-1.5 text-center text-ink-soft text-xs"
      >
        {words.t(
          typed.pointed
            ? 'composer.pressToAgree'
            : hintKey({ running, asking, compacting, queued: queued.text !== undefined }),
        )}
      </p>
    </div>
  );
}

/** Says which row a number means, where the list on the screen is in another order than the one the model knows. */
function useRowNote(): (text: string) => string | undefined {
  const t = useT();
  const rowNamed = useRowNamed();
  return (text) => {
    const lines = positionsIn(text).flatMap((n) => {
      const row = rowNamed(n);
      return row === undefined ? [] : [t('request.onScreen', { n, row })];
    });
    return lines.length === 0 ? undefined : lines.join('\n');
  };
}

const SkillMenu = later(async () => (await import('./skill-menu.tsx')).SkillMenu);

/** The menu of skills while the message is a slash and the beginning of a name, of resources while its last word begins with `@`. */
function useSkillMenu(
  draft: string,
  setDraft: (text: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
): { readonly menu: ReactNode; readonly takes: MenuKeys } {
  const keys = useRef<MenuKeys>(null);
  const [closed, setClosed] = useState<string>();
  const [, before = '', sign, typed = ''] = /^(|.*\s)([/@])(\S*)$/s.exec(draft) ?? [];
  const isOpen = (sign === '@' || (sign === '/' && before === '')) && draft !== closed;
  return {
    menu: isOpen ? (
      <SkillMenu
        key={draft}
        sign={sign as '/' | '@'}
        typed={typed}
        field={field}
        keys={keys}
        onPick={(text) => setDraft(before + text)}
        onClose={() => setClosed(draft)}
      />
    ) : null,
    takes: (event) => {
      if (!isOpen || keys.current?.(event) !== true) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

/** Button that agrees to what is asked, or that shows the rest of it first. */
const CONFIRM = '[data-confirm]:not(:disabled), [data-to-end]';

/** Typed answers to the card that waits for a decision. */
function useTypedAnswer() {
  const { approve, writeInstead, setDraft } = useActions();
  const waiting = useWaitingCall();
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

/**
 * One message a session that is sent when its run ends, however the person or the model ended it; after an error, or
 * where the app was ended in the meantime, it goes back into the message box. In a session that is not shown it waits until it
 * is, and it outlives a reload.
 */
function useQueued() {
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
    if (draft.trim() === '') return;
    keepQueued([text, draft, note].filter((part) => part !== undefined).join('\n'));
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
    text,
    /** Takes the draft out of the message box, behind what waits already. */
    queue,
    /** Moves it back into the message box, before the current text. */
    unqueue,
  };
}

/** The queued message, above the message box; announced when it appears. */
function QueuedMessage({ text, onCancel }: { readonly text: string | undefined; readonly onCancel: () => void }) {
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
          <IconButton size="sm" label={words.t('composer.unqueue')} side="top" onClick={onCancel} icon={X} />
        </div>
      )}
    </div>
  );
}

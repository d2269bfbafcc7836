import { ArrowUp, ListPlus, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type ChatKey, useWords } from '../../../../renderer/shared/words.ts';
import {
  useActions,
  useApp,
  useCompacting,
  useDraft,
  useHeldFiles,
  useRunning,
  useSessionState,
} from '../../../../renderer/store/index.ts';
import { IconButton } from '../../../../renderer/ui/index.ts';
import { AttachButton, HeldFiles, useHoldFiles } from './attachments.tsx';
import { isComposing, isSendKey } from './enter-key.ts';
import { QueuedMessage, useQueued } from './queued-message.tsx';
import { useAutosize } from './use-autosize.ts';
import { useRowNote } from './use-row-note.ts';
import { useSkillMenu } from './use-skill-menu.tsx';
import { useTypedAnswer } from './use-typed-answer.ts';

type State = 'running' | 'asking' | 'queued' | 'compacting';

function hintKey({ running, asking, queued, compacting }: Readonly<Record<State, boolean>>): ChatKey {
  if (asking) return 'composer.approvalHint';
  if (running && queued) return 'composer.queuedHint';
  if (compacting) return 'composer.compactingHint';
  return running ? 'composer.runningHint' : 'composer.hint';
}

/**
 * Message box. Enter sends, but never while an input method is composing. During a run it queues one message; text
 * written after that stays a draft.
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
  const queueable = busy && !stopping && draft.trim() !== '' && queued.text === undefined;
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
            <IconButton label={words.t('composer.queue')} keys={['Enter']} side="top" onClick={queue}>
              <ListPlus aria-hidden />
            </IconButton>
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
            >
              <ArrowUp aria-hidden />
            </IconButton>
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

import { ChevronLeft, ChevronRight, NotebookPen, Pin } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useChatScope } from '../../../../renderer/cards/chat-scope.tsx';
import { useT } from '../../../../renderer/i18n/index.ts';
import { useWords } from '../../../../renderer/shared/words.ts';
import {
  NO_EVENTS,
  useActions,
  useApp,
  useHeld,
  usePast,
  useSessionState,
  useSimpleView,
} from '../../../../renderer/store/index.ts';
import { Afterwards, cn, IconButton } from '../../../../renderer/ui/index.ts';
import { type Answers, answersOf, type Version, versionsOf } from '../../../../shared/history.ts';

/** Opens the box for a note beside the event `seq`, now or while a moment of the past is shown. */
export function NoteButton({ seq }: { readonly seq: number }) {
  const t = useT();
  const { writeNote } = useActions();
  const simple = useSimpleView();
  if (simple) return null;
  return (
    <IconButton size="sm" label={t('review.notes.add')} onClick={() => writeNote({ on: seq })}>
      <NotebookPen aria-hidden />
    </IconButton>
  );
}

export const usePinned = (seq: number | undefined): boolean =>
  useSessionState((state) => seq !== undefined && state.pinnedMessages.includes(seq));

/** Keeps a message whole for the model, however long the conversation grows. */
export function PinButton({ seq }: { readonly seq: number }) {
  const words = useWords();
  const { pinMessage } = useActions();
  const pinned = usePinned(seq);
  const past = usePast();
  const simple = useSimpleView();
  if (simple) return null;
  return (
    <IconButton
      size="sm"
      label={words.t(pinned ? 'message.unpin' : 'message.pin')}
      aria-pressed={pinned}
      disabled={past}
      onClick={() => void pinMessage(seq, !pinned)}
    >
      <Pin aria-hidden className={cn(pinned && 'fill-current text-accent')} />
    </IconButton>
  );
}

/** The wordings of a message that was edited; undefined for every other. */
export const useVersions = (seq: number): readonly Version[] | undefined =>
  useApp((data) => versionsOf((data.moment?.log ?? data.log)?.events ?? NO_EVENTS).get(seq));

/** The person's messages that were answered more than once. */
export const useAnswers = (): ReadonlyMap<number, Answers> =>
  useApp((data) => answersOf((data.moment?.log ?? data.log)?.events ?? NO_EVENTS));

/** Switches between answers from retries. */
export function AnswerSwitch({ turn }: { readonly turn: number }) {
  const answers = useAnswers().get(turn);
  if (answers?.shown === undefined) return null;
  return <VersionSwitch of="answer" seq={answers.shown} versions={answers.versions} />;
}

const LABELS = { message: 'message.versions', answer: 'message.answers' } as const;

/** Switches between versions, with everything that followed. The switch keeps its place and the focus. */
export function VersionSwitch({
  of = 'message',
  seq,
  versions,
}: {
  readonly of?: keyof typeof LABELS;
  readonly seq: number;
  readonly versions: readonly Version[];
}) {
  const words = useWords();
  const held = useHeld();
  const { bringBack } = useActions();
  const { memory, session } = useChatScope();
  const [busy, setBusy] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const at = versions.findIndex((version) => version.seq === seq);
  const wanted = `${session}/version-to-focus`;

  // Another version may be another row: its own switch takes over the focus.
  useEffect(() => {
    if (memory.get(wanted) !== seq) return;
    memory.delete(wanted);
    group.current?.focus();
  }, [memory, wanted, seq]);

  const go = async (to: number) => {
    const version = versions[to];
    if (busy || version === undefined) return;
    setBusy(true);
    memory.set(wanted, version.seq);
    if (!(await bringBack(version.seq))) memory.delete(wanted);
    setBusy(false);
  };
  const shown = words.t('message.version', { n: at + 1, total: versions.length });
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`${words.t(LABELS[of])}: ${shown}`}
      className="ml-1 flex items-center rounded-control"
    >
      <IconButton
        size="sm"
        label={words.t('message.earlierVersion')}
        disabled={held || at === 0}
        onClick={() => void go(at - 1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <span className="min-w-8 text-center tabular-nums">{shown}</span>
      <IconButton
        size="sm"
        label={words.t('message.laterVersion')}
        disabled={held || at === versions.length - 1}
        onClick={() => void go(at + 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </fieldset>
  );
}

const HIDDEN_UNTIL_NEEDED =
  'opacity-0 transition-opacity duration-fast focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100';

/**
 * Visible on hover and focus, or always with `shown`; always reachable by keyboard and touch. Always takes its space,
 * so that nothing moves. Hidden ones are drawn after everything that is to be seen: they are half of a message's cost
 * while one scrolls.
 */
export function MessageActions({
  end = false,
  shown = false,
  children,
}: {
  readonly end?: boolean;
  readonly shown?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cn(
        'mt-0.5 flex h-7 items-center gap-0.5 text-ink-soft text-xs',
        !shown && HIDDEN_UNTIL_NEEDED,
        end && 'justify-end',
      )}
    >
      <Afterwards now={shown}>{children}</Afterwards>
    </div>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Answers, answersOf, type Version, versionsOf } from '../../../shared/history.ts';
import { useChatScope } from '../../cards/chat-scope.tsx';
import { useWords } from '../../shared/use-words.ts';
import { NO_EVENTS, useActions, useApp, useHeld } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';

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

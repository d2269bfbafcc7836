import { CircleAlert, MessageSquarePlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { currentLanguage, isolated, useT, useText } from '../../../../renderer/i18n.ts';
import { MARKDOWN_COMPONENTS, SafeMarkdown } from '../../../../renderer/shared/markdown.tsx';
import { FailedBanner } from '../../../../renderer/shared/page-frame.tsx';
import { type Failure, useActions } from '../../../../renderer/store/index.ts';
import { Button, cn, IconButton, Waiting } from '../../../../renderer/ui/index.ts';
import type { Preview } from '../../../../shared/review.ts';
import { useChipWords } from './filters.tsx';
import { OutcomeMark } from './list-row.tsx';

/** Milliseconds: who runs through the list with j or k waits for the last one alone. */
const SETTLED_MS = 120;

type Step = Preview['turns'][number]['steps'][number];

/** A session at a glance: its turns with what was done in them. */
export function SessionPreview({
  session,
  chosen,
  onRemark,
}: {
  readonly session: string;
  /** The event that a remark is being written about. */
  readonly chosen?: number | undefined;
  /** Absent: moments only lead into the session. */
  readonly onRemark?: (seq: number) => void;
}) {
  const { t, format } = useText();
  const { preview, failure, again } = usePreview(session);
  const { openAt, select } = useActions();
  const { wordsOf } = useChipWords();
  if (failure !== undefined) return <FailedBanner failure={failure} onAgain={again} />;
  if (preview === undefined) return <Waiting className="p-4">{t('judging.preview.loading')}</Waiting>;
  const { turns, turnCount, events, model, outcome, title } = preview;
  const left = turnCount - turns.length;
  const moment = (seq: number, label: string) => (
    <span className="inline-flex shrink-0 items-center gap-0.5">
      <button
        type="button"
        title={t('judging.openAt', { n: format.number(seq) })}
        onClick={() => openAt(session, seq)}
        className="cursor-default rounded px-1 text-ink-soft text-xs tabular-nums underline-offset-2 hover:underline"
      >
        {label}
      </button>
      {onRemark === undefined ? null : (
        <IconButton
          size="sm"
          label={t('judging.remarkOn', { n: format.number(seq) })}
          aria-pressed={chosen === seq}
          onClick={() => onRemark(seq)}
          icon={MessageSquarePlus}
        />
      )}
    </span>
  );
  return (
    <div className="flex flex-col gap-4 p-4">
      <header className="flex flex-col gap-1">
        <h3 className="font-semibold text-md [unicode-bidi:plaintext]">
          {title === '' ? t('common.untitled') : title}
        </h3>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm tabular-nums">
          <OutcomeMark outcome={outcome} />
          <span>{isolated(wordsOf('models', model))}</span>
          <span>
            {t('judging.preview.size', {
              count: turnCount,
              turns: format.number(turnCount),
              events: format.number(events),
            })}
          </span>
          <Button size="sm" variant="ghost" onClick={() => select(session)}>
            {t('common.open')}
          </Button>
        </div>
      </header>
      {turns.length === 0 ? <p className="text-ink-soft">{t('judging.preview.empty')}</p> : null}
      <ol className="flex flex-col gap-4">
        {turns.map((turn, index) => (
          <li key={turn.seq} className={cn('flex flex-col gap-1.5', turn.setAside && 'opacity-60')}>
            {left > 0 && index === turns.length / 2 ? (
              <p className="rounded-control bg-sunken px-3 py-1.5 text-ink-soft text-sm">
                {t('judging.preview.left', { n: format.number(left) })}
              </p>
            ) : null}
            <div className="flex items-start gap-2">
              <p className={TEXT}>{turn.text}</p>
              {moment(turn.seq, format.number(turn.seq))}
            </div>
            {turn.steps.length === 0 ? null : (
              <ul className="flex flex-col border-line border-l-2 pl-3">
                {turn.steps.map((step) => (
                  <li key={step.seq} className="flex items-start gap-2 text-sm">
                    <span
                      className={cn(
                        'min-w-0 flex-1 py-0.5 [overflow-wrap:anywhere]',
                        step.failed ? 'text-danger' : 'text-ink-soft',
                      )}
                    >
                      <StepWords step={step} />
                    </span>
                    {moment(step.seq, format.number(step.seq))}
                  </li>
                ))}
                {turn.moreSteps > 0 ? (
                  <li className="text-ink-soft text-sm">
                    {t('judging.preview.moreSteps', { n: format.number(turn.moreSteps) })}
                  </li>
                ) : null}
              </ul>
            )}
            {turn.answer === undefined ? (
              <p className="text-ink-soft text-sm">{t('common.noAnswer')}</p>
            ) : (
              <div className="flex items-start gap-2">
                <div className="min-w-0 flex-1 rounded-panel bg-sunken px-3 py-2">
                  <SafeMarkdown text={turn.answer.text} streaming={false} components={COMPONENTS} />
                </div>
                {moment(turn.answer.seq, format.number(turn.answer.seq))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A step in one line; a call unfolds to its arguments and its result. */
function StepWords({ step: { text, failed, said, given, result } }: { readonly step: Step }) {
  const t = useT();
  const line = (
    <>
      {failed ? <CircleAlert aria-label={t('judging.failed')} className="mr-1 inline size-3.5" /> : null}
      {text}
      {failed || !said ? null : <code className="pl-2 text-ink-faint text-xs">{said}</code>}
    </>
  );
  const parts = Object.entries({ given, result }).filter(([, part]) => part !== undefined && part !== '');
  if (parts.length === 0) return line;
  return (
    <details>
      <summary className="cursor-default">{line}</summary>
      {parts.map(([name, part]) => (
        <pre
          key={name}
          className="my-1 max-h-60 overflow-auto whitespace-pre-wrap rounded-control bg-sunken p-2 font-mono text-ink text-xs"
        >
          {part}
        </pre>
      ))}
    </details>
  );
}

const TEXT = 'min-w-0 flex-1 whitespace-pre-wrap font-medium [overflow-wrap:anywhere] [unicode-bidi:plaintext]';
/** Links are opened in the conversation itself, beside where they lead. */
const COMPONENTS = {
  ...MARKDOWN_COMPONENTS,
  a: ({ children }: { readonly children?: ReactNode }) => <u>{children}</u>,
  img: ({ alt }: { readonly alt?: string | undefined }) => <>{alt}</>,
};

function usePreview(session: string) {
  const { judging } = useActions();
  const [answer, setAnswer] = useState<{
    readonly of: string;
    readonly preview?: Preview;
    readonly failure?: Failure;
  }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const read = await judging.preview(session, currentLanguage());
        if (!isCurrent) return;
        setAnswer(read.ok ? { of: session, preview: read.value } : { of: session, failure: read.failure });
      },
      attempt === 0 ? SETTLED_MS : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [judging, session, attempt]);
  const current = answer?.of === session ? answer : undefined;
  return { preview: current?.preview, failure: current?.failure, again: () => setAttempt((count) => count + 1) };
}

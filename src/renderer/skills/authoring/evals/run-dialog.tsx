import { Check, CircleSlash, ThumbsDown, ThumbsUp, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { EvalRun, Graded } from '../../../../shared/evals/benchmark.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { Button, cn, Dialog, IconButton, TextField } from '../../../ui/index.ts';
import { expectationText } from './eval-words.ts';

/** One run: what it was graded by, its answer, and what a person says of it. */
export function RunDialog({
  run,
  side,
  mark,
  onOpen,
  onCompare,
  onClose,
}: {
  readonly run: EvalRun | undefined;
  readonly side: string;
  readonly mark: ComponentProps<typeof MarkForm>;
  readonly onOpen: (session: string, at: number) => void;
  readonly onCompare: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const failing = run?.expectations.find(({ passed, skipped }) => !passed && skipped !== true);
  const at = failing?.at ?? run?.expectations.at(-1)?.at;
  return (
    <Dialog
      open={run !== undefined}
      onClose={onClose}
      size="xl"
      title={run === undefined ? '' : t('evals.run.title', { id: run.eval_id, n: run.run_number })}
      description={
        run === undefined
          ? ''
          : [
              side,
              run.model,
              t('evals.run.tokens', { n: format.number(run.result.tokens) }),
              format.duration(run.result.time_seconds * 1000),
              ...(run.result.cost === undefined ? [] : [format.dollars(run.result.cost)]),
            ].join(' · ')
      }
      footer={
        run === undefined ? undefined : (
          <>
            <Button onClick={onCompare}>{t('evals.run.compare')}</Button>
            <Button variant="primary" onClick={() => onOpen(run.session, at ?? 1)}>
              {t(failing === undefined ? 'evals.run.open' : 'evals.run.openFailing')}
            </Button>
          </>
        )
      }
    >
      {run === undefined ? null : (
        <div className="grid gap-5 md:grid-cols-2">
          <section aria-label={t('evals.run.expectations')}>
            <h3 className="pb-1 font-medium text-base">{t('evals.run.expectations')}</h3>
            {run.expectations.length === 0 ? <p className="text-ink-soft">{t('evals.run.noExpectations')}</p> : null}
            <ul className="flex flex-col gap-2">
              {run.expectations.map((one) => (
                <Expectation key={`${one.grader} ${one.text}`} one={one} />
              ))}
            </ul>
          </section>
          <section aria-label={t('evals.run.output')} className="flex flex-col gap-2">
            <h3 className="font-medium text-base">{t('evals.run.output')}</h3>
            <p className="max-h-72 overflow-y-auto whitespace-pre-wrap break-words rounded-panel bg-sunken p-2.5 text-base">
              {run.answer === undefined || run.answer === '' ? t('common.noAnswer') : run.answer}
            </p>
            {run.files === undefined || run.files.length === 0 ? null : (
              <p className="text-ink-soft text-sm">{t('evals.run.files', { files: format.list(run.files) })}</p>
            )}
            <MarkForm {...mark} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Expectation({ one }: { readonly one: Graded }) {
  const t = useT();
  const { passed, skipped = false, evidence } = one;
  const state = skipped ? 'skipped' : passed ? 'passed' : 'failed';
  const Icon = { skipped: CircleSlash, passed: Check, failed: X }[state];
  return (
    <li className="flex gap-2 text-base">
      <Icon
        className={cn(
          'mt-0.5 size-4 shrink-0',
          { skipped: 'text-ink-faint', passed: 'text-success', failed: 'text-danger' }[state],
        )}
        aria-label={t(`evals.results.${state}`)}
      />
      <div className="min-w-0">
        <p className="break-words">{expectationText(t, one)}</p>
        <p className="break-words text-ink-soft text-sm">{evidence}</p>
      </div>
    </li>
  );
}

function MarkForm({
  good,
  words,
  onWords,
  onThumb,
  onKeep,
}: {
  readonly good: boolean | null;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onThumb: (good: boolean | null) => void;
  readonly onKeep: () => void;
}) {
  const t = useT();
  const thumb = (value: boolean) => onThumb(good === value ? null : value);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        <IconButton label={t('evals.run.good')} aria-pressed={good === true} onClick={() => thumb(true)}>
          <ThumbsUp className={cn(good === true && 'text-success')} aria-hidden />
        </IconButton>
        <IconButton label={t('evals.run.bad')} aria-pressed={good === false} onClick={() => thumb(false)}>
          <ThumbsDown className={cn(good === false && 'text-danger')} aria-hidden />
        </IconButton>
        <span className="text-ink-soft text-sm">{t('evals.run.markHint')}</span>
      </div>
      <TextField rows={2} label={t('evals.run.words')} value={words} onChange={onWords} onBlur={onKeep} />
    </div>
  );
}

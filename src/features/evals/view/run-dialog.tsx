import { Check, CircleCheck, CircleSlash, CircleX, ThumbsDown, ThumbsUp, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { type EvalJob, useActions } from '../../../renderer/store/index.ts';
import { Badge, Button, cn, IconButton } from '../../../renderer/ui/index.ts';
import { Dialog, TextField } from '../../../renderer/ui/on-demand.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { type Benchmark, type EvalRun, type Graded, isWhole } from '../../../shared/evals.ts';
import type { EvalRequest } from '../contract.ts';
import { expectationText, sideName } from './fields.tsx';
import { ProgressFrame } from './paid-work-form.tsx';

const stateOf = (run: EvalRun) => (run.result.total === 0 ? 'ungraded' : isWhole(run) ? 'passed' : 'failed');

const ICONS = {
  passed: <CircleCheck className="size-4 text-success" aria-hidden />,
  failed: <CircleX className="size-4 text-danger" aria-hidden />,
  ungraded: <CircleSlash className="size-4 text-ink-faint" aria-hidden />,
};

/** Every run by case and side; each is a button. */
export function RunGrid({
  runs,
  cases,
  request,
  picked,
  onPick,
}: {
  readonly runs: readonly EvalRun[];
  readonly cases: Benchmark['cases'];
  readonly request: Pick<EvalRequest, 'skill' | 'against' | 'unsaved'>;
  /** Session of the run that waits for another to be compared with. */
  readonly picked?: string | undefined;
  readonly onPick: (run: EvalRun) => void;
}) {
  const t = useT();
  const sides = [...new Set(runs.map(({ configuration }) => configuration))];
  const ids = [...new Set(runs.map(({ eval_id }) => eval_id))];
  return (
    <FigureTable
      caption={t('evals.results.grid')}
      columns={[{ name: t('evals.cases.case') }, ...sides.map((side) => ({ name: sideName(t, side, request) }))]}
      rows={ids.map((id) => ({
        key: id,
        name: id,
        cells: sides.map((side) => (
          <span key={side} className="flex flex-wrap items-center gap-1">
            {runs
              .filter(({ eval_id, configuration }) => eval_id === id && configuration === side)
              .sort((a, b) => a.run_number - b.run_number)
              .map((run) => (
                <button
                  key={run.run_number}
                  type="button"
                  aria-pressed={run.session === picked}
                  aria-label={t('evals.results.openRun', {
                    n: run.run_number,
                    id,
                    state: t(`evals.results.${stateOf(run)}`),
                  })}
                  className={cn(
                    'flex size-7 cursor-default items-center justify-center rounded-control hover:bg-hover',
                    run.session === picked && 'bg-selected',
                  )}
                  onClick={() => onPick(run)}
                >
                  {ICONS[stateOf(run)]}
                </button>
              ))}
            {cases.some((one) => one.eval_id === id && one.configuration === side && one.flaky) ? (
              <Badge tone="warning">{t('evals.results.flaky')}</Badge>
            ) : null}
          </span>
        )),
      }))}
    />
  );
}

/** An eval under way: what is done, what is left, and the way to stop it. */
export function EvalProgress({ skill, job }: { readonly skill: string; readonly job: EvalJob }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { runs, of, kept, limited } = job;
  const done = kept + runs.length;
  return (
    <ProgressFrame
      title={t('evals.progress.title')}
      said={
        of === 0
          ? t('evals.progress.planning')
          : t('evals.progress.done', { n: format.number(done), of: format.number(of) })
      }
      more={
        limited === undefined ? null : (
          <p className="text-base">{t('evals.progress.limited', { time: format.duration(limited) })}</p>
        )
      }
      onStop={() => void evals.stop(skill)}
    >
      <progress className="h-1.5 w-full" max={Math.max(of, 1)} value={done} aria-label={t('evals.progress.title')} />
    </ProgressFrame>
  );
}

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
  const { t, format } = useText();
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

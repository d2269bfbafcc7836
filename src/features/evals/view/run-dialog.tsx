import { Check, CircleCheck, CircleSlash, CircleX, ThumbsDown, ThumbsUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { type EvalJob, useActions } from '../../../renderer/store/index.ts';
import { Badge, Button, cn, IconButton } from '../../../renderer/ui/index.ts';
import { Dialog, TextField } from '../../../renderer/ui/on-demand.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { type EvalRun, type Graded, isWhole, type Mark } from '../../../shared/evals.ts';
import type { PastEval } from '../contract.ts';
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
  past: { request, result },
  onPick,
}: {
  readonly past: PastEval;
  readonly onPick: (run: EvalRun) => void;
}) {
  const t = useT();
  const { runs, cases } = result;
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
              .map((run) => (
                <IconButton
                  key={run.run_number}
                  size="sm"
                  label={t('evals.results.openRun', {
                    n: run.run_number,
                    id,
                    state: t(`evals.results.${stateOf(run)}`),
                  })}
                  onClick={() => onPick(run)}
                >
                  {ICONS[stateOf(run)]}
                </IconButton>
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

/** An eval under way: what is done, and the way to stop it. */
export function EvalProgress({ skill, job }: { readonly skill: string; readonly job: EvalJob }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { done, of, until } = job;
  const said = of === 0 ? 'evals.progress.planning' : 'evals.progress.done';
  return (
    <ProgressFrame
      title={t('evals.progress.title')}
      said={t(said, { n: format.number(done), of: format.number(of) })}
      onStop={() => void evals.stop(skill)}
    >
      {until === undefined ? null : (
        <p className="text-base">
          {t('evals.progress.limited', { time: format.duration(Math.max(0, until - Date.now())) })}
        </p>
      )}
      <progress className="h-1.5 w-full" max={Math.max(of, 1)} value={done} aria-label={t('evals.progress.title')} />
    </ProgressFrame>
  );
}

/** One run: what it was graded by, its answer, and what a person says of it. */
export function RunDialog({
  run,
  side,
  mark,
  onMark,
  onOpen,
  onCompare,
  onClose,
}: {
  readonly run: EvalRun;
  readonly side: string;
  readonly mark: Mark | undefined;
  readonly onMark: (mark: Mark) => void;
  readonly onOpen: (at: number) => void;
  /** Undefined: there is no other run of the case. */
  readonly onCompare: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const { eval_id, run_number, model, result, expectations, answer = '', files = [], session } = run;
  const failing = expectations.find(({ passed, skipped }) => !passed && skipped !== true);
  const at = failing?.at ?? expectations.at(-1)?.at ?? 1;
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={t('evals.run.title', { id: eval_id, n: run_number })}
      description={[
        side,
        model,
        t('evals.run.tokens', { n: format.number(result.tokens) }),
        format.duration(result.time_seconds * 1000),
        ...(result.cost === undefined ? [] : [format.dollars(result.cost)]),
      ].join(' · ')}
      footer={
        <>
          {onCompare === undefined ? null : <Button onClick={onCompare}>{t('evals.run.compare')}</Button>}
          <Button variant="primary" onClick={() => onOpen(at)}>
            {t(failing === undefined ? 'evals.run.open' : 'evals.run.openFailing')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-2">
        <section aria-label={t('evals.run.expectations')}>
          <h3 className="pb-1 font-medium text-base">{t('evals.run.expectations')}</h3>
          {expectations.length === 0 ? <p className="text-ink-soft">{t('evals.run.noExpectations')}</p> : null}
          <ul className="flex flex-col gap-2">
            {expectations.map((one) => (
              <Expectation key={`${one.grader} ${one.text}`} one={one} />
            ))}
          </ul>
        </section>
        <section aria-label={t('evals.run.output')} className="flex flex-col gap-2">
          <h3 className="font-medium text-base">{t('evals.run.output')}</h3>
          <p className="max-h-72 overflow-y-auto whitespace-pre-wrap break-words rounded-panel bg-sunken p-2.5 text-base">
            {answer || t('common.noAnswer')}
          </p>
          {files.length === 0 ? null : (
            <p className="text-ink-soft text-sm">{t('evals.run.files', { files: format.list(files) })}</p>
          )}
          <MarkForm mark={mark ?? { session, good: null, words: '' }} onMark={onMark} />
        </section>
      </div>
    </Dialog>
  );
}

const GRADES = {
  skipped: { Icon: CircleSlash, className: 'text-ink-faint' },
  passed: { Icon: Check, className: 'text-success' },
  failed: { Icon: X, className: 'text-danger' },
};

function Expectation({ one }: { readonly one: Graded }) {
  const t = useT();
  const state = one.skipped === true ? 'skipped' : one.passed ? 'passed' : 'failed';
  const { Icon, className } = GRADES[state];
  return (
    <li className="flex gap-2 text-base">
      <Icon className={cn('mt-0.5 size-4 shrink-0', className)} aria-label={t(`evals.results.${state}`)} />
      <div className="min-w-0">
        <p className="break-words">{expectationText(t, one)}</p>
        <p className="break-words text-ink-soft text-sm">{one.evidence}</p>
      </div>
    </li>
  );
}

/** A person's judgement of a run. Words are stored once one is done with them, however the dialog closes. */
function MarkForm({ mark, onMark }: { readonly mark: Mark; readonly onMark: (mark: Mark) => void }) {
  const t = useT();
  const [words, setWords] = useState(mark.words);
  const keep = useRef(() => {});
  keep.current = () => {
    if (words !== mark.words) onMark({ ...mark, words });
  };
  useEffect(() => () => keep.current(), []);
  const { good } = mark;
  const thumb = (value: boolean) => onMark({ ...mark, words, good: good === value ? null : value });
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
      <TextField
        rows={2}
        label={t('evals.run.words')}
        value={words}
        onChange={setWords}
        onBlur={() => keep.current()}
      />
    </div>
  );
}

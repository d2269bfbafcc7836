import { useEffect, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { notifyFailure } from '../../../renderer/shared/failures.tsx';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../renderer/store/index.ts';
import { Banner, Button, EmptyState, Spinner } from '../../../renderer/ui/index.ts';
import { Select } from '../../../renderer/ui/on-demand.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { type EvalRun, summaryOf } from '../../../shared/evals.ts';
import { passedOf, tellingNothing } from '../compare.ts';
import type { PastEval } from '../contract.ts';
import { expectationText, sideName, signed } from './fields.tsx';
import { RunDialog, RunGrid } from './run-dialog.tsx';

/** Results of earlier evals, the latest first. */
export function Results({ skill }: { readonly skill: string }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { past } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => void evals.readPast(skill), [evals, skill]);
  if (past === undefined) return <Spinner className="m-4" />;
  const shown = past.find(({ id }) => id === chosen) ?? past[0];
  if (shown === undefined) {
    return <EmptyState className="py-6" title={t('evals.results.none')} description={t('evals.results.noneHint')} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <Select
        className="max-w-xl"
        label={t('evals.results.eval')}
        value={shown.id}
        options={past.map(({ id, total, ended, result: { metadata, runs } }) => ({
          value: id,
          label: [
            format.dateTime(metadata.timestamp),
            ended
              ? t('evals.form.runsInAll', { count: runs.length, n: format.number(runs.length) })
              : t('evals.results.stopped', { n: format.number(runs.length), of: format.number(total) }),
            metadata.executor_model,
          ].join(' · '),
        }))}
        onChange={setChosen}
      />
      <Result key={shown.id} skill={skill} past={shown} />
    </div>
  );
}

function Result({ skill, past }: { readonly skill: string; readonly past: PastEval }) {
  const { t, format } = useText();
  const { evals, library, openAt, tries } = useActions();
  const { job } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { id, ended, total, request, result, marks } = past;
  const missing = total - result.runs.length;
  const [opened, setOpened] = useState<EvalRun>();
  const others = result.runs.filter(
    ({ eval_id, session }) => eval_id === opened?.eval_id && session !== opened.session,
  );
  // The same run of another side tells most.
  const other =
    others.find((run) => run.run_number === opened?.run_number && run.configuration !== opened.configuration) ??
    others[0];
  return (
    <>
      {ended || job !== undefined ? null : (
        <Banner
          action={
            <Button size="sm" onClick={() => void evals.run({ ...request, resume: true })}>
              {t('common.continue')}
            </Button>
          }
        >
          {t('evals.results.unfinished', { count: missing, n: format.number(missing) })}
        </Banner>
      )}
      <Summary past={past} />
      <Notes past={past} />
      <QueueFailed past={past} />
      <RunGrid past={past} onPick={setOpened} />
      {opened === undefined ? null : (
        <RunDialog
          run={opened}
          side={sideName(t, opened.configuration, request)}
          mark={marks.find(({ session }) => session === opened.session)}
          onMark={(mark) => void evals.mark(skill, id, mark)}
          onOpen={(at) => {
            tries.leaveFor(opened.session, skill, 'evals');
            openAt(opened.session, at, { past: true });
          }}
          onCompare={other && (() => library.show({ page: 'compare', sessions: [opened.session, other.session] }))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Runs that failed, for a person to look at one after the other. */
function QueueFailed({ past: { id, result } }: { readonly past: PastEval }) {
  const { t, format } = useText();
  const { judging, library } = useActions();
  const [queued, setQueued] = useState(false);
  const failed = result.runs.filter((run) => run.result.failed > 0);
  if (failed.length === 0) return null;
  const send = async () => {
    const why = t('evals.results.queuedFrom', { skill: result.metadata.skill_name, id: id.slice(0, 10) });
    const done = await judging.enqueue(
      failed.map(({ session }) => session),
      why,
    );
    setQueued(done.ok);
    if (!done.ok) notifyFailure(done.failure);
  };
  return queued ? (
    <p role="status" className="flex flex-wrap items-center gap-2">
      {t('evals.results.queued', { count: failed.length, n: format.number(failed.length) })}
      <Button size="sm" onClick={() => library.show({ page: 'judge' })}>
        {t('common.reviewQueue')}
      </Button>
    </p>
  ) : (
    <Button size="sm" className="self-start" onClick={() => void send()}>
      {t('evals.results.queueFailed', { count: failed.length, n: format.number(failed.length) })}
    </Button>
  );
}

function Summary({ past: { request, result } }: { readonly past: PastEval }) {
  const { t, format } = useText();
  const { difference, cases } = result;
  const sides = [...new Set(cases.map(({ configuration }) => configuration))];
  if (sides.length === 0) return null;
  const rows = sides.flatMap((side) => {
    const { runs, passed, share } = passedOf(result, side);
    const summary = summaryOf(result, side);
    if (summary === undefined) return [];
    const { pass_rate, tokens, time_seconds, cost } = summary;
    const [low, high] = pass_rate.interval;
    const cells = [
      t('evals.results.of', { n: format.number(passed), of: format.number(runs) }),
      ...(runs === 0
        ? ['–', '–', '–']
        : [format.percent(share), `${format.percent(low)}–${format.percent(high)}`, format.percent(pass_rate.mean)]),
      format.number(Math.round(tokens.mean)),
      time_seconds.mean.toFixed(1),
      cost === undefined ? '–' : format.dollars(cost.mean),
    ];
    return [{ key: side, name: sideName(t, side, request), cells }];
  });
  const columns = (['passed', 'rate', 'interval', 'expectations', 'tokens', 'seconds', 'cost'] as const).map(
    (column) => ({ name: t(`evals.results.columns.${column}`), align: 'right' as const }),
  );
  return (
    <div className="flex flex-col gap-2">
      <FigureTable
        caption={t('evals.results.title')}
        columns={[{ name: t('evals.results.side') }, ...columns]}
        rows={rows}
      />
      {difference === undefined ? null : <Difference request={request} difference={difference} />}
      <p className="text-ink-soft text-sm">{t('evals.results.hint')}</p>
    </div>
  );
}

function Difference({
  request,
  difference: { configurations, passed, interval },
}: {
  readonly request: PastEval['request'];
  readonly difference: NonNullable<PastEval['result']['difference']>;
}) {
  const { t, format } = useText();
  const [low, high] = interval;
  const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'unclear';
  return (
    <p className="text-base">
      {t('evals.results.difference', {
        a: sideName(t, configurations[0], request),
        b: sideName(t, configurations[1], request),
        points: signed(format, passed),
        low: signed(format, low),
        high: signed(format, high),
      })}{' '}
      <strong className="font-medium">{t(`evals.results.${verdict}`)}</strong>
    </p>
  );
}

function Notes({ past: { result } }: { readonly past: PastEval }) {
  const { t, format } = useText();
  const { runs, unbegun } = result;
  const notes = [
    ...(unbegun === undefined
      ? []
      : [
          t(`evals.unbegun.${unbegun.why}`, {
            limit: unbegun.why === 'tokens' ? format.number(unbegun.limit) : format.dollars(unbegun.limit),
            n: format.number(unbegun.runs),
          }),
        ]),
    ...tellingNothing(runs).map((one) =>
      t(one.holds ? 'evals.notes.always' : 'evals.notes.never', { id: one.eval_id, text: expectationText(t, one) }),
    ),
    ...(runs.some(({ expectations }) => expectations.some(({ skipped }) => skipped === true))
      ? [t('evals.notes.skipped')]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('evals.notes.title')} className="list-disc pl-5 text-base text-ink-soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

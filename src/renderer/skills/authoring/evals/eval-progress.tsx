import { useEffect, useState } from 'react';
import { useFormat, useT } from '../../../i18n/index.ts';
import { type EvalJob, useActions } from '../../../store/index.ts';
import { Button, Spinner } from '../../../ui/index.ts';
import { RunGrid } from './run-grid.tsx';

const TICK_MS = 1_000;

/** An eval under way: what is done, what is left, and the way to stop it. */
export function EvalProgress({ skill, job }: { readonly skill: string; readonly job: EvalJob }) {
  const t = useT();
  const format = useFormat();
  const { evals } = useActions();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { runs, of, kept, since, limitedUntil = 0 } = job;
  const done = kept + runs.length;
  const left = runs.length === 0 ? undefined : ((now - since) / runs.length) * (of - done);
  return (
    <section
      aria-label={t('evals.progress.title')}
      className="flex flex-col gap-2 rounded-panel border border-line p-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <Spinner decorative className="size-4" />
        <p role="status" className="text-base">
          {of === 0
            ? t('evals.progress.planning')
            : t('evals.progress.done', { n: format.number(done), of: format.number(of) })}
        </p>
        {limitedUntil <= now ? null : (
          <p className="text-base">{t('evals.progress.limited', { time: format.duration(limitedUntil - now) })}</p>
        )}
        <p className="text-ink-soft text-sm">
          {left === undefined ? '' : t('evals.progress.left', { time: format.duration(left) })}
        </p>
        <Button className="ml-auto" onClick={() => evals.stop(skill)}>
          {t('common.stop')}
        </Button>
      </div>
      <progress
        className="h-1.5 w-full accent-accent"
        max={Math.max(of, 1)}
        value={done}
        aria-label={t('evals.progress.title')}
      />
      {runs.length === 0 ? null : <RunGrid runs={runs} request={job.asked} />}
    </section>
  );
}

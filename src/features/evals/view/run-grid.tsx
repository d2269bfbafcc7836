import { CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { useT } from '../../../renderer/i18n/index.ts';
import { Badge, cn } from '../../../renderer/ui/index.ts';
import { type Benchmark, type EvalRun, isWhole } from '../../../shared/evals.ts';
import type { EvalRequest } from '../contract.ts';
import { sideName } from './fields.tsx';

const stateOf = (run: EvalRun) => (run.result.total === 0 ? 'ungraded' : isWhole(run) ? 'passed' : 'failed');

const ICONS = {
  passed: <CircleCheck className="size-4 text-success" aria-hidden />,
  failed: <CircleX className="size-4 text-danger" aria-hidden />,
  ungraded: <CircleSlash className="size-4 text-ink-faint" aria-hidden />,
};

/** Every run by case and side; each is a button. */
export function RunGrid({
  runs,
  cases = [],
  request,
  picked,
  onPick,
}: {
  readonly runs: readonly EvalRun[];
  readonly cases?: Benchmark['cases'];
  readonly request: Pick<EvalRequest, 'skill' | 'against' | 'unsaved'>;
  /** Session of the run that waits for another to be compared with. */
  readonly picked?: string | undefined;
  readonly onPick?: (run: EvalRun) => void;
}) {
  const t = useT();
  const sides = [...new Set(runs.map(({ configuration }) => configuration))];
  const ids = [...new Set(runs.map(({ eval_id }) => eval_id))];
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">{t('evals.results.grid')}</caption>
        <thead>
          <tr className="text-left text-ink-soft text-sm">
            <th scope="col" className="pb-1 font-normal">
              {t('evals.cases.case')}
            </th>
            {sides.map((side) => (
              <th key={side} scope="col" className="pb-1 pl-3 font-normal">
                {sideName(t, side, request)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <tr key={id} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 text-left font-normal">
                {id}
              </th>
              {sides.map((side) => {
                const own = runs
                  .filter(({ eval_id, configuration }) => eval_id === id && configuration === side)
                  .sort((a, b) => a.run_number - b.run_number);
                const flaky = cases.some((one) => one.eval_id === id && one.configuration === side && one.flaky);
                return (
                  <td key={side} className="py-1 pl-3">
                    <span className="flex flex-wrap items-center gap-1">
                      {own.map((run) => (
                        <button
                          key={run.run_number}
                          type="button"
                          disabled={onPick === undefined}
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
                          onClick={() => onPick?.(run)}
                        >
                          {ICONS[stateOf(run)]}
                        </button>
                      ))}
                      {flaky ? <Badge tone="warning">{t('evals.results.flaky')}</Badge> : null}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

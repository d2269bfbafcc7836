import type { SessionCosts } from '../../../../shared/review.ts';
import { cn } from '../../../ui/index.ts';
import { CostTable } from './cost-table.tsx';
import { type CostTableProps, useCostColumns } from './use-cost-columns.tsx';

export function SlowSteps({ session, costs, texts }: CostTableProps) {
  const { t, format, named, figure } = useCostColumns<SessionCosts['slowSteps'][number]>(session);
  const longest = Math.max(...costs.slowSteps.map(({ ms }) => ms), 1);
  return (
    <CostTable
      {...texts}
      rows={costs.slowSteps}
      columns={[
        named('step', ({ name }) => name),
        {
          id: 'kind',
          by: ({ kind }) => kind,
          cell: ({ kind }) => <span className="whitespace-nowrap">{t(`library.costs.step.${kind}`)}</span>,
        },
        figure('time', ({ ms }) => ms, format.duration, false),
      ]}
      sorted="time"
      keyOf={({ seq, kind }) => `${kind} ${seq}`}
      shareOf={({ ms }) => ms / longest}
    />
  );
}

export function FailedSteps({ session, costs, texts }: CostTableProps) {
  const { t, format, place } = useCostColumns(session);
  return (
    <CostTable
      {...texts}
      rows={costs.errors}
      columns={[
        {
          id: 'what',
          by: ({ message }) => message,
          cell: ({ seq, kind, name, message }) => (
            <>
              {place(seq, kind === 'tool' ? name : t(`library.costs.error.${kind}`))}
              {/* Program output, or the core's exact message. */}
              <span
                className={cn(
                  'block text-ink-soft [overflow-wrap:anywhere]',
                  kind === 'tool' ? 'font-mono text-xs' : 'text-sm',
                )}
                {...(kind === 'tool' ? {} : { lang: 'en' })}
              >
                {message}
              </span>
            </>
          ),
        },
        {
          id: 'when',
          figures: true,
          by: ({ seq }) => seq,
          cell: ({ at }) => format.clock(at),
        },
      ]}
      sorted="when"
      keyOf={({ seq, kind }) => `${kind} ${seq}`}
    />
  );
}

export function Approvals({ session, costs, texts }: CostTableProps) {
  const { t, format, place, figure } = useCostColumns<SessionCosts['approvals'][number]>(session);
  return (
    <CostTable
      {...texts}
      rows={costs.approvals}
      columns={[
        {
          id: 'what',
          by: ({ what }) => what,
          cell: ({ seq, what, action }) => place(seq, what === '' ? action : what, null, false, what !== ''),
        },
        {
          id: 'decision',
          by: ({ decision = '' }) => decision,
          cell: ({ decision, unasked }) => (
            <span className="whitespace-nowrap">
              {t(`library.costs.decision.${unasked ? 'unasked' : (decision ?? 'unanswered')}`)}
            </span>
          ),
        },
        figure('waited', ({ waitedMs }) => waitedMs, format.duration),
        {
          id: 'when',
          figures: true,
          by: ({ seq }) => seq,
          cell: ({ at }) => format.clock(at),
        },
      ]}
      sorted="when"
      keyOf={({ seq, callId }) => `${seq} ${callId}`}
    />
  );
}

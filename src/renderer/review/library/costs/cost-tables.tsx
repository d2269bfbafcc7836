import type { SessionCosts, TurnCost } from '../../../../shared/review.ts';
import { Badge, cn } from '../../../ui/index.ts';
import { type CostColumn, CostTable } from './cost-table.tsx';
import { useCostColumns } from './use-cost-columns.tsx';

export const COST_TABS = ['turns', 'skills', 'tools', 'references', 'kinds', 'slow', 'errors', 'approvals'] as const;
export type CostTab = (typeof COST_TABS)[number];

const thoughtTokens = ({ reasoningTokens }: TurnCost): number => reasoningTokens;

/** One of the tables: what it is by, the dearest or the slowest first. */
export function CostTables({
  tab,
  session,
  costs,
}: {
  readonly tab: CostTab;
  readonly session: string;
  readonly costs: SessionCosts;
}) {
  const { t, format, place, named, figure, money, share, carried } = useCostColumns(session);
  const shared = { label: t(`library.costs.tab.${tab}`), empty: t(`library.costs.none.${tab}`) };
  const sent = Math.max(costs.total.promptTokens, 1);
  // Without any price, the bars show tokens.
  const shareOf = (row: { readonly share?: number | undefined; readonly carried: number }) =>
    row.share ?? row.carried / sent;
  const shareOfTurn = (row: TurnCost) => row.share ?? row.promptTokens / sent;
  const priced = costs.total.cost !== undefined;

  switch (tab) {
    case 'turns': {
      const turns: readonly CostColumn<TurnCost>[] = [
        {
          id: 'turn',
          label: t('library.costs.column.turn'),
          by: ({ seq }) => seq,
          cell: (row) =>
            place(
              row.seq,
              row.text,
              row.setAside || row.copied ? (
                <Badge>{t(row.setAside ? 'library.costs.setAside' : 'library.costs.copied')}</Badge>
              ) : null,
              row.setAside,
            ),
        },
        figure('sent', t('library.costs.column.sent'), ({ promptTokens }) => promptTokens, format.tokens),
        figure('cached', t('library.costs.column.cachedOf'), (row) => row.cachedTokens, format.tokens, true),
        figure('answered', t('library.costs.column.answered'), (row) => row.completionTokens, format.tokens, true),
        ...(costs.total.reasoningTokens === 0
          ? []
          : [figure('thought', t('library.costs.column.thought'), thoughtTokens, format.tokens, true)]),
        figure('requests', t('library.costs.column.requests'), ({ requests }) => requests, format.number, true),
        figure('calls', t('library.costs.column.calls'), ({ toolCalls }) => toolCalls, format.number, true),
        figure('failed', t('library.costs.column.failed'), ({ errors }) => errors, format.number, true),
        figure('time', t('library.costs.column.time'), ({ ms }) => ms, format.duration),
        money(),
        share(),
      ];
      const keyOf = ({ seq }: TurnCost) => String(seq);
      return (
        <CostTable
          {...shared}
          rows={costs.turns}
          columns={turns}
          sorted={priced ? 'cost' : 'sent'}
          keyOf={keyOf}
          shareOf={shareOfTurn}
        />
      );
    }
    case 'skills':
      return (
        <CostTable
          {...shared}
          rows={costs.skills}
          columns={[
            named<SessionCosts['skills'][number]>(
              'skill',
              t('library.costs.column.skill'),
              ({ skill }) => skill,
              ({ seq }) => seq,
              ({ copied }) => copied,
            ),
            figure<SessionCosts['skills'][number]>(
              'loads',
              t('library.costs.column.loads'),
              ({ loads }) => loads,
              format.number,
              true,
            ),
            ...carried<SessionCosts['skills'][number]>(),
          ]}
          sorted="carried"
          keyOf={({ skill }) => skill}
          shareOf={shareOf}
        />
      );
    case 'references':
      return (
        <CostTable
          {...shared}
          rows={costs.references}
          columns={[
            named<SessionCosts['references'][number]>(
              'reference',
              t('library.costs.column.reference'),
              (row) => `${row.skill} · ${row.path}`,
              ({ seq }) => seq,
              ({ copied }) => copied,
            ),
            figure<SessionCosts['references'][number]>(
              'loads',
              t('library.costs.column.loads'),
              ({ loads }) => loads,
              format.number,
              true,
            ),
            ...carried<SessionCosts['references'][number]>(),
          ]}
          sorted="carried"
          keyOf={({ skill, path }) => `${skill} ${path}`}
          shareOf={shareOf}
        />
      );
    case 'tools':
      return (
        <CostTable
          {...shared}
          rows={costs.tools}
          columns={[
            named<SessionCosts['tools'][number]>(
              'tool',
              t('library.costs.column.tool'),
              ({ tool }) => tool,
              ({ seq }) => seq,
              ({ copied }) => copied,
            ),
            figure<SessionCosts['tools'][number]>(
              'calls',
              t('library.costs.column.calls'),
              ({ calls }) => calls,
              format.number,
            ),
            figure<SessionCosts['tools'][number]>(
              'failed',
              t('library.costs.column.failed'),
              ({ failed }) => failed,
              format.number,
              true,
            ),
            figure<SessionCosts['tools'][number]>(
              'time',
              t('library.costs.column.time'),
              ({ ms }) => ms,
              format.duration,
              true,
            ),
            figure<SessionCosts['tools'][number]>(
              'slowest',
              t('library.costs.column.slowest'),
              ({ slowest }) => slowest,
              format.duration,
              true,
            ),
            ...carried<SessionCosts['tools'][number]>().filter(({ id }) => id !== 'once' && id !== 'requests'),
          ]}
          sorted="carried"
          keyOf={({ tool }) => tool}
          shareOf={shareOf}
        />
      );
    case 'kinds':
      return (
        <CostTable
          {...shared}
          rows={costs.kinds}
          columns={[
            {
              id: 'kind',
              label: t('library.costs.column.kind'),
              by: ({ kind }) => t(`gauge.kind.${kind}`),
              cell: ({ kind }) => <span className="font-medium">{t(`gauge.kind.${kind}`)}</span>,
            },
            ...carried<SessionCosts['kinds'][number]>(),
          ]}
          sorted="carried"
          keyOf={({ kind }) => kind}
          shareOf={shareOf}
        />
      );
    case 'slow': {
      const longest = Math.max(...costs.slowSteps.map(({ ms }) => ms), 1);
      return (
        <CostTable
          {...shared}
          rows={costs.slowSteps}
          columns={[
            named<SessionCosts['slowSteps'][number]>(
              'step',
              t('library.costs.column.step'),
              ({ name }) => name,
              ({ seq }) => seq,
            ),
            {
              id: 'kind',
              label: t('library.costs.column.kind'),
              by: ({ kind }) => kind,
              cell: ({ kind }) => <span className="whitespace-nowrap">{t(`library.costs.step.${kind}`)}</span>,
            },
            figure<SessionCosts['slowSteps'][number]>(
              'time',
              t('library.costs.column.time'),
              ({ ms }) => ms,
              format.duration,
            ),
          ]}
          sorted="time"
          keyOf={({ seq, kind }) => `${kind} ${seq}`}
          shareOf={({ ms }) => ms / longest}
        />
      );
    }
    case 'errors':
      return (
        <CostTable
          {...shared}
          rows={costs.errors}
          columns={[
            {
              id: 'what',
              label: t('library.costs.column.what'),
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
              label: t('library.costs.column.when'),
              figures: true,
              by: ({ seq }) => seq,
              cell: ({ at }) => format.clock(at),
            },
          ]}
          sorted="when"
          keyOf={({ seq, kind }) => `${kind} ${seq}`}
        />
      );
    case 'approvals':
      return (
        <CostTable
          {...shared}
          rows={costs.approvals}
          columns={[
            {
              id: 'what',
              label: t('library.costs.column.what'),
              by: ({ what }) => what,
              cell: ({ seq, what, action }) => place(seq, what === '' ? action : what, null, false, what !== ''),
            },
            {
              id: 'decision',
              label: t('library.costs.column.decision'),
              by: ({ decision = '' }) => decision,
              cell: ({ decision, unasked }) => (
                <span className="whitespace-nowrap">
                  {t(`library.costs.decision.${unasked ? 'unasked' : (decision ?? 'unanswered')}`)}
                </span>
              ),
            },
            figure<SessionCosts['approvals'][number]>(
              'waited',
              t('library.costs.column.waited'),
              ({ waitedMs }) => waitedMs,
              format.duration,
              true,
            ),
            {
              id: 'when',
              label: t('library.costs.column.when'),
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
}

import type { SessionCosts, TurnCost } from '../../../../shared/review.ts';
import { Badge } from '../../../ui/index.ts';
import { type CostColumn, CostTable } from './cost-table.tsx';
import { type CostTableProps, useCostColumns } from './use-cost-columns.tsx';

/** At least one, to divide by. */
const sentBy = ({ total }: SessionCosts): number => Math.max(total.promptTokens, 1);

/** Shares of the money; where nothing has a price, of the tokens sent. */
const carriedShareOf =
  (costs: SessionCosts) =>
  (row: { readonly share?: number | undefined; readonly carried: number }): number =>
    row.share ?? row.carried / sentBy(costs);

const thoughtTokens = ({ reasoningTokens }: TurnCost): number => reasoningTokens;

export function TurnCosts({ session, costs, texts }: CostTableProps) {
  const { t, format, place, figure, money, share } = useCostColumns(session);
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
      {...texts}
      rows={costs.turns}
      columns={turns}
      sorted={costs.total.cost === undefined ? 'sent' : 'cost'}
      keyOf={keyOf}
      shareOf={(row: TurnCost) => row.share ?? row.promptTokens / sentBy(costs)}
    />
  );
}

export function SkillCosts({ session, costs, texts }: CostTableProps) {
  const { t, format, named, figure, carried } = useCostColumns(session);
  return (
    <CostTable
      {...texts}
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
      shareOf={carriedShareOf(costs)}
    />
  );
}

export function ReferenceCosts({ session, costs, texts }: CostTableProps) {
  const { t, format, named, figure, carried } = useCostColumns(session);
  return (
    <CostTable
      {...texts}
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
      shareOf={carriedShareOf(costs)}
    />
  );
}

export function ToolCosts({ session, costs, texts }: CostTableProps) {
  const { t, format, named, figure, carried } = useCostColumns(session);
  return (
    <CostTable
      {...texts}
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
      shareOf={carriedShareOf(costs)}
    />
  );
}

export function KindCosts({ session, costs, texts }: CostTableProps) {
  const { t, carried } = useCostColumns(session);
  return (
    <CostTable
      {...texts}
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
      shareOf={carriedShareOf(costs)}
    />
  );
}

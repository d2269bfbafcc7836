import { Badge } from '../../../../renderer/ui/index.ts';
import type { SessionCosts, TurnCost } from '../../../../shared/review.ts';
import { type CostColumn, CostTable } from './cost-table.tsx';
import { type CostTableProps, useCostColumns } from './use-cost-columns.tsx';

/** At least one, to divide by. */
const sentBy = ({ total }: SessionCosts): number => Math.max(total.promptTokens, 1);

const copiedOf = ({ copied }: { readonly copied: number }): number => copied;

/** Shares of the money; where nothing has a price, of the tokens sent. */
const carriedShareOf =
  (costs: SessionCosts) =>
  (row: { readonly share?: number | undefined; readonly carried: number }): number =>
    row.share ?? row.carried / sentBy(costs);

export function TurnCosts({ session, costs, texts }: CostTableProps) {
  const { t, format, place, figure, money, share } = useCostColumns<TurnCost>(session);
  const turns: readonly CostColumn<TurnCost>[] = [
    {
      id: 'turn',
      by: ({ seq }) => seq,
      cell: ({ seq, text, setAside, copied }) => {
        const mark = setAside ? 'library.costs.setAside' : copied ? 'library.costs.copied' : undefined;
        return place(seq, text, mark && <Badge>{t(mark)}</Badge>, setAside);
      },
    },
    figure('sent', ({ promptTokens }) => promptTokens, format.tokens, false),
    figure('cachedOf', (row) => row.cachedTokens, format.tokens),
    figure('answered', (row) => row.completionTokens, format.tokens),
    ...(costs.total.reasoningTokens === 0
      ? []
      : [figure('thought', (row: TurnCost) => row.reasoningTokens, format.tokens)]),
    figure('requests', ({ requests }) => requests),
    figure('calls', ({ toolCalls }) => toolCalls),
    figure('failed', ({ errors }) => errors),
    figure('time', ({ ms }) => ms, format.duration, false),
    money,
    share,
  ];
  return (
    <CostTable
      {...texts}
      rows={costs.turns}
      columns={turns}
      sorted={costs.total.cost === undefined ? 'sent' : 'cost'}
      keyOf={({ seq }) => String(seq)}
      shareOf={(row) => row.share ?? row.promptTokens / sentBy(costs)}
    />
  );
}

export function SkillCosts({ session, costs, texts }: CostTableProps) {
  const { named, figure, carried } = useCostColumns<SessionCosts['skills'][number]>(session);
  return (
    <CostTable
      {...texts}
      rows={costs.skills}
      columns={[named('skill', ({ skill }) => skill, copiedOf), figure('loads', ({ loads }) => loads), ...carried]}
      sorted="carried"
      keyOf={({ skill }) => skill}
      shareOf={carriedShareOf(costs)}
    />
  );
}

export function ReferenceCosts({ session, costs, texts }: CostTableProps) {
  const { named, figure, carried } = useCostColumns<SessionCosts['references'][number]>(session);
  return (
    <CostTable
      {...texts}
      rows={costs.references}
      columns={[
        named('reference', (row) => `${row.skill} · ${row.path}`, copiedOf),
        figure('loads', ({ loads }) => loads),
        ...carried,
      ]}
      sorted="carried"
      keyOf={({ skill, path }) => `${skill} ${path}`}
      shareOf={carriedShareOf(costs)}
    />
  );
}

export function ToolCosts({ session, costs, texts }: CostTableProps) {
  const { format, named, figure, carried } = useCostColumns<SessionCosts['tools'][number]>(session);
  return (
    <CostTable
      {...texts}
      rows={costs.tools}
      columns={[
        named('tool', ({ tool }) => tool, copiedOf),
        figure('calls', ({ calls }) => calls, format.number, false),
        figure('failed', ({ failed }) => failed),
        figure('time', ({ ms }) => ms, format.duration),
        figure('slowest', ({ slowest }) => slowest, format.duration),
        ...carried.filter(({ id }) => id !== 'once' && id !== 'requests'),
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
          by: ({ kind }) => t(`gauge.kind.${kind}`),
          cell: ({ kind }) => <span className="font-medium">{t(`gauge.kind.${kind}`)}</span>,
        },
        ...carried,
      ]}
      sorted="carried"
      keyOf={({ kind }) => kind}
      shareOf={carriedShareOf(costs)}
    />
  );
}

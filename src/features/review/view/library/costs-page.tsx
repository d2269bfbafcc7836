import { type ComponentType, useCallback, useMemo } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { PageFrame, ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { Badge, Button, cn } from '../../../../renderer/ui/index.ts';
import { Tabs } from '../../../../renderer/ui/on-demand.ts';
import type { SessionCosts, TurnCost } from '../../../../shared/review.ts';
import { type CostColumn, CostTable, type CostTableProps, useCostColumns } from './cost-table.tsx';
import { Waterfall } from './waterfall.tsx';

/** At least one, to divide by. */
const sentBy = ({ total }: SessionCosts): number => Math.max(total.promptTokens, 1);

const copiedOf = ({ copied }: { readonly copied: number }): number => copied;

/** Shares of the money; where nothing has a price, of the tokens sent. */
const carriedShareOf =
  (costs: SessionCosts) =>
  (row: { readonly share?: number | undefined; readonly carried: number }): number =>
    row.share ?? row.carried / sentBy(costs);

function TurnCosts({ session, costs, texts }: CostTableProps) {
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

function SkillCosts({ session, costs, texts }: CostTableProps) {
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

function ReferenceCosts({ session, costs, texts }: CostTableProps) {
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

function ToolCosts({ session, costs, texts }: CostTableProps) {
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

function KindCosts({ session, costs, texts }: CostTableProps) {
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
        { id: 'when', figures: true, by: ({ seq }) => seq, cell: ({ at }) => format.clock(at) },
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
        { id: 'when', figures: true, by: ({ seq }) => seq, cell: ({ at }) => format.clock(at) },
      ]}
      sorted="when"
      keyOf={({ seq, callId }) => `${seq} ${callId}`}
    />
  );
}

export const COST_TABS = [
  'turns',
  'steps',
  'skills',
  'tools',
  'references',
  'kinds',
  'slow',
  'errors',
  'approvals',
] as const;
export type CostTab = (typeof COST_TABS)[number];

/** Each with the dearest or the slowest first. */
const TABLES: Readonly<Record<CostTab, ComponentType<CostTableProps>>> = {
  turns: TurnCosts,
  steps: Waterfall,
  skills: SkillCosts,
  tools: ToolCosts,
  references: ReferenceCosts,
  kinds: KindCosts,
  slow: SlowSteps,
  errors: FailedSteps,
  approvals: Approvals,
};

export function CostTables({ tab, ...props }: Omit<CostTableProps, 'texts'> & { readonly tab: CostTab }) {
  const t = useT();
  const Table = TABLES[tab];
  return <Table {...props} texts={{ label: t(`library.costs.tab.${tab}`), empty: t(`library.costs.none.${tab}`) }} />;
}

/** Costs of one conversation: the total, and by cause. Each row links to its place. */
export function CostsPage({ session, by }: { readonly session: string; readonly by: string | undefined }) {
  const t = useT();
  const { library, openDialog } = useActions();
  const summary = useApp((data) => data.sessions?.find(({ id }) => id === session));
  const updatedAt = summary?.updatedAt;
  const tab = COST_TABS.find((one) => one === by) ?? 'turns';
  /** Another one once the conversation has grown. */
  const question = useMemo(() => ({ session, updatedAt }), [session, updatedAt]);
  const read = useRead(useCallback(() => library.costs(question.session), [library, question]));
  const known = summary?.title ?? read.value?.title ?? '';
  const title = read.value === undefined && known === '' ? '' : known === '' ? t('common.untitled') : known;

  return (
    <PageFrame
      back
      title={t('library.do.costs')}
      detail={title}
      actions={
        <Button size="sm" onClick={() => library.show({ page: 'list', compareWith: session })}>
          {t('library.do.compareWith')}
        </Button>
      }
    >
      <ReadView read={read} waiting={t('library.costs.loading')}>
        {(costs) => (
          <div className="@container flex min-h-120 flex-1 flex-col">
            <Totals costs={costs} onPrices={() => openDialog({ name: 'settings', tab: 'prices' })} />
            <Tabs
              className="flex-1"
              label={t('library.costs.by')}
              value={tab}
              onChange={(next) => library.show({ page: 'costs', session, by: next })}
              items={COST_TABS.map((value) => ({
                value,
                label: <TabLabel tab={value} costs={costs} />,
                panel: <CostTables tab={value} session={session} costs={costs} />,
              }))}
            />
          </div>
        )}
      </ReadView>
    </PageFrame>
  );
}

function TabLabel({ tab, costs }: { readonly tab: CostTab; readonly costs: SessionCosts }) {
  const { t, format } = useText();
  const rows = tab === 'steps' ? undefined : tab === 'slow' ? costs.slowSteps : costs[tab];
  return (
    <span className="whitespace-nowrap">
      {t(`library.costs.tab.${tab}`)}{' '}
      {rows === undefined ? null : (
        <span className="text-ink-soft text-sm tabular-nums">{format.number(rows.length)}</span>
      )}
    </span>
  );
}

function Totals({ costs: { total }, onPrices }: { readonly costs: SessionCosts; readonly onPrices: () => void }) {
  const { t, format } = useText();
  const said = (show: (value: number) => string, value: number): string =>
    total.unrecorded ? t('library.unrecorded') : show(value);
  const thought = format.tokens(total.reasoningTokens);
  const figures = [
    [t('library.costs.prompt'), said(format.tokens, total.promptTokens)],
    [t('library.costs.cached'), said(format.tokens, total.cachedTokens)],
    [t('library.costs.completion'), said(format.tokens, total.completionTokens)],
    ...(total.reasoningTokens === 0
      ? []
      : [
          [
            t('library.costs.thought'),
            total.reasoningCost === undefined ? thought : `${thought} · ${format.dollars(total.reasoningCost)}`,
          ] as const,
        ]),
    [t('common.requests'), said(format.number, total.requests)],
    [t('library.costs.time'), total.ms === 0 ? t('library.unrecorded') : format.duration(total.ms)],
  ] as const;
  return (
    <section aria-label={t('common.total')} className="px-4 pt-3 pb-3">
      <dl className="flex flex-wrap items-end gap-x-6 gap-y-2 tabular-nums">
        <div>
          <dt className="text-ink-soft text-sm">{t('common.total')}</dt>
          <dd className="font-semibold text-xl">
            {total.unrecorded
              ? t('library.unrecorded')
              : total.cost === undefined
                ? t('library.noCost')
                : format.dollars(total.cost)}
          </dd>
        </div>
        {figures.map(([word, value]) => (
          <div key={word}>
            <dt className="text-ink-soft text-sm">{word}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-4xl pt-2 text-ink-soft text-sm">{t('library.costs.estimate')}</p>
      {total.unpriced.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-2 pt-1 text-sm">
          {t('library.costs.unpriced', { models: format.list(total.unpriced) })}
          <Button size="sm" variant="ghost" onClick={onPrices}>
            {t('library.costs.setPrices')}
          </Button>
        </p>
      )}
    </section>
  );
}

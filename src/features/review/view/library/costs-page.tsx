import { useCallback, useMemo } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { PageFrame, ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { Badge, Button } from '../../../../renderer/ui/index.ts';
import { Tabs } from '../../../../renderer/ui/on-demand.ts';
import type { CostCause, SessionCosts, TurnCost } from '../../../../shared/review.ts';
import { CostTable, useCostColumns } from './cost-table.tsx';
import { Waterfall } from './waterfall.tsx';

const COST_TABS = ['turns', 'steps', 'skills', 'references', 'tools'] as const;
type CostTab = (typeof COST_TABS)[number];

/** One table, the dearest first. */
function CostTables({
  tab,
  session,
  costs,
}: {
  readonly tab: Exclude<CostTab, 'steps'>;
  readonly session: string;
  readonly costs: SessionCosts;
}) {
  const { t, format, place, named, figure, money, share, carried } = useCostColumns(session);
  const { total } = costs;
  const sent = Math.max(total.promptTokens, 1);
  const texts = { label: t(`library.costs.tab.${tab}`), empty: t(`library.costs.none.${tab}`) };
  /** Figures of a turn of which the source says none are unknown, and not nothing. */
  const said = (of: (row: TurnCost) => number) => (row: TurnCost) => (row.unrecorded ? undefined : of(row));
  if (tab === 'turns')
    return (
      <CostTable
        {...texts}
        rows={costs.turns}
        columns={[
          {
            id: 'turn',
            by: ({ seq }) => seq,
            cell: ({ seq, text, setAside, copied }) => {
              const mark = setAside ? 'library.costs.setAside' : copied ? 'library.costs.copied' : undefined;
              return place(seq, text, mark && <Badge>{t(mark)}</Badge>, setAside);
            },
          },
          figure(
            'sent',
            said(({ promptTokens }) => promptTokens),
            format.tokens,
            false,
          ),
          figure(
            'cachedOf',
            said(({ cachedTokens }) => cachedTokens),
            format.tokens,
          ),
          figure(
            'answered',
            said(({ completionTokens }) => completionTokens),
            format.tokens,
          ),
          ...(total.reasoningTokens === 0
            ? []
            : [
                figure(
                  'thought',
                  said(({ reasoningTokens }) => reasoningTokens),
                  format.tokens,
                ),
              ]),
          figure(
            'requests',
            said(({ requests }) => requests),
          ),
          figure('calls', ({ toolCalls }: TurnCost) => toolCalls),
          figure('failed', ({ errors }: TurnCost) => errors),
          figure('time', ({ ms }: TurnCost) => (ms === 0 ? undefined : ms), format.duration, false),
          money,
          share,
        ]}
        sorted={total.cost === undefined ? 'sent' : 'cost'}
        keyOf={({ seq }) => String(seq)}
        shareOf={(row) => row.share ?? row.promptTokens / sent}
      />
    );
  const count = tab === 'tools' ? 'calls' : 'loads';
  return (
    <CostTable
      {...texts}
      rows={costs[tab]}
      columns={[
        named(CAUSES[tab]),
        figure(count, ({ times }: CostCause) => times, format.number, tab !== 'tools'),
        ...(tab === 'tools'
          ? [
              figure('failed', ({ failed }: CostCause) => failed),
              figure('time', ({ ms }: CostCause) => (ms === 0 ? undefined : ms), format.duration),
              figure('slowest', ({ slowest }: CostCause) => (slowest === 0 ? undefined : slowest), format.duration),
            ]
          : []),
        ...carried.filter(({ id }) => tab !== 'tools' || (id !== 'once' && id !== 'requests')),
      ]}
      sorted="carried"
      keyOf={({ name }) => name}
      shareOf={(row) => row.share ?? row.carried / sent}
    />
  );
}

const CAUSES = { skills: 'skill', references: 'reference', tools: 'tool' } as const;

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
    <PageFrame back title={t('library.do.costs')} detail={title}>
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
                panel:
                  value === 'steps' ? (
                    <Waterfall session={session} />
                  ) : (
                    <CostTables tab={value} session={session} costs={costs} />
                  ),
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
  const rows = tab === 'steps' ? undefined : costs[tab];
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

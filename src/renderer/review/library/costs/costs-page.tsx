import { useCallback, useEffect, useState } from 'react';
import type { SessionCosts } from '../../../../shared/review.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { type Failure, useActions, useApp } from '../../../store/index.ts';
import { Button, Spinner, Tabs } from '../../../ui/index.ts';
import { FailedBanner } from '../failed-banner.tsx';
import { PageFrame } from '../page-frame.tsx';
import { COST_TABS, type CostTab, CostTables } from './cost-tables.tsx';

/** Costs of one conversation: the total, and by cause. Each row links to its place. */
export function CostsPage({ session, by }: { readonly session: string; readonly by: string | undefined }) {
  const t = useT();
  const { library, openDialog } = useActions();
  const summary = useApp((data) => data.sessions?.find(({ id }) => id === session));
  const updatedAt = summary?.updatedAt;
  const [costs, setCosts] = useState<SessionCosts>();
  const [failure, setFailure] = useState<Failure>();
  const tab = COST_TABS.find((one) => one === by) ?? 'turns';
  const load = useCallback(async () => {
    const read = await library.costs(session);
    setFailure(read.ok ? undefined : read.failure);
    if (read.ok) setCosts(read.value);
  }, [library, session]);
  useEffect(() => {
    // Reloads whenever the conversation has grown.
    if (updatedAt !== '') void load();
  }, [load, updatedAt]);
  const known = summary?.title ?? costs?.title ?? '';
  const title = costs === undefined && known === '' ? '' : known === '' ? t('common.untitled') : known;

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
      {failure === undefined ? null : <FailedBanner failure={failure} onAgain={() => void load()} />}
      {costs === undefined ? (
        failure === undefined ? (
          <p className="flex items-center gap-2 px-4 py-4 text-ink-soft">
            <Spinner decorative className="size-3.5" />
            {t('library.costs.loading')}
          </p>
        ) : null
      ) : (
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
    </PageFrame>
  );
}

function TabLabel({ tab, costs }: { readonly tab: CostTab; readonly costs: SessionCosts }) {
  const t = useT();
  const format = useFormat();
  const rows = tab === 'slow' ? costs.slowSteps : costs[tab];
  return (
    <span className="whitespace-nowrap">
      {t(`library.costs.tab.${tab}`)}{' '}
      <span className="text-ink-soft text-sm tabular-nums">{format.number(rows.length)}</span>
    </span>
  );
}

function Totals({ costs: { total }, onPrices }: { readonly costs: SessionCosts; readonly onPrices: () => void }) {
  const t = useT();
  const format = useFormat();
  const figures = [
    [t('library.costs.prompt'), format.tokens(total.promptTokens)],
    [t('library.costs.cached'), format.tokens(total.cachedTokens)],
    [t('library.costs.completion'), format.tokens(total.completionTokens)],
    ...(total.reasoningTokens === 0
      ? []
      : [
          [
            t('library.costs.thought'),
            total.reasoningCost === undefined
              ? format.tokens(total.reasoningTokens)
              : `${format.tokens(total.reasoningTokens)} · ${format.dollars(total.reasoningCost)}`,
          ] as const,
        ]),
    [t('common.requests'), format.number(total.requests)],
    [t('library.costs.time'), format.duration(total.ms)],
  ] as const;
  return (
    <section aria-label={t('common.total')} className="px-4 pt-3 pb-3">
      <dl className="flex flex-wrap items-end gap-x-6 gap-y-2 tabular-nums">
        <div>
          <dt className="text-ink-soft text-sm">{t('common.total')}</dt>
          <dd className="font-semibold text-xl">
            {total.cost === undefined ? t('library.noCost') : format.dollars(total.cost)}
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

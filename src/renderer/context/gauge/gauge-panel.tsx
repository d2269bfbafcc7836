import { Braces, LayoutGrid } from 'lucide-react';
import { useState } from 'react';
import { COMPACT_THRESHOLD, LOAD_THRESHOLD } from '../../../shared/budgets.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { segmentsOf } from '../../shared/segments.ts';
import { useActions, useApp, useSessionState } from '../../store/index.ts';
import { Banner, Button, cn, Tooltip } from '../../ui/index.ts';
import { GaugeBar } from './gauge-bar.tsx';
import { GaugeTable } from './gauge-table.tsx';
import { Hint } from './hint.tsx';
import { Pins } from './pins.tsx';
import { PlacementCosts } from './placement-costs.tsx';
import { RequestFacts } from './request-facts.tsx';
import { useTokenTable } from './use-token-table.ts';

/** The request to the model, part by part, against the limit. */
export function GaugePanel() {
  const t = useT();
  const format = useFormat();
  const { openDialog, map } = useActions();
  const ghost = useApp((data) => data.whatIf.result?.after.tokens);
  const manifest = useApp((data) => data.nextRequest?.view.manifest);
  const shown = useTokenTable();
  const loaded = useSessionState((state) => state.loadedSkills);
  const [highlighted, setHighlighted] = useState<string>();

  if (shown === undefined) {
    // Height of a new conversation's figures: the list of skills below does not jump away from a press.
    return (
      <section aria-labelledby="gauge-title" className="min-h-72 px-4 pt-3">
        <h2 id="gauge-title" className="flex h-7 items-center font-semibold text-base">
          {t('common.context')}
        </h2>
        <p className="py-2 text-ink-soft text-sm">{t('gauge.counting')}</p>
      </section>
    );
  }

  const { table, which } = shown;
  const segments = segmentsOf(table, loaded);
  const asked = ghost === undefined || which !== 'next' ? undefined : segmentsOf(ghost, loaded);
  const change = ghost === undefined || asked === undefined ? 0 : ghost.total - table.total;
  const share = table.total / table.max;
  return (
    <section aria-labelledby="gauge-title" className="flex flex-col gap-3 px-4 pt-3 pb-4">
      <header className="flex items-center gap-2">
        <h2 id="gauge-title" className="font-semibold text-base">
          {t('common.context')}
        </h2>
        <Hint
          words={`${t('gauge.estimatedHint', { encoding: table.encoding })}${table.approximate === true ? ` ${t('gauge.approximateHint')}` : ''}`}
        >
          <span className="text-ink-soft text-sm">{t(which === 'next' ? 'gauge.next' : 'gauge.last')}</span>
        </Hint>
        <Tooltip content={t('map.open')}>
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto px-2"
            aria-label={t('map.open')}
            onClick={() => map.show({ at: undefined })}
          >
            <LayoutGrid className="size-4" aria-hidden />
            {t('map.tab.map')}
          </Button>
        </Tooltip>
        <Tooltip content={t('gauge.request.open')}>
          <Button
            variant="ghost"
            size="sm"
            className="-ml-1.5 px-2"
            aria-label={t('gauge.request.open')}
            onClick={() => openDialog({ name: 'request' })}
          >
            <Braces className="size-4" aria-hidden />
          </Button>
        </Tooltip>
      </header>

      <div className="flex flex-col gap-1">
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-xl tabular-nums tracking-tight">
            {table.approximate === true ? `${t('gauge.approximate')} ` : ''}
            {format.number(table.total)}
          </span>
          {asked === undefined ? (
            <span className="text-ink-soft text-sm">{t('gauge.of', { max: format.tokens(table.max) })}</span>
          ) : (
            <span
              className={cn('font-medium text-sm tabular-nums', change > 0 ? 'text-warning' : 'text-success')}
              data-ghost={change}
            >
              {change < 0 ? '−' : '+'}
              {format.number(Math.abs(change))}
            </span>
          )}
          <span className="ml-auto font-medium text-sm tabular-nums">
            {t('gauge.used', { share: format.percent(share) })}
            {asked === undefined || ghost === undefined ? '' : ` → ${format.percent(ghost.total / ghost.max)}`}
          </span>
        </p>
        <RequestFacts table={table} />
      </div>

      <GaugeBar segments={segments} ghost={asked} highlighted={highlighted} onHighlight={setHighlighted} />
      {share >= LOAD_THRESHOLD ? (
        <Banner tone="danger">{t('gauge.over90')}</Banner>
      ) : share >= COMPACT_THRESHOLD ? (
        <Banner tone="warning">{t('gauge.over80')}</Banner>
      ) : null}
      <GaugeTable
        segments={segments}
        ghost={asked}
        manifest={which === 'next' ? manifest : undefined}
        highlighted={highlighted}
        onHighlight={setHighlighted}
      />
      <Pins />
      <PlacementCosts />
    </section>
  );
}

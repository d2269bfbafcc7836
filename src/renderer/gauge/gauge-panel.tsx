import { Braces } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useT } from '../i18n/index.ts';
import { MARKS, segmentsOf } from '../parts/segments.ts';
import { useActions, useSessionState } from '../store/index.ts';
import { Banner, Button, Tooltip } from '../ui/index.ts';
import { GaugeBar } from './gauge-bar.tsx';
import { GaugeTable } from './gauge-table.tsx';
import { Hint } from './hint.tsx';
import { Pins } from './pins.tsx';
import { PlacementCosts } from './placement-costs.tsx';
import { RequestFacts } from './request-facts.tsx';
import { useTokenTable } from './use-token-table.ts';

const [COMPACT_AT, REFUSE_AT] = MARKS;

/** What the model is sent, part by part, against what it can take. */
export function GaugePanel() {
  const t = useT();
  const format = useFormat();
  const { openDialog } = useActions();
  const shown = useTokenTable();
  const loaded = useSessionState((state) => state.loadedSkills);
  const [highlighted, setHighlighted] = useState<string>();

  if (shown === undefined) {
    return (
      <section aria-labelledby="gauge-title" className="px-4 pt-3">
        <h2 id="gauge-title" className="flex h-7 items-center font-semibold text-base">
          {t('gauge.title')}
        </h2>
        <p className="py-2 text-ink-soft text-sm">{t('gauge.counting')}</p>
      </section>
    );
  }

  const { table, which } = shown;
  const segments = segmentsOf(table, loaded);
  const share = table.total / table.max;
  return (
    <section aria-labelledby="gauge-title" className="flex flex-col gap-3 px-4 pt-3 pb-4">
      <header className="flex items-center gap-2">
        <h2 id="gauge-title" className="font-semibold text-base">
          {t('gauge.title')}
        </h2>
        <Hint
          words={`${t('gauge.estimatedHint', { encoding: table.encoding })}${table.approximate === true ? ` ${t('gauge.approximateHint')}` : ''}`}
        >
          <span className="text-ink-soft text-sm">{t(which === 'next' ? 'gauge.next' : 'gauge.last')}</span>
        </Hint>
        <Tooltip content={t('gauge.request.open')}>
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto px-2"
            aria-label={t('gauge.request.open')}
            onClick={() => openDialog({ name: 'request' })}
          >
            <Braces className="size-4" aria-hidden />
            JSON
          </Button>
        </Tooltip>
      </header>

      <div className="flex flex-col gap-1">
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-xl tabular-nums tracking-tight">
            {table.approximate === true ? `${t('gauge.approximate')} ` : ''}
            {format.number(table.total)}
          </span>
          <span className="text-ink-soft text-sm">{t('gauge.of', { max: format.tokens(table.max) })}</span>
          <span className="ml-auto font-medium text-sm tabular-nums">
            {t('gauge.used', { share: format.percent(share) })}
          </span>
        </p>
        <RequestFacts table={table} />
      </div>

      <GaugeBar segments={segments} highlighted={highlighted} onHighlight={setHighlighted} />
      {share >= REFUSE_AT ? (
        <Banner tone="danger">{t('gauge.over90')}</Banner>
      ) : share >= COMPACT_AT ? (
        <Banner tone="warning">{t('gauge.over80')}</Banner>
      ) : null}
      <GaugeTable segments={segments} highlighted={highlighted} onHighlight={setHighlighted} />
      <Pins />
      <PlacementCosts />
    </section>
  );
}

import { useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { useActions, useRunning, useSessionState } from '../../../renderer/store/index.ts';
import { Badge, Spinner } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import type { PlacementComparison } from '../../../shared/context-views.ts';

/** For authors: cost of the conversation with loaded texts in the system message, and in tool results. */
export function PlacementCosts() {
  const t = useT();
  const sent = useSessionState((state) => state.lastRequest !== undefined);
  const [open, setOpen] = useState(false);
  if (!sent) return null;
  return (
    <Collapsible
      open={open}
      onOpenChange={setOpen}
      triggerClassName="py-1 text-ink-soft text-sm hover:text-ink"
      summary={t('gauge.placement.title')}
    >
      {open ? <Comparison /> : null}
    </Collapsible>
  );
}

function Comparison() {
  const t = useT();
  const { comparePlacements } = useActions();
  const running = useRunning();
  const request = useSessionState((state) => state.lastRequest?.seq);
  const [found, setFound] = useState<{ readonly of: number | undefined; readonly costs: PlacementComparison }>();
  const [reading, setReading] = useState(true);

  // Reads again after each run, not after each request.
  useEffect(() => {
    if (running) return;
    setReading(true);
    return unlessGone(comparePlacements(), (costs) => {
      setReading(false);
      if (costs !== undefined) setFound({ of: request, costs });
    });
  }, [comparePlacements, request, running]);

  if (found === undefined) {
    return (
      <p className="flex items-center gap-2 py-2 pl-5.5 text-ink-soft text-sm">
        {reading ? <Spinner decorative className="size-3.5" /> : null}
        {t(reading ? 'gauge.placement.reading' : 'gauge.placement.none')}
      </p>
    );
  }
  return <Table costs={found.costs} />;
}

function Table({ costs: { current, placements } }: { readonly costs: PlacementComparison }) {
  const { t, format } = useText();
  const priced = placements.some(({ cost = 0 }) => cost > 0);
  const rows = [
    { name: t('gauge.placement.tokens'), of: placements.map(({ tokens }) => format.number(tokens)) },
    {
      name: t('gauge.placement.kept'),
      of: placements.map(({ prefixKept, tokens }) => format.percent(prefixKept / Math.max(1, tokens))),
    },
    { name: t('gauge.placement.largest'), of: placements.map(({ largest }) => format.number(largest)) },
    ...(priced
      ? [
          {
            name: t('gauge.placement.cost'),
            of: placements.map(({ cost }) => (cost === undefined ? '–' : format.dollars(cost))),
          },
        ]
      : []),
  ];
  return (
    <div className="flex flex-col gap-1.5 pt-1 pl-5.5 text-sm">
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('gauge.placement.title')}</caption>
        <thead>
          <tr>
            <td />
            {placements.map(({ placement }) => (
              <th key={placement} scope="col" className="whitespace-nowrap pb-1 pl-3 text-right font-normal">
                {placement === current ? (
                  <Badge tone="accent">{t(`gauge.placement.${placement}`)}</Badge>
                ) : (
                  <span className="text-ink-soft">{t(`gauge.placement.${placement}`)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-0.75 text-left font-normal text-ink-soft">
                {name}
              </th>
              {of.map((figure, index) => (
                <td key={placements[index]?.placement} className="pl-3 text-right tabular-nums">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-pretty text-ink-soft text-xs">
        {t(placements.length === 1 ? 'gauge.placement.only' : 'gauge.placement.hint')}
      </p>
    </div>
  );
}

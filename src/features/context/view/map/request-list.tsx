import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import type { SentRequestView } from '../../../../shared/context-views.ts';
import { useEventWords } from './words.ts';

interface Pair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

interface Row {
  /** Undefined: the next request. */
  readonly seq: number | undefined;
  readonly request: SentRequestView | undefined;
  readonly before: number;
}

/** Rem: two lines. */
const ROW = 3.25;

/** Newest first, each with what happened before it; two of them are chosen. */
export function RequestList({
  requests,
  chosen,
  onChoose,
  className,
}: {
  readonly requests: readonly SentRequestView[];
  readonly chosen: Pair;
  readonly onChoose: (pair: Pair) => void;
  readonly className?: string;
}) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rows: readonly Row[] = [
    { seq: undefined, request: undefined, before: requests.at(-1)?.seq ?? 0 },
    ...requests
      .map((request, index): Row => ({ seq: request.seq, request, before: requests[index - 1]?.seq ?? 0 }))
      .toReversed(),
  ];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW * rem,
    overscan: 10,
  });
  return (
    <section aria-label={t('common.requests')} className={cn('flex min-h-0 flex-col', className)}>
      <p
        aria-hidden
        className="flex shrink-0 items-center gap-1 border-line border-b px-3 py-1.5 text-ink-soft text-xs"
      >
        <span className="w-10 text-center">{t('map.compare.from')}</span>
        <span className="w-10 text-center">{t('map.compare.to')}</span>
        <span className="pl-2">{t('common.requests')}</span>
      </p>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.seq ?? 'next'}
                className="absolute inset-x-0 flex items-center gap-1 border-line border-b px-3"
                style={{ top: start, height: size }}
              >
                <RequestRow row={row} chosen={chosen} onChoose={onChoose} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function RequestRow({
  row: { seq, request, before },
  chosen,
  onChoose,
}: {
  readonly row: Row;
  readonly chosen: Pair;
  readonly onChoose: (pair: Pair) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { between } = useEventWords();
  const name =
    request === undefined
      ? t('map.which.next')
      : t('map.compare.request', { time: format.time(request.at), n: format.number(request.iteration) });
  const happened = between(before, seq ?? Number.MAX_SAFE_INTEGER);
  const cached = request?.usage?.cachedPromptTokens;
  return (
    <>
      {(['from', 'to'] as const).map((side) => (
        <label key={side} className="grid h-8 w-10 cursor-default place-items-center">
          <input
            type="radio"
            name={`map-${side}`}
            aria-label={t(`map.compare.choose.${side}`, { request: name })}
            checked={chosen[side] === seq}
            onChange={() => onChoose({ ...chosen, [side]: seq })}
            className="size-4 accent-accent"
          />
        </label>
      ))}
      <span className="min-w-0 flex-1 pl-2">
        <span className="flex items-baseline gap-2 text-sm">
          <span className="shrink-0 font-medium">{name}</span>
          {request === undefined ? null : (
            <span className="min-w-0 flex-1 truncate text-right text-ink-soft tabular-nums">
              {format.number(request.usage?.promptTokens ?? request.estimated)}
              {cached === undefined || cached === 0
                ? ''
                : ` · ${t('map.compare.cached', { n: format.number(cached) })}`}
              {request.cost === undefined || request.cost === 0 ? '' : ` · ${format.dollars(request.cost)}`}
              {request.answered ? '' : ` · ${t('map.compare.failedTry')}`}
            </span>
          )}
        </span>
        <span className="block truncate text-ink-soft text-xs" title={happened}>
          {happened}
        </span>
      </span>
    </>
  );
}

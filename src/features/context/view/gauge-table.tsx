import { Pin } from 'lucide-react';
import { useText } from '../../../renderer/i18n.ts';
import { SEGMENT_COLORS, useSegmentWords } from '../../../renderer/shared/segments.ts';
import { cn } from '../../../renderer/ui/index.ts';
import type { StripProps } from './gauge-bar.tsx';

/** The legend, and for a screen reader the whole gauge as a table. */
export function GaugeTable({ segments, highlighted, onHighlight }: StripProps) {
  const { t, format } = useText();
  const { nameOf, whyOf } = useSegmentWords();
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{t('gauge.tableCaption')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('common.part')}</th>
          <th scope="col">{t('common.tokenCount')}</th>
          <th scope="col">{t('common.share')}</th>
          <th scope="col">{t('gauge.column.why')}</th>
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <tr
            key={segment.id}
            onMouseEnter={() => onHighlight(segment.id)}
            onMouseLeave={() => onHighlight(undefined)}
            title={whyOf(segment)}
            className={cn('transition-colors duration-fast', highlighted === segment.id && 'bg-hover')}
          >
            <th scope="row" className="w-full max-w-0 rounded-l-control py-0.75 pl-1.5 font-normal">
              <span className="flex min-w-0 items-center gap-2">
                <span
                  aria-hidden
                  className={cn(
                    'keep-colors size-2.5 shrink-0 rounded-sm',
                    SEGMENT_COLORS[segment.kind],
                    segment.kind === 'free' && 'border border-line-strong',
                  )}
                />
                <span className={cn('truncate', segment.kind === 'free' && 'text-ink-soft')}>{nameOf(segment)}</span>
                {segment.pinned ? (
                  <Pin
                    role="img"
                    aria-label={t('gauge.pinned')}
                    className="size-3.5 shrink-0 fill-current text-accent"
                  />
                ) : null}
                {segment.name === '' ? null : (
                  <span className="shrink-0 text-ink-soft">{t(`gauge.kind.${segment.kind}`)}</span>
                )}
              </span>
            </th>
            <td className="pl-3 text-right tabular-nums">{format.number(segment.tokens)}</td>
            <td className="min-w-12 rounded-r-control pr-1.5 pl-3 text-right text-ink-soft tabular-nums">
              {format.percent(segment.share)}
            </td>
            <td className="sr-only">{whyOf(segment)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Pin } from 'lucide-react';
import { useText } from '../../../renderer/i18n.ts';
import { SEGMENT_COLORS, type Segment, useSegmentWords } from '../../../renderer/shared/segments.ts';
import { cn } from '../../../renderer/ui/index.ts';
import { THRESHOLDS } from '../../../shared/context-views.ts';

/** Below this share of the window the used part is drawn a second time, enlarged: at true scale it is a sliver. */
const ENLARGE_BELOW = 0.5;

/** The request to scale against the window, with the marks, and where that is too small to read, enlarged below. */
export function GaugeBar({ segments, highlighted }: StripProps) {
  const used = segments.filter((segment) => segment.kind !== 'free');
  const usedShare = used.reduce((sum, segment) => sum + segment.share, 0);
  const enlarged = usedShare > 0 && usedShare < ENLARGE_BELOW;
  return (
    <div>
      <div className="relative pt-4">
        <Strip
          segments={segments}
          highlighted={highlighted}
          className={enlarged ? 'h-2.5 *:min-w-px' : 'h-4 *:min-w-1'}
        />
        {THRESHOLDS.map((mark) => (
          <span
            key={mark}
            aria-hidden
            className="pointer-events-none absolute top-0.5 -bottom-0.5 border-ink-soft border-l"
            style={{ left: `${mark * 100}%` }}
          >
            <span className="absolute top-0 left-1 text-ink-soft text-xs leading-none">{mark * 100}</span>
          </span>
        ))}
      </div>
      {enlarged ? (
        <>
          <Lens share={usedShare} />
          <Strip segments={used} highlighted={highlighted} className="h-5 *:min-w-1" />
        </>
      ) : null}
    </div>
  );
}

/** Two hairlines from the sliver to the enlarged bar: this is that. */
function Lens({ share }: { readonly share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 10" preserveAspectRatio="none" className="block h-3.5 w-full text-line-strong">
      <polygon points={`0,0 ${share * 100},0 100,10 0,10`} className="fill-sunken" />
      <line x1={share * 100} y1="0" x2="100" y2="10" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface StripProps {
  readonly segments: readonly Segment[];
  readonly highlighted: string | undefined;
}

/** The others step back while one is looked at. */
const dimmed = (highlighted: string | undefined, id: string): string =>
  highlighted !== undefined && highlighted !== id ? 'opacity-35' : '';

/** Drawn only: the table below says it in words. */
function Strip({ segments, highlighted, className }: StripProps & { readonly className: string }) {
  const { nameOf } = useSegmentWords();
  return (
    <div
      aria-hidden
      data-gauge
      className={cn('keep-colors flex w-full overflow-hidden rounded-md bg-part-free', className)}
    >
      {segments.map((segment) => (
        <span
          key={segment.id}
          title={nameOf(segment)}
          className={cn(
            'h-full transition-opacity duration-fast',
            SEGMENT_COLORS[segment.kind],
            dimmed(highlighted, segment.id),
          )}
          style={{ flexGrow: segment.tokens, flexBasis: 0 }}
        />
      ))}
    </div>
  );
}

/** The legend, and for a screen reader the whole gauge as a table. */
export function GaugeTable({
  segments,
  highlighted,
  onHighlight,
}: StripProps & { readonly onHighlight: (id: string | undefined) => void }) {
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

import { useVirtualizer } from '@tanstack/react-virtual';
import { Pin } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import type { Ghost } from '../../../../renderer/shared/ghost.tsx';
import type { MapPart } from '../../../../renderer/shared/map-parts.ts';
import { SEGMENT_COLORS } from '../../../../renderer/shared/segments.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import { type Money, type PartWords, useWhatIfWords } from './words.ts';

/** Rem; a row is one line. */
const ROW = 1.75;

/** Every part in order, as a list of which only what is in view exists. */
export function PartList({
  ghosts,
  total,
  words: { nameOf, whyOf },
  money,
  selected,
  onSelect,
}: {
  readonly ghosts: readonly Ghost<MapPart>[];
  /** Tokens of the request, of which the shares are. */
  readonly total: number;
  readonly words: PartWords;
  readonly money: Money;
  readonly selected: string | undefined;
  readonly onSelect: (id: string, open: boolean) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { signed } = useWhatIfWords();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const virtual = useVirtualizer({
    count: ghosts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW * rem,
    getItemKey: (index) => ghosts[index]?.id ?? index,
    overscan: 12,
  });
  const at = ghosts.findIndex(({ id }) => id === selected);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextRow(event.key, at, ghosts.length);
    const id = next === undefined ? undefined : ghosts[next]?.id;
    if (next === undefined || id === undefined) {
      if (event.key === 'Enter' && selected !== undefined) onSelect(selected, true);
      return;
    }
    event.preventDefault();
    onSelect(id, false);
  };

  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={t('map.list')}
      aria-activedescendant={at < 0 ? undefined : `map-part-${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="h-full min-h-0 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const ghost = ghosts[index];
          if (ghost === undefined) return null;
          const { part, before, after } = ghost;
          const { name, detail } = nameOf(part);
          const price = money(after, part.cached);
          const isGone = after === 0 && before > 0;
          return (
            <div
              key={ghost.id}
              id={`map-part-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onKeyDown={(event) => {
                if (event.key === ' ') onSelect(ghost.id, true);
              }}
              aria-setsize={ghosts.length}
              aria-posinset={index + 1}
              translate="no"
              data-part={ghost.id}
              data-tokens={after}
              title={whyOf(part.of)}
              onClick={() => onSelect(ghost.id, true)}
              className={cn(
                'absolute inset-x-0 flex items-center gap-2 px-3 text-sm',
                index === at ? 'bg-selected' : 'hover:bg-hover',
                part.line !== undefined && 'pl-7',
              )}
              style={{ top: start, height: size }}
            >
              <span
                aria-hidden
                className={cn('keep-colors size-2.5 shrink-0 rounded-sm', SEGMENT_COLORS[part.of.kind])}
              />
              <span
                className={cn(
                  'shrink-0 truncate',
                  detail === '' ? 'max-w-full' : 'max-w-1/2',
                  isGone && 'line-through',
                )}
              >
                {name}
              </span>
              <span className="min-w-0 flex-1 truncate text-ink-soft">{detail}</span>
              {part.of.pinned === true ? (
                <Pin
                  role="img"
                  aria-label={t('gauge.pins.pinned')}
                  className="size-3.5 shrink-0 fill-current text-accent"
                />
              ) : null}
              {before === after ? null : (
                <span
                  className={cn('shrink-0 font-medium tabular-nums', after > before ? 'text-warning' : 'text-success')}
                >
                  {signed(after - before)}
                </span>
              )}
              <span className="w-14 shrink-0 text-right tabular-nums">{format.number(after)}</span>
              <span className="w-11 shrink-0 text-right text-ink-soft tabular-nums">
                {format.percent(after / Math.max(1, total))}
              </span>
              {price === undefined ? null : (
                <span className="w-16 shrink-0 text-right text-ink-soft tabular-nums">{format.dollars(price)}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function nextRow(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 10,
    PageUp: at - 10,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined || last < 0 ? undefined : Math.min(Math.max(to, 0), last);
}

import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import { cn, Tooltip } from '../ui/index.ts';
import { SEGMENT_COLORS, type Segment, useSegmentWords } from './segments.ts';

export interface StripProps {
  readonly segments: readonly Segment[];
  readonly highlighted: string | undefined;
  readonly onHighlight: (id: string | undefined) => void;
}

/** The others step back while one is looked at. */
export const dimmed = (highlighted: string | undefined, id: string): string =>
  highlighted !== undefined && highlighted !== id ? 'opacity-35' : '';

/** One stop of the Tab key; the arrows go from part to part. */
export function FocusableStrip({
  segments,
  highlighted,
  onHighlight,
  className,
}: StripProps & { readonly className: string }) {
  const { t, format } = useText();
  const { nameOf, whyOf } = useSegmentWords();
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, segments.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), segments.length - 1);
    setCurrent(next);
    strip.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };

  return (
    <div
      ref={strip}
      role="toolbar"
      aria-label={t('gauge.parts')}
      onKeyDown={onKeyDown}
      className={cn('keep-colors flex w-full gap-0.5', className)}
    >
      {segments.map((segment, index) => {
        const numbers = `${format.number(segment.tokens)} · ${format.percent(segment.share)}`;
        return (
          <Tooltip
            key={segment.id}
            content={
              <span className="flex flex-col">
                <span className="flex justify-between gap-4 font-medium">
                  <span className="truncate">{nameOf(segment)}</span>
                  <span className="shrink-0 tabular-nums">{numbers}</span>
                </span>
                <span className="opacity-80">{whyOf(segment)}</span>
              </span>
            }
          >
            <button
              type="button"
              tabIndex={index === at ? 0 : -1}
              aria-label={`${nameOf(segment)}: ${numbers}. ${whyOf(segment)}`}
              onFocus={() => {
                setCurrent(index);
                onHighlight(segment.id);
              }}
              onBlur={() => onHighlight(undefined)}
              onMouseEnter={() => onHighlight(segment.id)}
              onMouseLeave={() => onHighlight(undefined)}
              className={cn(
                'h-full min-w-1 cursor-default transition-opacity duration-fast first:rounded-l-md last:rounded-r-md',
                SEGMENT_COLORS[segment.kind],
                dimmed(highlighted, segment.id),
              )}
              style={{ flexGrow: segment.tokens, flexBasis: 0 }}
            />
          </Tooltip>
        );
      })}
    </div>
  );
}

import { ChevronRight, Pin } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { type MapPart, mapParts } from '../../../renderer/shared/map-parts.ts';
import { partName } from '../../../renderer/shared/part-name.ts';
import { SEGMENT_COLORS, type Segment, segmentOf, useSegmentWords } from '../../../renderer/shared/segments.ts';
import { useActions, useSessionState } from '../../../renderer/store/index.ts';
import { cn } from '../../../renderer/ui/index.ts';
import type { Manifest } from '../../../shared/context-views.ts';
import { excerptOf } from '../../../shared/text/text.ts';

/** The legend, and for a screen reader the whole gauge as a table. A row unfolds into what it is made of. */
export function GaugeTable({
  segments,
  ghost,
  manifest,
  highlighted,
  onHighlight,
}: {
  readonly segments: readonly Segment[];
  /** Segments of a hypothetical request. New ones get no row, so that nothing moves under the pointer. */
  readonly ghost: readonly Segment[] | undefined;
  readonly manifest: Manifest | undefined;
  readonly highlighted: string | undefined;
  readonly onHighlight: (id: string | undefined) => void;
}) {
  const { t, format } = useText();
  const { nameOf, whyOf } = useSegmentWords();
  const [open, setOpen] = useState<string>();
  const change = ({ id, tokens }: Segment): number =>
    ghost === undefined ? 0 : (ghost.find((one) => one.id === id)?.tokens ?? 0) - tokens;
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
        {segments.map((segment) => {
          const canOpen = manifest !== undefined && manifest.parts.length > 0 && segment.kind !== 'free';
          const isOpen = canOpen && open === segment.id;
          const more = change(segment);
          const swatch = (
            <span
              aria-hidden
              className={cn(
                'keep-colors size-2.5 shrink-0 rounded-sm',
                SEGMENT_COLORS[segment.kind],
                segment.kind === 'free' && 'border border-line-strong',
              )}
            />
          );
          const name = (
            <>
              {swatch}
              <span className={cn('truncate', segment.kind === 'free' && 'text-ink-soft')}>{nameOf(segment)}</span>
            </>
          );
          return (
            <Fragment key={segment.id}>
              <tr
                onMouseEnter={() => onHighlight(segment.id)}
                onMouseLeave={() => onHighlight(undefined)}
                title={whyOf(segment)}
                className={cn('transition-colors duration-fast', highlighted === segment.id && 'bg-hover')}
              >
                <th scope="row" className="w-full max-w-0 rounded-l-control py-0.75 pl-1.5 font-normal">
                  <span className="flex min-w-0 items-center gap-2">
                    {canOpen ? (
                      <button
                        type="button"
                        aria-expanded={isOpen}
                        onClick={() => setOpen(isOpen ? undefined : segment.id)}
                        className="group flex min-w-0 cursor-default items-center gap-2 rounded text-left"
                      >
                        {name}
                        <ChevronRight
                          aria-hidden
                          className={cn(
                            'size-3.5 shrink-0 text-ink-faint transition-transform duration-fast',
                            isOpen && 'rotate-90',
                          )}
                        />
                      </button>
                    ) : (
                      name
                    )}
                    {segment.pinned ? (
                      <Pin
                        role="img"
                        aria-label={t('gauge.pins.pinned')}
                        className="size-3.5 shrink-0 fill-current text-accent"
                      />
                    ) : null}
                    {segment.name === '' ? null : (
                      <span className="shrink-0 text-ink-soft">{t(`gauge.kind.${segment.kind}`)}</span>
                    )}
                  </span>
                </th>
                <td className="pl-3 text-right tabular-nums">{format.number(segment.tokens)}</td>
                <td
                  className={cn(
                    'min-w-12 rounded-r-control pr-1.5 pl-3 text-right tabular-nums',
                    more === 0 || segment.kind === 'free'
                      ? 'text-ink-soft'
                      : more > 0
                        ? 'font-medium text-warning'
                        : 'font-medium text-success',
                  )}
                >
                  {more === 0
                    ? format.percent(segment.share)
                    : `${more < 0 ? '−' : '+'}${format.number(Math.abs(more))}`}
                </td>
                <td className="sr-only">{whyOf(segment)}</td>
              </tr>
              {isOpen ? (
                <tr>
                  <td colSpan={4}>
                    <PartRows segment={segment} manifest={manifest} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/** Rows below one kind; the others are in the map. */
const MOST = 12;

/** Parts of one kind in order; each links to its text in the map. */
function PartRows({ segment, manifest }: { readonly segment: Segment; readonly manifest: Manifest }) {
  const { t, format } = useText();
  const { map } = useActions();
  const messages = useSessionState((state) => state.messages);
  const parts = useMemo(() => partsOf(segment, manifest), [segment, manifest]);
  const saidAt = useMemo(
    () => new Map(messages.map((one) => [one.seq, excerptOf(one.role === 'tool' ? one.content : one.text)] as const)),
    [messages],
  );
  const nameOf = ({ of, line }: MapPart): string => {
    if (line !== undefined) return line;
    const { name, detail } = partName(t, of, of.since === undefined ? '' : (saidAt.get(of.since) ?? ''));
    if (of.kind === 'tool-result') return `${name} ${detail}`;
    // A part without a name is named by its text.
    return of.label === of.kind ? detail || name : name;
  };
  return (
    <ul className="flex flex-col pb-1">
      {parts.slice(0, MOST).map((part) => (
        <li key={part.id}>
          <button
            type="button"
            onClick={() => map.show({ tab: 'map', at: undefined, part: part.id })}
            className="flex w-full cursor-default items-baseline gap-2 rounded-control py-0.5 pr-1.5 pl-8 text-left text-xs hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate text-ink-soft">{nameOf(part)}</span>
            <span className="shrink-0 tabular-nums">{format.number(part.tokens)}</span>
          </button>
        </li>
      ))}
      {parts.length > MOST ? (
        <li>
          <button
            type="button"
            onClick={() => map.show({ tab: 'map', at: undefined, part: parts[MOST]?.id })}
            className="w-full cursor-default rounded-control py-0.5 pl-8 text-left text-accent-ink text-xs hover:bg-hover"
          >
            {t('gauge.more', { n: format.number(parts.length - MOST) })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

const partsOf = (segment: Segment, manifest: Manifest): readonly MapPart[] =>
  mapParts(manifest).filter(({ of }) => segmentOf(of) === segment.id);

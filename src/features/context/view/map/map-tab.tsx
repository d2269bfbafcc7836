import { useVirtualizer } from '@tanstack/react-virtual';
import { LayoutGrid, Pin } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../../renderer/i18n.ts';
import { type Ghost, GhostStrip, ghostOf } from '../../../../renderer/shared/ghost.tsx';
import { type MapPart, mapParts, totalOf } from '../../../../renderer/shared/map-parts.ts';
import { SEGMENT_COLORS } from '../../../../renderer/shared/segments.ts';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { cn, EmptyState } from '../../../../renderer/ui/index.ts';
import { Collapsible } from '../../../../renderer/ui/on-demand.ts';
import type { Manifest } from '../../../../shared/context-views.ts';
import type { ContextView } from '../../../../shared/contract.ts';
import { CacheFacts, PartDetail } from './part-detail.tsx';
import { Tiles } from './tiles.tsx';
import { WhatIfMenus, WhatIfPanel } from './what-if-panel.tsx';
import { type Money, type PartWords, useMoney, usePartWords, useWhatIfWords } from './words.ts';

/** Strip, area, list and detail of one request, with the ghost of what was asked beside it. */
export function MapTab({
  view,
  at,
  canAsk,
  isSent,
}: {
  readonly view: ContextView;
  readonly at: number | undefined;
  /** It is the next request: it can be changed. */
  readonly canAsk: boolean;
  /** It was posted: its provider may have reported on it. */
  readonly isSent: boolean;
}) {
  const { t, format } = useText();
  const { map } = useActions();
  const { signed } = useWhatIfWords();
  const selected = useApp((data) => data.map?.part);
  const asked = useApp((data) => data.whatIf);
  const words = usePartWords();
  const money = useMoney();
  const [opened, setOpened] = useState(selected !== undefined);
  const detail = useRef<HTMLDivElement>(null);

  const prefix = view.prefix;
  const after = canAsk ? asked.result?.after.manifest : undefined;
  const parts = useMemo(() => mapParts(view.manifest, prefix?.tokens ?? 0), [view.manifest, prefix?.tokens]);
  const ghosts = useMemo(
    () => ghostOf(parts, after === undefined ? parts : mapParts(after, asked.result?.prefix.tokens ?? 0)),
    [parts, after, asked.result],
  );
  const total = totalOf(parts);
  const then = ghosts.reduce((sum, ghost) => sum + ghost.after, 0);
  const part = ghosts.find(({ id }) => id === selected)?.part;
  const strips = useMemo(
    () => ghosts.map((ghost) => ({ ...ghost, part: { ...ghost.part, kind: ghost.part.of.kind } })),
    [ghosts],
  );
  const isGhost = after !== undefined;
  const scale = Math.max(total, then);

  const select = (id: string, open: boolean) => {
    if (id !== selected) map.show({ part: id });
    if (!open) return;
    setOpened(true);
    requestAnimationFrame(() => detail.current?.focus());
  };
  if (parts.length === 0) {
    return <EmptyState icon={<LayoutGrid />} title={t('map.empty.title')} description={t('map.empty.description')} />;
  }
  const isOpen = opened && part !== undefined;
  return (
    <div className="@container h-full min-h-0">
      <div className="flex h-full min-h-0 @2xl:flex-row flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
          {canAsk ? (
            <div className="flex flex-wrap items-center gap-1.5 border-line border-b px-4 py-2">
              <span className="mr-1 text-ink-soft text-sm">{t('map.whatIf.ask', { step: '' }).trim()}</span>
              <WhatIfMenus />
            </div>
          ) : null}
          <div className="flex flex-col gap-1 px-4 pt-3">
            <StripRow
              name={isGhost ? t('map.now') : ''}
              figure={isGhost ? format.number(total) : ''}
              share={format.percent(total / view.tokens.max)}
            >
              <GhostStrip
                ghosts={strips}
                side="before"
                scale={scale}
                mark={isGhost || prefix?.broke === undefined ? undefined : prefix.tokens}
                className={isGhost ? 'h-3.5' : 'h-8'}
              />
            </StripRow>
            {isGhost ? (
              <StripRow
                name={t('map.ghost')}
                figure={`${format.number(then)} (${signed(then - total)})`}
                share={format.percent(then / (asked.result?.after.tokens.max ?? view.tokens.max))}
              >
                <GhostStrip
                  ghosts={strips}
                  side="after"
                  scale={scale}
                  mark={asked.result?.prefix.broke === undefined ? undefined : asked.result.prefix.tokens}
                  className="h-3.5"
                />
              </StripRow>
            ) : null}
            {prefix?.broke === undefined || isGhost ? null : (
              <p className="text-ink-soft text-xs">
                {t('map.broke', { part: t(`gauge.kind.${prefix.broke.kind}`), n: format.number(prefix.tokens) })}
              </p>
            )}
            <CacheFacts view={view} isSent={isSent} />
          </div>
          {canAsk ? <WhatIfPanel className="mx-4 mt-2 shrink-0 rounded-panel border border-line p-3" /> : null}
          <div className="h-[34%] min-h-40 shrink-0 px-4 pt-3">
            <Tiles ghosts={ghosts} words={words} selected={selected} onSelect={select} />
          </div>
          <div className="mt-3 flex min-h-40 flex-1 flex-col border-line border-t">
            <div className="min-h-0 flex-1">
              <PartList
                ghosts={ghosts}
                total={isGhost ? then : total}
                words={words}
                money={money}
                selected={selected}
                onSelect={select}
              />
            </div>
            <LeftOutList manifest={view.manifest} words={words} />
          </div>
        </div>
        <div
          ref={detail}
          tabIndex={-1}
          className={cn(
            '@2xl:w-80 @4xl:w-[26rem] @6xl:w-[30rem] min-h-0 shrink-0 @2xl:border-l border-line bg-surface outline-none',
            isOpen ? 'flex @2xl:h-auto h-[60%] flex-col @2xl:border-t-0 border-t' : '@2xl:flex hidden',
          )}
        >
          {isOpen ? (
            <PartDetail
              part={part}
              at={at}
              total={total}
              max={view.tokens.max}
              words={words}
              money={money}
              onClose={() => setOpened(false)}
            />
          ) : (
            <EmptyState
              className="m-auto"
              icon={<LayoutGrid />}
              title={t('map.choose.title')}
              description={t('map.choose.description')}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function StripRow({
  name,
  figure,
  share,
  children,
}: {
  readonly name: string;
  readonly figure: string;
  /** Share of the window: another limit changes nothing else. */
  readonly share: string;
  readonly children: ReactNode;
}) {
  if (name === '') return children;
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)_8.5rem_3rem] items-center gap-2 text-sm">
      <span className="text-ink-soft">{name}</span>
      {children}
      <span className="text-right tabular-nums">{figure}</span>
      <span className="text-right text-ink-soft tabular-nums">{share}</span>
    </div>
  );
}

/** Drawn at once; a long conversation may have left out thousands. */
const MOST = 200;

/** Parts of the conversation that the request omits, and why. */
function LeftOutList({
  manifest: { leftOut },
  words: { labelOf, whyOf },
}: {
  readonly manifest: Manifest;
  readonly words: PartWords;
}) {
  const { t, format } = useText();
  if (leftOut.length === 0) return null;
  return (
    <Collapsible
      className="shrink-0 border-line border-t"
      triggerClassName="px-3 py-1.5 text-ink-soft text-sm hover:text-ink"
      summary={t('map.leftOut', { count: leftOut.length, n: format.number(leftOut.length) })}
    >
      <ul className="max-h-48 overflow-y-auto px-3 pb-2 text-sm">
        {leftOut.slice(0, MOST).map((one) => (
          <li key={one.id} className="flex gap-2 py-0.5 pl-5.5">
            <span className="max-w-1/2 shrink-0 truncate">{labelOf(one)}</span>
            <span className="min-w-0 flex-1 truncate text-ink-soft" title={whyOf(one)}>
              {whyOf(one)}
            </span>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

/** Rem; a row is one line. */
const ROW = 1.75;

/** Every part in order, as a list of which only what is in view exists. */
function PartList({
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
  const { t, format } = useText();
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
                <Pin role="img" aria-label={t('gauge.pinned')} className="size-3.5 shrink-0 fill-current text-accent" />
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

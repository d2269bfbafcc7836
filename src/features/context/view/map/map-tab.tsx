import { LayoutGrid } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { GhostStrip, ghostOf } from '../../../../renderer/shared/ghost.tsx';
import { mapParts, totalOf } from '../../../../renderer/shared/map-parts.ts';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { cn, EmptyState } from '../../../../renderer/ui/index.ts';
import type { ContextView } from '../../../../shared/contract.ts';
import { LeftOutList } from './left-out-list.tsx';
import { CacheFacts, PartDetail } from './part-detail.tsx';
import { PartList } from './part-list.tsx';
import { Tiles } from './tiles.tsx';
import { WhatIfMenus, WhatIfPanel } from './what-if-panel.tsx';
import { useMoney, usePartWords, useWhatIfWords } from './words.ts';

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
  const t = useT();
  const format = useFormat();
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
                borders={view.cacheBorders}
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

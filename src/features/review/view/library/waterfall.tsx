import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, ChevronDown, ChevronRight, CircleHelp, CircleX, MessageSquare, Sparkles, Wrench } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { useActions } from '../../../../renderer/store/index.ts';
import { Button, cn } from '../../../../renderer/ui/index.ts';
import type { Trace, TraceStep } from '../../contract.ts';

const KINDS = {
  turn: { icon: MessageSquare, bar: 'bg-ink-faint' },
  model: { icon: Sparkles, bar: 'bg-accent' },
  tool: { icon: Wrench, bar: 'bg-success' },
  approval: { icon: CircleHelp, bar: 'bg-warning' },
  agent: { icon: Bot, bar: 'bg-ink-soft' },
  run: { icon: CircleX, bar: 'bg-danger' },
} as const satisfies Record<TraceStep['kind'], unknown>;
/** Pixels at the usual text size. */
const ROW = 32;

export interface WaterfallRow {
  readonly step: TraceStep;
  /** Place among all steps. */
  readonly index: number;
  readonly isParent: boolean;
  /** Milliseconds of its turn. */
  readonly turnMs: number;
}

/** Rows that are not within a closed one. @param closed indices of steps. */
export function waterfallRows(steps: readonly TraceStep[], closed: ReadonlySet<number>): readonly WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  let turnMs = 0;
  let hidden = Number.POSITIVE_INFINITY;
  for (const [index, step] of steps.entries()) {
    if (step.depth === 0) turnMs = step.ms;
    if (step.depth > hidden) continue;
    hidden = closed.has(index) ? step.depth : Number.POSITIVE_INFINITY;
    rows.push({ step, index, isParent: (steps[index + 1]?.depth ?? 0) > step.depth, turnMs });
  }
  return rows;
}

/** Turns, requests, calls and the agents that calls started, with a bar for the time of each within its turn. */
export function Waterfall({ session }: { readonly session: string }) {
  const t = useT();
  const { library } = useActions();
  const read = useRead(useCallback(() => library.trace(session), [library, session]));
  return (
    <ReadView read={read} waiting={t('library.costs.loading')}>
      {(trace) => <WaterfallTree trace={trace} />}
    </ReadView>
  );
}

function WaterfallTree({ trace: { steps, dated } }: { readonly trace: Trace }) {
  const { t, format } = useText();
  const { openAt } = useActions();
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState(0);
  const rows = useMemo(() => waterfallRows(steps, closed), [steps, closed]);
  const parents = useMemo(
    () => steps.flatMap(({ depth }, index) => ((steps[index + 1]?.depth ?? 0) > depth ? [index] : [])),
    [steps],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const failed = steps.filter(({ failed, kind }) => failed && kind !== 'turn' && kind !== 'agent').length;
  const at = Math.max(
    rows.findIndex(({ index }) => index === current),
    0,
  );
  const toggle = (index: number, isClosed = !closed.has(index)): void => {
    const next = new Set(closed);
    if (isClosed) next.add(index);
    else next.delete(index);
    setClosed(next);
  };
  const goTo = (row: WaterfallRow | undefined): void => {
    if (row === undefined) return;
    setCurrent(row.index);
    virtual.scrollToIndex(rows.indexOf(row));
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-step="${row.index}"]`)?.focus());
  };
  const next = (back: boolean, isWanted: (row: WaterfallRow) => boolean): WaterfallRow | undefined =>
    back ? rows.slice(0, at).findLast(isWanted) : rows.slice(at + 1).find(isWanted);
  const isFailed = ({ step, isParent, index }: WaterfallRow): boolean =>
    step.failed && (!isParent || closed.has(index) || step.kind === 'tool');
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { step, index, isParent } = row;
    if (event.key === 'ArrowDown') goTo(rows[at + 1]);
    else if (event.key === 'ArrowUp') goTo(rows[at - 1]);
    else if (event.key === 'Home') goTo(rows[0]);
    else if (event.key === 'End') goTo(rows.at(-1));
    else if (event.key === 'ArrowRight' && isParent && closed.has(index)) toggle(index, false);
    else if (event.key === 'ArrowRight') goTo(isParent ? rows[at + 1] : undefined);
    else if (event.key === 'ArrowLeft' && isParent && !closed.has(index)) toggle(index, true);
    else if (event.key === 'ArrowLeft') goTo(next(true, (one) => one.step.depth < step.depth));
    else if (event.key === 'Enter') openAt(step.session, step.seq, { past: true });
    else if (event.key.toLowerCase() === 'f') goTo(next(event.shiftKey, isFailed));
    else if (event.key.toLowerCase() === 't') goTo(next(event.shiftKey, (one) => one.step.depth === 0));
    else return;
    event.preventDefault();
  };

  if (steps.length === 0) return <p className="px-4 py-6 text-ink-soft">{t('library.costs.none.turns')}</p>;
  return (
    <div className="flex min-h-80 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <Button size="sm" onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(parents))}>
          {t(closed.size > 0 ? 'library.waterfall.open' : 'library.waterfall.close')}
        </Button>
        <Button size="sm" disabled={failed === 0} onClick={() => goTo(next(false, isFailed) ?? rows.find(isFailed))}>
          {t('library.waterfall.failed', { n: format.number(failed) })}
        </Button>
        <p className="ml-auto text-ink-soft text-sm">
          {t(dated ? 'library.waterfall.keys' : 'library.waterfall.undated')}
        </p>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto border-line border-t">
        <div
          role="tree"
          aria-label={t('library.costs.tab.steps')}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={key}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)`, height: ROW }}
              >
                <Row
                  row={row}
                  dated={dated}
                  isClosed={closed.has(row.index)}
                  isCurrent={index === at}
                  onFocus={() => setCurrent(row.index)}
                  onToggle={() => toggle(row.index)}
                  onOpen={() => openAt(row.step.session, row.step.seq, { past: true })}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Row({
  row: { step, index, isParent, turnMs },
  dated,
  isClosed,
  isCurrent,
  onFocus,
  onToggle,
  onOpen,
}: {
  readonly row: WaterfallRow;
  readonly dated: boolean;
  readonly isClosed: boolean;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}) {
  const { t, format } = useText();
  const { kind, name, detail, depth, failed, ms, startMs, tokens } = step;
  const Icon = failed && kind !== 'turn' && kind !== 'agent' ? CircleX : KINDS[kind].icon;
  const Chevron = isClosed ? ChevronRight : ChevronDown;
  const share = (part: number): string => `${Math.min(100, (100 * part) / Math.max(turnMs, 1))}%`;
  const duration = dated && ms > 0 ? format.duration(ms) : '';
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isParent ? !isClosed : undefined}
      aria-selected={isCurrent}
      aria-label={[t(`library.waterfall.kind.${kind}`), name, failed ? t('library.waterfall.failedStep') : '', duration]
        .filter((part) => part !== '')
        .join(', ')}
      tabIndex={isCurrent ? 0 : -1}
      data-step={index}
      onFocus={onFocus}
      onDoubleClick={onOpen}
      className={cn(
        'flex h-full items-center gap-2 px-4 hover:bg-side focus-visible:outline-offset-[-2px]',
        kind === 'turn' && depth === 0 && 'border-line border-t bg-side/50 font-medium',
      )}
    >
      <span className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden" style={{ paddingLeft: depth * 16 }}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={onToggle}
          className={cn('size-4 shrink-0 text-ink-faint', !isParent && 'invisible')}
        >
          <Chevron className="size-4" />
        </button>
        <Icon aria-hidden className={cn('size-3.5 shrink-0', failed ? 'text-danger' : 'text-ink-soft')} />
        <button
          type="button"
          tabIndex={-1}
          onClick={onOpen}
          className={cn('min-w-0 cursor-default truncate hover:underline', detail !== '' && 'max-w-1/2 shrink-0')}
        >
          {name === '' ? t(`library.waterfall.kind.${kind}`) : name}
        </button>
        {/* Commands and answers, as they are. */}
        <span
          translate="no"
          className={cn(
            'min-w-0 truncate font-normal text-ink-soft',
            kind === 'tool' || kind === 'approval' ? 'font-mono text-xs' : 'text-sm',
          )}
        >
          {detail}
        </span>
      </span>
      {dated ? (
        <span aria-hidden className="relative hidden h-2 w-2/5 shrink-0 rounded bg-line/40 @2xl:block">
          <span
            className={cn('absolute inset-y-0 min-w-0.5 rounded', Icon === CircleX ? 'bg-danger' : KINDS[kind].bar)}
            style={{ left: share(startMs), width: share(ms), maxWidth: `calc(100% - ${share(startMs)})` }}
          />
        </span>
      ) : null}
      <span className="w-16 shrink-0 text-right text-ink-soft text-sm tabular-nums">{duration}</span>
      <span
        title={t('common.tokens')}
        className="hidden w-16 shrink-0 text-right text-ink-soft text-sm tabular-nums @3xl:block"
      >
        {tokens === undefined ? '' : format.tokens(tokens)}
      </span>
    </div>
  );
}

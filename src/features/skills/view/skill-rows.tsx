import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleX } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useFindingWords } from '../../../renderer/shared/words.ts';
import { useActions, usePast } from '../../../renderer/store/index.ts';
import { Badge, Button } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import { DiagnosticNote, LoadedMark } from './diagnostic-note.tsx';
import { DiskNote } from './skill-row.tsx';

/** A loaded skill whose folder is missing: it works until unloaded. */
export function GoneRow({ skill: { id, tokens, onDisk } }: { readonly skill: LoadedSkill }) {
  const { t, format } = useText();
  const { unloadSkill } = useActions();
  const past = usePast();
  return (
    <div className="rounded-panel border border-accent/40 bg-accent-soft/40">
      <div className="flex items-start gap-2.5 px-3 py-2.5 pr-2.5">
        <span className="mt-0.5 flex">
          <LoadedMark loaded />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{id}</span>
          <span className="text-ink-soft text-sm tabular-nums">
            {t('common.tokens', { count: tokens, n: format.number(tokens) })}
          </span>
        </span>
        <Button
          size="sm"
          variant="ghost"
          disabled={past}
          aria-label={t('skills.unloadSkill', { skill: id })}
          onClick={() => void unloadSkill(id)}
        >
          {t('common.unload')}
        </Button>
      </div>
      {past ? null : <DiskNote skill={id} onDisk={onDisk ?? { state: 'deleted' }} />}
    </div>
  );
}

/** A skill that cannot be used: that it is so at a glance, why and what to do on opening. */
export function BrokenRow({
  diagnostic,
  open,
  onOpenChange,
}: {
  readonly diagnostic: Diagnostic;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const t = useT();
  const { openAuthor } = useActions();
  const { skill, file } = diagnostic;
  const { what, language } = useFindingWords()(diagnostic);
  return (
    <div className="rounded-panel border border-danger/40 bg-surface">
      <Collapsible
        chevron="none"
        open={open}
        onOpenChange={onOpenChange}
        triggerClassName="px-3 py-2 hover:bg-hover"
        summary={
          <span className="flex min-w-0 gap-2.5">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="min-w-0 flex-1">
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="truncate font-medium">{skill ?? file}</span>
                <Badge tone="danger">{t('skills.faults.broken')}</Badge>
              </span>
              <span lang={language} className="block truncate text-ink-soft text-sm" title={what}>
                {what}
              </span>
            </span>
          </span>
        }
      >
        <div className="px-3 pb-3">
          <DiagnosticNote
            diagnostic={diagnostic}
            title={t('skills.broken', { skill: skill ?? file })}
            action={
              skill === undefined ? null : (
                // Opens its files, where it can be fixed.
                <Button size="sm" aria-label={t('author.editSkill', { skill })} onClick={() => openAuthor(skill)}>
                  {t('author.edit')}
                </Button>
              )
            }
          />
        </div>
      </Collapsible>
    </div>
  );
}

/** Pixels at the usual text size, of a closed row; the real ones are measured. */
const ROW = 56;
const GAP = 6;
/** Fewer rows are drawn all at once: then the page's own search finds them. */
const DRAWN_WHOLE = 60;

export interface ListedRow {
  readonly key: string;
  readonly row: ReactNode;
}

export interface SkillRowsHandle {
  /** The first row's. */
  focus(): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The rows of which, of thousands, only those in view exist; arrows go from one to the next. */
export function SkillRows({
  rows,
  label,
  handle,
  onUp,
}: {
  readonly rows: readonly ListedRow[];
  readonly label: string;
  readonly handle: Ref<SkillRowsHandle>;
  /** Upwards from the first row. */
  readonly onUp: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isWhole = rows.length <= DRAWN_WHOLE;
  const virtual = useVirtualizer({
    count: isWhole ? 0 : rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    gap: GAP,
    overscan: 8,
    scrollMargin: margin,
  });

  useEffect(() => setScroller(list.current?.closest<HTMLElement>('[role=tabpanel]') ?? null), []);
  // Content above the list changes height: measure where the list begins at each render.
  useLayoutEffect(() => {
    if (isWhole || scroller === null || list.current === null) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });

  const focusRow = (index: number) => {
    if (!isWhole) virtual.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`:scope > [data-index="${index}"] button`)?.focus();
    });
  };
  useImperativeHandle(handle, () => ({ focus: () => focusRow(0) }));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const item = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
    // Only from a row's own button: within its details the keys are theirs.
    if (item === null || target !== item.querySelector('button')) return;
    const at = Number(item.dataset.index);
    const step = STEPS[event.key];
    if (event.key === 'ArrowUp' && at === 0) onUp();
    else if (step !== undefined) focusRow(Math.min(rows.length - 1, Math.max(0, at + step)));
    else if (event.key === 'Home' || event.key === 'End') focusRow(event.key === 'Home' ? 0 : rows.length - 1);
    else return;
    event.preventDefault();
  };

  if (isWhole) {
    return (
      <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="flex flex-col gap-1.5">
        {rows.map(({ key, row }, index) => (
          <li key={key} data-index={index}>
            {row}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - margin}px)` }}
        >
          {rows[index]?.row}
        </li>
      ))}
    </ul>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, FileUp, Library, SearchX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { rowAfter, type useSelection } from '../../../../renderer/shared/use-selection.ts';
import { NOTHING_ASKED, useActions, useApp, useSimpleView } from '../../../../renderer/store/index.ts';
import { Button, cn, EmptyState } from '../../../../renderer/ui/index.ts';
import type { LibraryRow, LibrarySort } from '../../../../shared/review.ts';
import { dayOf, startOf, usesWords } from './filters.tsx';
import { COLUMNS, GRID, ListRow, MIDDLE, SIMPLE_COLUMNS, SIMPLE_GRID, WIDE } from './list-row.tsx';
import { isAway } from './share-dialog.tsx';
import type { LibraryList as Listed } from './use-library.ts';

export type Selection = ReturnType<typeof useSelection<LibraryRow>>;

export function NothingFound() {
  const t = useT();
  const { library } = useActions();
  const words = useApp((data) => data.asked.words).trim();
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('common.noResults')}
      description={words === '' ? t('library.none.filters') : t('library.none.words', { words })}
      action={<Button onClick={() => library.ask(NOTHING_ASKED)}>{t('library.none.dropAll')}</Button>}
    />
  );
}

export function NoConversations({ onImport }: { readonly onImport: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={<Library />}
      title={t('common.noConversations')}
      description={t('library.empty.description')}
      action={
        <Button icon={FileUp} onClick={onImport}>
          {t('library.do.import')}
        </Button>
      }
    />
  );
}

/** List rows: sessions grouped by the day of their last change. Pure. */
export type ListItem =
  /** `day`: `YYYY-MM-DD`, or `pinned` for the group before all others. */
  | { readonly type: 'day'; readonly key: string; readonly day: string }
  | { readonly type: 'session'; readonly key: string; readonly row: LibraryRow };

/** Days where the order is by them; in any other order one row follows another. */
export function listItems(rows: readonly LibraryRow[], sort: LibrarySort): readonly ListItem[] {
  const items: ListItem[] = [];
  let last = '';
  for (const row of rows) {
    const day = row.pinned ? 'pinned' : row.day;
    if (sort === 'updated' && day !== last) items.push({ type: 'day', key: `day ${day}`, day });
    last = day;
    items.push({ type: 'session', key: row.id, row });
  }
  return items;
}

/** Pixels at the usual text size; the virtual list measures the real ones. */
const ROW = 41;
const HEADING = 32;
/** Rows before the end at which the next page is read. */
const AHEAD = 40;

const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

export interface RowCommands {
  open(row: LibraryRow): void;
  pin(rows: readonly LibraryRow[]): void;
  tag(rows: readonly LibraryRow[]): void;
  archive(rows: readonly LibraryRow[]): void;
  remove(rows: readonly LibraryRow[]): void;
}

/** All rows under one heading of columns, of which only those in view are drawn. Arrows or j and k move. */
export function LibraryGrid({
  list,
  selection,
  commands,
  onCurrent,
}: {
  readonly list: Listed;
  readonly selection: Selection;
  readonly commands: RowCommands;
  /** The row that the keyboard is on. */
  readonly onCurrent: (session: string) => void;
}) {
  const t = useT();
  const dayWords = useDayWords();
  const { rows, asked, more } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const items = useMemo(() => listItems(rows, asked.sort), [rows, asked.sort]);
  const tabbable = current !== undefined && rows.some(({ id }) => id === current) ? current : rows[0]?.id;
  const words = usesWords(asked.words) ? asked.words.trim() : '';

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.type === 'day' ? HEADING : ROW),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 10,
  });
  const drawn = virtual.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastDrawn >= items.length - AHEAD) more();
  }, [lastDrawn, items.length, more]);

  /** A row far away is drawn first, then focused. */
  const focusRow = (id: string) => {
    setCurrent(id);
    virtual.scrollToIndex(
      items.findIndex(({ key }) => key === id),
      { align: 'auto' },
    );
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)?.focus(),
    );
  };

  const pick = (row: LibraryRow | undefined) => {
    if (row !== undefined && !isAway(row) && !selection.has(row.id)) selection.toggle(row.id);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
    const row = rows.find((one) => one.id === id);
    if (row === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.indexOf(row);
    const of = selection.has(row.id) ? selection.rows : [row];
    const neighbour = rows[at + 1] ?? rows[at - 1];
    const to = rowAfter(LETTERS[event.key] ?? event.key, at, rows.length);
    const inside = target instanceof Element && !target.matches('[data-session]');
    if (to !== undefined) {
      const next = rows[to];
      if (event.shiftKey) for (const one of [row, next]) pick(one);
      if (next !== undefined) focusRow(next.id);
    } else if (event.key === 'ArrowRight') firstHit(scroller.current, row.id)?.focus();
    else if (inside) return;
    else if (event.key === 'Enter') commands.open(row);
    else if (isAway(row)) return;
    else if (event.key === ' ') selection.toggle(row.id, event.shiftKey);
    else if (event.key === 'p') commands.pin(of);
    else if (event.key === 't') commands.tag(of);
    else if (event.key === 'a') commands.archive(of);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      commands.remove(of);
      if (neighbour !== undefined) focusRow(neighbour.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="@container flex min-h-80 min-w-0 flex-1 flex-col">
      <Head />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        <ul
          aria-label={t('library.list')}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
            if (id !== undefined) onCurrent(id);
          }}
          onKeyUp={(event) => {
            // Space selects: it does not press what has the focus.
            if (event.key === ' ' && event.target instanceof Element && event.target.matches('[data-session]'))
              event.preventDefault();
          }}
          className="relative w-full"
          style={{ height: virtual.getTotalSize() }}
        >
          {drawn.map((drawnItem) => {
            const item = items[drawnItem.index];
            if (item === undefined) return null;
            return (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={drawnItem.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${drawnItem.start}px)` }}
              >
                {item.type === 'day' ? (
                  <h3 className="px-4 pt-3 pb-1 font-medium text-ink-soft text-xs">{dayWords(item.day)}</h3>
                ) : (
                  <ListRow
                    row={item.row}
                    selected={selection.has(item.row.id)}
                    tabbable={item.row.id === tabbable}
                    words={words}
                    sorted={asked.sort !== 'updated'}
                    onOpen={() => commands.open(item.row)}
                    onSelect={(range) => {
                      selection.toggle(item.row.id, range);
                      setCurrent(item.row.id);
                    }}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** `2026-01-02`, or `pinned`, as a heading. */
function useDayWords(): (day: string) => string {
  const { t, format } = useText();
  const today = dayOf(new Date());
  const yesterday = dayOf(new Date(Date.now() - 86_400_000));
  return (day) => {
    if (day === 'pinned') return t('library.mark.pinned');
    if (day === today) return t('library.group.today');
    if (day === yesterday) return t('library.group.yesterday');
    return format.date(startOf(day) ?? day);
  };
}

const firstHit = (scroller: HTMLElement | null, id: string): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-hit]`) ?? null;

/** The names of the columns; one that can be sorted by is a button. */
function Head() {
  const t = useT();
  const { library } = useActions();
  const asked = useApp((data) => data.asked);
  const simple = useSimpleView();
  return (
    <div className="border-line border-b bg-canvas">
      <div className={cn(simple ? SIMPLE_GRID : GRID, 'h-8 items-center text-ink-soft text-xs')}>
        <span />
        {(simple ? SIMPLE_COLUMNS : COLUMNS).map(({ id, word, sort, figures, wide, middle }) => {
          const isSorted = sort !== undefined && asked.sort === sort;
          const isUp = (asked.direction ?? (sort === 'title' ? 'up' : 'down')) === 'up';
          const Arrow = isUp ? ArrowUp : ArrowDown;
          return (
            <span key={id} className={cn(wide && WIDE, middle && MIDDLE, figures && 'text-right')}>
              {sort === undefined ? (
                t(word)
              ) : (
                <button
                  type="button"
                  aria-label={t('library.sortBy', { column: t(word) })}
                  aria-pressed={isSorted}
                  onClick={() => library.ask({ sort, direction: isSorted ? (isUp ? 'down' : 'up') : undefined })}
                  className={cn(
                    'inline-flex items-center gap-0.5 rounded hover:text-ink',
                    isSorted && 'font-medium text-ink',
                  )}
                >
                  {t(word)}
                  {isSorted ? <Arrow aria-hidden className="size-3" /> : null}
                </button>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}

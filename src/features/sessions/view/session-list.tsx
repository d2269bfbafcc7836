import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import type { SessionSummary } from '../../../shared/contract.ts';
import { SessionRow } from './session-row.tsx';

type DayGroup = 'today' | 'yesterday' | 'thisWeek' | 'thisMonth';

export type Row =
  /** `group` is a fixed label, or the month that it names. */
  | { readonly type: 'heading'; readonly key: string; readonly group: DayGroup | { readonly month: Date } }
  | { readonly type: 'session'; readonly key: string; readonly session: SessionSummary };

const DAY_MS = 86_400_000;

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

function groupOf(updatedAt: string, now: Date): DayGroup | { readonly month: Date } {
  const date = new Date(updatedAt);
  // By calendar day and not by hours: an hour after midnight, earlier messages are yesterday's.
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 7) return 'thisWeek';
  if (days < 30) return 'thisMonth';
  return { month: new Date(date.getFullYear(), date.getMonth(), 1) };
}

const keyOf = (group: DayGroup | { readonly month: Date }): string =>
  typeof group === 'string' ? group : `${group.month.getFullYear()}-${group.month.getMonth() + 1}`;

/** Sessions whose title contains `search`, ignoring case. */
export function titlesWith(sessions: readonly SessionSummary[], search: string): readonly SessionSummary[] {
  const wanted = search.trim().toLocaleLowerCase();
  return wanted === '' ? sessions : sessions.filter((session) => session.title.toLocaleLowerCase().includes(wanted));
}

/** Newest first, under headings by day, week and month. */
export function groupSessions(sessions: readonly SessionSummary[], now: Date): readonly Row[] {
  const rows: Row[] = [];
  let last = '';
  for (const session of sessions.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))) {
    const group = groupOf(session.updatedAt, now);
    const key = keyOf(group);
    if (key !== last) rows.push({ type: 'heading', key: `heading ${key}`, group });
    last = key;
    rows.push({ type: 'session', key: session.id, session });
  }
  return rows;
}

/** Pixels at the usual text size; the virtual list measures the real ones. */
const ROW = 33;
const HEADING = 34;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

export function SessionList({
  sessions,
  onDone,
}: {
  readonly sessions: readonly SessionSummary[];
  readonly onDone?: (() => void) | undefined;
}) {
  const { t, format } = useText();
  const { select, remove } = useActions();
  const selected = useApp((data) => data.selected);
  const [renaming, setRenaming] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const today = new Date().toDateString();
  const rows = useMemo(() => groupSessions(sessions, new Date(today)), [sessions, today]);
  const ids = useMemo(() => rows.flatMap((row) => (row.type === 'session' ? [row.session.id] : [])), [rows]);
  const tabbable = selected !== undefined && ids.includes(selected) ? selected : ids[0];

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.type === 'heading' ? HEADING : ROW),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });

  /** A row far away is drawn first, then focused. */
  const focusRow = (id: string) => {
    const index = rows.findIndex((row) => row.key === id);
    virtual.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)?.focus();
    });
  };

  const removeRow = (id: string) => {
    void remove(id);
    onDone?.();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.session : undefined;
    if (id === undefined) return;
    const at = ids.indexOf(id);
    const to = wanted(event.key, at, ids.length);
    if (to !== undefined) {
      const next = ids[to];
      if (next !== undefined) focusRow(next);
    } else if (event.key === 'F2') {
      setRenaming(id);
    } else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey)) {
      removeRow(id);
      const next = ids[at + 1] ?? ids[at - 1];
      if (next !== undefined) focusRow(next);
    } else return;
    event.preventDefault();
  };

  const heading = (group: Extract<Row, { type: 'heading' }>['group']): string =>
    typeof group === 'string' ? t(`sessions.group.${group}`) : format.month(group.month);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
      <ul
        aria-label={t('common.conversations')}
        onKeyDown={onKeyDown}
        className="relative w-full"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {row.type === 'heading' ? (
                <h2 className="px-4.5 pt-3 pb-1 font-medium text-ink-soft text-xs">{heading(row.group)}</h2>
              ) : (
                <SessionRow
                  session={row.session}
                  selected={row.session.id === selected}
                  tabbable={row.session.id === tabbable}
                  renaming={row.session.id === renaming}
                  onRename={(on) => {
                    setRenaming(on ? row.session.id : undefined);
                    if (!on) focusRow(row.session.id);
                  }}
                  onRemove={() => removeRow(row.session.id)}
                  onDone={onDone}
                  onOpen={() => {
                    select(row.session.id);
                    onDone?.();
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function wanted(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), count - 1);
}

import { type KeyboardEvent, useCallback } from 'react';

const ROW = '[data-file-row]';

/** One stop of the Tab key for a list: arrows, Home and End go from row to row, and the row left is the one come back to. */
export function useRowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback((event) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW)];
    const active = document.activeElement;
    const at = active instanceof HTMLElement ? rows.indexOf(active) : -1;
    if (at === -1) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const next = to === undefined ? undefined : rows[to];
    if (next === undefined) return;
    event.preventDefault();
    for (const row of rows) row.tabIndex = row === next ? 0 : -1;
    next.focus();
  }, []);
}

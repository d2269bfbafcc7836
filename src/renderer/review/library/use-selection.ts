import { useCallback, useMemo, useState } from 'react';
import type { LibraryRow } from '../../../shared/review.ts';

export interface Selection {
  readonly rows: readonly LibraryRow[];
  has(id: string): boolean;
  /** `range`: all from the one chosen last to this one. */
  toggle(id: string, range?: boolean): void;
  clear(): void;
}

/** Selection of rows in the list: a row that leaves the list is deselected. */
export function useSelection(all: readonly LibraryRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const rows = useMemo(() => all.filter(({ id }) => ids.has(id)), [all, ids]);
  const toggle = useCallback(
    (id: string, range = false) => {
      setLast(id);
      setIds((before) => {
        const next = new Set(before);
        const [from, to] = [all.findIndex((row) => row.id === last), all.findIndex((row) => row.id === id)];
        if (range && from >= 0) {
          for (const row of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
        } else if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [all, last],
  );
  return { rows, has: (id) => ids.has(id), toggle, clear: () => setIds(new Set()) };
}

import { useCallback, useMemo, useState } from 'react';
import type { LibraryRow } from '../../../../shared/review.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Selection of rows in the list: a row that leaves the list is deselected. */
export function useSelection(all: readonly LibraryRow[]) {
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
  return {
    rows,
    has: (id: string) => ids.has(id) /** `range`: all from the one chosen last to this one. */,
    toggle,
    clear: () => setIds(new Set()),
  };
}

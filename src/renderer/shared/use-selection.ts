import { useCallback, useMemo, useState } from 'react';

/** Selection of rows in a list: a row that leaves the list is deselected. */
export function useSelection<T extends { readonly id: string }>(all: readonly T[]) {
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
    has: (id: string) => ids.has(id),
    /** `range`: all from the one chosen last to this one. */
    toggle,
    fill: () => setIds(new Set(all.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Row to which a key leads from the row `at`, of `count`; undefined for other keys. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), count - 1);
}

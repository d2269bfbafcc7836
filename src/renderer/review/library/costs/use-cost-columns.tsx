import { CornerUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Carried, SessionCosts } from '../../../../shared/review.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { useActions } from '../../../store/index.ts';
import { cn } from '../../../ui/index.ts';
import type { CostColumn } from './cost-table.tsx';

export interface CostTableProps {
  readonly session: string;
  readonly costs: SessionCosts;
  readonly texts: { readonly label: string; readonly empty: string };
}

/** For a branch: the count before it, which is not included here. */
function Before({ times }: { readonly times: number }) {
  const t = useT();
  const format = useFormat();
  if (times === 0) return null;
  return (
    <span className="shrink-0 text-ink-soft text-sm">
      {t('library.costs.before', { count: times, n: format.number(times) })}
    </span>
  );
}

/** Columns that several tables have, and the way from a row to its place in the conversation. */
export function useCostColumns(session: string) {
  const t = useT();
  const format = useFormat();
  const { openAt } = useActions();

  const place = (seq: number, words: string, detail?: ReactNode, past = false, exact = false) => (
    <button
      type="button"
      title={t('library.costs.go', { what: words })}
      onClick={() => openAt(session, seq, { past })}
      className={cn(
        'group flex max-w-full min-w-0 cursor-default items-center gap-1.5 rounded text-left',
        // A command, as it was typed.
        exact && 'font-mono text-sm',
      )}
    >
      <span className="min-w-0 truncate font-medium group-hover:underline">{words}</span>
      {detail}
      <CornerUpRight aria-hidden className="size-3 shrink-0 text-ink-faint" />
    </button>
  );
  const named = <T,>(
    id: string,
    label: string,
    nameOf: (row: T) => string,
    seqOf: (row: T) => number,
    copiedOf: (row: T) => number = () => 0,
  ) =>
    ({
      id,
      label,
      by: nameOf,
      cell: (row: T) => place(seqOf(row), nameOf(row), <Before times={copiedOf(row)} />),
    }) satisfies CostColumn<T>;
  const figure = <T,>(
    id: string,
    label: string,
    of: (row: T) => number,
    show: (value: number) => string,
    wide = false,
  ) => ({ id, label, by: of, cell: (row: T) => show(of(row)), figures: true, wide }) satisfies CostColumn<T>;
  const money = <T extends { readonly cost?: number | undefined }>(): CostColumn<T> => ({
    id: 'cost',
    label: t('library.costs.column.cost'),
    figures: true,
    by: ({ cost }) => cost ?? -1,
    cell: ({ cost }) => (cost === undefined ? <span title={t('library.noCost')}>–</span> : format.dollars(cost)),
  });
  const share = <T extends { readonly share?: number | undefined }>(): CostColumn<T> => ({
    id: 'share',
    label: t('library.costs.column.share'),
    figures: true,
    by: (row) => row.share ?? -1,
    cell: (row) => (row.share === undefined ? '–' : format.percent(row.share)),
  });
  const carried = <T extends Carried>(): readonly CostColumn<T>[] => [
    figure<T>('once', t('library.costs.column.once'), ({ tokens }) => tokens, format.tokens, true),
    figure<T>('requests', t('library.costs.column.requests'), ({ requests }) => requests, format.number, true),
    figure<T>('carried', t('library.costs.column.carried'), (row) => row.carried, format.tokens),
    figure<T>('cached', t('library.costs.column.cachedOf'), ({ cached }) => cached, format.tokens, true),
    money<T>(),
    share<T>(),
  ];
  return { t, format, place, named, figure, money, share, carried };
}

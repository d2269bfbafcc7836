import { CornerUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { useActions } from '../../../../renderer/store/index.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import type { Carried, SessionCosts } from '../../../../shared/review.ts';
import type { CostColumn, CostColumnId } from './cost-table.tsx';

export interface CostTableProps {
  readonly session: string;
  readonly costs: SessionCosts;
  readonly texts: { readonly label: string; readonly empty: string };
}

interface Placed {
  readonly seq: number;
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
export function useCostColumns<T extends Placed>(session: string) {
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
  const named = (
    id: CostColumnId,
    nameOf: (row: T) => string,
    copiedOf: (row: T) => number = () => 0,
  ): CostColumn<T> => ({
    id,
    by: nameOf,
    cell: (row) => place(row.seq, nameOf(row), <Before times={copiedOf(row)} />),
  });
  const figureOf = <R,>(
    id: CostColumnId,
    of: (row: R) => number,
    show = format.number,
    wide = true,
  ): CostColumn<R> => ({ id, by: of, cell: (row) => show(of(row)), figures: true, wide });
  const money: CostColumn<{ readonly cost?: number | undefined }> = {
    id: 'cost',
    figures: true,
    by: ({ cost }) => cost ?? -1,
    cell: ({ cost }) => (cost === undefined ? <span title={t('library.noCost')}>–</span> : format.dollars(cost)),
  };
  const share: CostColumn<{ readonly share?: number | undefined }> = {
    id: 'share',
    figures: true,
    by: (row) => row.share ?? -1,
    cell: (row) => (row.share === undefined ? '–' : format.percent(row.share)),
  };
  const carried: readonly CostColumn<Carried>[] = [
    figureOf('once', ({ tokens }) => tokens, format.tokens),
    figureOf('requests', ({ requests }) => requests),
    figureOf('carried', (row) => row.carried, format.tokens, false),
    figureOf('cachedOf', ({ cached }) => cached, format.tokens),
    money,
    share,
  ];
  return { t, format, place, named, figure: figureOf<T>, money, share, carried };
}

import { CornerUpRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useT, useText, type WordKey } from '../../../../renderer/i18n.ts';
import { useActions } from '../../../../renderer/store/index.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import { SortHeading } from '../../../../renderer/workbench/table.tsx';
import type { Carried } from '../../../../shared/review.ts';
import { NoFigure } from './list-row.tsx';

type Below<K> = K extends `library.costs.column.${infer Id}` ? Id : never;
/** Names the column in the messages. */
type CostColumnId = Below<WordKey>;

interface CostColumn<T> {
  readonly id: CostColumnId;
  readonly by: (row: T) => number | string;
  readonly cell: (row: T) => ReactNode;
  /** Names at the left, figures at the right. */
  readonly figures?: boolean;
  /** Hidden if space is short. */
  readonly wide?: boolean;
}

/** Sorted by any column, at first by `sorted`; figures the largest first. The bar below a row's name is its share. */
export function CostTable<T>({
  label,
  rows,
  columns,
  sorted,
  keyOf,
  shareOf,
  empty,
}: {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly CostColumn<T>[];
  readonly sorted: CostColumnId;
  readonly keyOf: (row: T) => string;
  /** 0 to 1; undefined where none is known. */
  readonly shareOf?: (row: T) => number | undefined;
  readonly empty: string;
}) {
  const t = useT();
  const [order, setOrder] = useState({ id: sorted, up: false });
  const shown = useMemo(() => {
    const by = columns.find(({ id }) => id === order.id)?.by;
    if (by === undefined) return rows;
    const sign = order.up ? 1 : -1;
    return rows.toSorted((a, b) => {
      const [x, y] = [by(a), by(b)];
      if (typeof x === 'string' || typeof y === 'string') return sign * String(x).localeCompare(String(y));
      return sign * (x - y);
    });
  }, [rows, columns, order]);
  const most = Math.max(...rows.map((row) => shareOf?.(row) ?? 0), Number.MIN_VALUE);

  if (rows.length === 0) return <p className="px-4 py-6 text-ink-soft">{empty}</p>;
  return (
    <table className="w-full border-collapse text-base">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="text-ink-soft text-xs">
          {columns.map(({ id, figures, wide }) => (
            <SortHeading
              key={id}
              name={t(`library.costs.column.${id}`)}
              sorted={order.id === id ? (order.up ? 'up' : 'down') : undefined}
              figures={figures}
              className={cn('sticky top-0 bg-canvas first:pl-4 last:pr-4', wide && 'hidden @4xl:table-cell')}
              onSort={() => setOrder({ id, up: order.id === id ? !order.up : figures !== true })}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => {
          const share = shareOf?.(row);
          return (
            <tr key={keyOf(row)} className="border-line border-t align-top hover:bg-hover">
              {columns.map(({ id, cell, figures, wide }, index) => (
                <td
                  key={id}
                  className={cn(
                    'px-2 py-2 first:pl-4 last:pr-4',
                    figures ? 'whitespace-nowrap text-right tabular-nums' : 'min-w-0',
                    index === 0 && 'w-full max-w-0',
                    wide && 'hidden @4xl:table-cell',
                  )}
                >
                  {cell(row)}
                  {index === 0 && share !== undefined ? (
                    <span aria-hidden className="mt-1 block h-1 max-w-96 overflow-hidden rounded-full bg-sunken">
                      <span
                        className="block h-full rounded-full bg-part-skill"
                        style={{ width: `${(share / most) * 100}%` }}
                      />
                    </span>
                  ) : null}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A row with its first place; of a branch, with the count before it, which is not included here. */
interface CostRow {
  readonly name: string;
  readonly seq: number;
  readonly copied: number;
}

function Before({ times }: { readonly times: number }) {
  const { t, format } = useText();
  if (times === 0) return null;
  return (
    <span className="shrink-0 text-ink-soft text-sm">
      {t('library.costs.before', { count: times, n: format.number(times) })}
    </span>
  );
}

/** Columns that several tables have, and the way from a row to its place in the conversation. */
export function useCostColumns(session: string) {
  const { t, format } = useText();
  const { openAt } = useActions();

  const place = (seq: number, words: string, detail?: ReactNode, past = false) => (
    <button
      type="button"
      title={t('library.costs.go', { what: words })}
      onClick={() => openAt(session, seq, { past })}
      className="group flex max-w-full min-w-0 cursor-default items-center gap-1.5 rounded text-left"
    >
      <span className="min-w-0 truncate font-medium group-hover:underline">{words}</span>
      {detail}
      <CornerUpRight aria-hidden className="size-3 shrink-0 text-ink-faint" />
    </button>
  );
  const named = (id: CostColumnId): CostColumn<CostRow> => ({
    id,
    by: ({ name }) => name,
    cell: ({ seq, name, copied }) => place(seq, name, <Before times={copied} />),
  });
  const figure = <R,>(
    id: CostColumnId,
    of: (row: R) => number | undefined,
    show = format.number,
    wide = true,
  ): CostColumn<R> => ({
    id,
    by: (row) => of(row) ?? -1,
    cell: (row) => {
      const value = of(row);
      return value === undefined ? <NoFigure words={t('library.unrecorded')} /> : show(value);
    },
    figures: true,
    wide,
  });
  const money: CostColumn<{ readonly cost?: number | undefined }> = {
    id: 'cost',
    figures: true,
    by: ({ cost }) => cost ?? -1,
    cell: ({ cost }) => (cost === undefined ? <NoFigure words={t('library.noCost')} /> : format.dollars(cost)),
  };
  const share: CostColumn<{ readonly share?: number | undefined }> = {
    id: 'share',
    figures: true,
    by: (row) => row.share ?? -1,
    cell: (row) => (row.share === undefined ? '–' : format.percent(row.share)),
  };
  const carried: readonly CostColumn<Carried>[] = [
    figure('once', ({ tokens }) => tokens, format.tokens),
    figure('requests', ({ requests }) => requests),
    figure('carried', (row) => row.carried, format.tokens, false),
    figure('cachedOf', ({ cached }) => cached, format.tokens),
    money,
    share,
  ];
  return { t, format, place, named, figure, money, share, carried };
}

import { ArrowDown, ArrowUp, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n.ts';
import { cn, Tooltip } from '../ui/index.ts';
import type { Finding } from './code-editor.tsx';

const ICONS = {
  error: { Icon: CircleAlert, className: 'text-danger' },
  warning: { Icon: TriangleAlert, className: 'text-warning' },
  info: { Icon: Info, className: 'text-accent' },
} as const;

export function SeverityIcon({ severity }: { readonly severity: Finding['severity'] }) {
  const t = useT();
  const { Icon, className } = ICONS[severity];
  return <Icon role="img" aria-label={t(`author.findings.${severity}`)} className={`size-4 shrink-0 ${className}`} />;
}

export interface Column {
  readonly name: string;
  /** Explains the name. */
  readonly hint?: string;
  /** Named for screen readers only. */
  readonly hidden?: boolean;
  readonly align?: 'right';
  /** Sets its width. */
  readonly className?: string;
}

/** The head of a table of an author's: a row of quiet column names. */
function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr className="text-left text-ink-soft text-sm">
        {columns.map(({ name, hint, hidden = false, align, className }, index) => (
          <th
            key={name}
            scope="col"
            className={cn(
              'pb-1 font-normal',
              index > 0 && !hidden && 'pl-3',
              align === 'right' && 'text-right',
              className,
            )}
          >
            {hidden ? (
              <span className="sr-only">{name}</span>
            ) : hint === undefined ? (
              name
            ) : (
              <Tooltip content={hint}>
                <span>{name}</span>
              </Tooltip>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A column's name as a button that sorts by it. */
export function SortHeading({
  name,
  sorted,
  figures = false,
  className,
  onSort,
}: {
  readonly name: string;
  /** Absent: the table is sorted by another column. */
  readonly sorted: 'up' | 'down' | undefined;
  readonly figures?: boolean | undefined;
  readonly className?: string | undefined;
  readonly onSort: () => void;
}) {
  const Arrow = sorted === 'up' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted === undefined ? 'none' : sorted === 'up' ? 'ascending' : 'descending'}
      className={cn('px-2 py-2 font-normal', figures ? 'text-right' : 'text-left', className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={cn(
          'inline-flex items-center gap-0.5 whitespace-nowrap rounded hover:text-ink',
          sorted !== undefined && 'font-medium text-ink',
        )}
      >
        {name}
        {sorted === undefined ? null : <Arrow aria-hidden className="size-3" />}
      </button>
    </th>
  );
}

interface FigureRow {
  readonly key: string;
  readonly name: ReactNode;
  /** One for each column after the first. */
  readonly cells: readonly ReactNode[];
}

/** A name and its figures in each row. */
export function FigureTable({
  caption,
  columns,
  rows,
}: {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly FigureRow[];
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-xl border-collapse text-base">
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} />
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 text-left font-normal">
                {name}
              </th>
              {cells.map((cell, index) => {
                const column = columns[index + 1];
                const isFigure = column?.align === 'right';
                return (
                  <td
                    key={column?.name}
                    className={cn('py-1.5 pl-3', isFigure && 'whitespace-nowrap text-right tabular-nums')}
                  >
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

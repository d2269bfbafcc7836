import { cn } from '../../ui/index.ts';

export interface Column {
  readonly name: string;
  /** Named for screen readers only. */
  readonly hidden?: boolean;
  readonly align?: 'right';
  /** Sets its width. */
  readonly className?: string;
}

/** The head of a table of an author's: a row of quiet column names. */
export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr className="text-left text-ink-soft text-sm">
        {columns.map(({ name, hidden = false, align, className }, index) => (
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
            {hidden ? <span className="sr-only">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

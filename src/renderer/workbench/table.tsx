import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useT } from '../i18n.ts';
import { cn } from '../ui/index.ts';
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

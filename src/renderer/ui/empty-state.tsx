import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** Placeholder for an empty view: its purpose and the next step. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  className,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center gap-1 px-6 py-10 text-center', className)}>
      {icon === undefined ? null : (
        <div className="mb-2 text-ink-faint [&_svg]:size-6" aria-hidden>
          {icon}
        </div>
      )}
      <p className="font-medium text-base text-ink">{title}</p>
      {description === undefined ? null : <p className="max-w-72 text-pretty text-ink-soft text-sm">{description}</p>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}

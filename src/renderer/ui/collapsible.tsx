import { Collapsible as Base } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A line that unfolds. `summary` is the button's content; the chevron turns. */
export function Collapsible({
  summary,
  children,
  open,
  defaultOpen = false,
  onOpenChange,
  className,
  triggerClassName,
  chevron = 'start',
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean | undefined;
  readonly defaultOpen?: boolean;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly className?: string;
  readonly triggerClassName?: string;
  readonly chevron?: 'start' | 'end' | 'none';
}) {
  const mark = (
    <ChevronRight
      aria-hidden
      className="size-4 shrink-0 text-ink-faint transition-transform duration-fast group-data-panel-open:rotate-90"
    />
  );
  return (
    <Base.Root
      className={cn('min-w-0', className)}
      defaultOpen={defaultOpen}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger
        className={cn(
          'group flex w-full min-w-0 cursor-default items-center gap-1.5 rounded-control text-left',
          triggerClassName,
        )}
      >
        {chevron === 'start' ? mark : null}
        <span className="min-w-0 flex-1">{summary}</span>
        {chevron === 'end' ? mark : null}
      </Base.Trigger>
      <Base.Panel className="h-(--collapsible-panel-height) overflow-hidden transition-[height] duration-slow data-ending-style:h-0 data-starting-style:h-0">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}

import { Collapsible as Base } from '@base-ui/react/collapsible';
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.tsx';

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

export interface TabItem<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly panel: ReactNode;
}

/** `orientation="vertical"` sets the list at the left, as in settings. */
export function Tabs<T extends string>({
  items,
  value,
  onChange,
  label,
  orientation = 'horizontal',
  className,
  listClassName,
}: {
  readonly items: readonly TabItem<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly label: string;
  readonly orientation?: 'horizontal' | 'vertical';
  readonly className?: string;
  /** Class of the list only, for example for space at its end. */
  readonly listClassName?: string;
}) {
  const vertical = orientation === 'vertical';
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: T) => onChange(next)}
      orientation={orientation}
      className={cn('flex min-h-0 min-w-0', vertical ? 'flex-row' : 'flex-col', className)}
    >
      <BaseTabs.List
        aria-label={label}
        className={cn(
          'flex shrink-0 gap-0.5',
          vertical ? 'w-44 flex-col border-line border-r p-3 pt-1' : 'flex-wrap border-line border-b px-3',
          listClassName,
        )}
      >
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            value={item.value}
            className={cn(
              'flex cursor-default items-center gap-2 text-base text-ink-soft transition-colors duration-fast hover:text-ink data-active:text-ink [&_svg]:size-4',
              vertical
                ? 'h-8 rounded-control px-2 hover:bg-hover data-active:bg-selected data-active:font-medium'
                : '-mb-px h-9 border-transparent border-b-2 px-2 data-active:border-accent data-active:font-medium',
            )}
          >
            {item.icon}
            {item.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel
          key={item.value}
          value={item.value}
          className="min-h-0 min-w-0 flex-1 overflow-y-auto outline-offset-[-2px]"
        >
          {item.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}

import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

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
    <Base.Root
      value={value}
      onValueChange={(next: T) => onChange(next)}
      orientation={orientation}
      className={cn('flex min-h-0 min-w-0', vertical ? 'flex-row' : 'flex-col', className)}
    >
      <Base.List
        aria-label={label}
        className={cn(
          'flex shrink-0 gap-0.5',
          vertical ? 'w-44 flex-col border-line border-r p-3 pt-1' : 'flex-wrap border-line border-b px-3',
          listClassName,
        )}
      >
        {items.map((item) => (
          <Base.Tab
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
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel
          key={item.value}
          value={item.value}
          className="min-h-0 min-w-0 flex-1 overflow-y-auto outline-offset-[-2px]"
        >
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.tsx';

/** A small panel beside its trigger. `title` names it for screen readers and is shown. */
export function Popover({
  trigger,
  title,
  align = 'center',
  side = 'bottom',
  open,
  onOpenChange,
  className,
  children,
}: {
  readonly trigger: ReactElement;
  readonly title?: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            className={cn(
              'max-h-(--available-height) w-72 overflow-y-auto rounded-panel border border-line bg-raised p-3 text-base text-ink shadow-float outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            {title === undefined ? null : <Base.Title className="mb-1 font-semibold text-base">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

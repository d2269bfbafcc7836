import { ScrollArea as Base } from '@base-ui/react/scroll-area';
import type { ReactNode, Ref } from 'react';
import { cn } from './cn.ts';

/** Scrolls with a thin bar that takes no space. `viewportRef` is the scrolling element. */
export function ScrollArea({
  className,
  viewportRef,
  label,
  children,
}: {
  readonly className?: string;
  readonly viewportRef?: Ref<HTMLDivElement>;
  /** Names the region, where nothing around it does. */
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root className={cn('relative min-h-0', className)}>
      <Base.Viewport
        ref={viewportRef}
        className="h-full overscroll-contain outline-offset-[-2px]"
        {...(label === undefined ? {} : { role: 'region', 'aria-label': label })}
      >
        <Base.Content className="min-w-0!">{children}</Base.Content>
      </Base.Viewport>
      <Base.Scrollbar className="m-0.5 flex w-1.5 justify-center opacity-0 transition-opacity duration-slow data-hovering:opacity-100 data-scrolling:opacity-100">
        <Base.Thumb className="w-full rounded-full bg-line-strong" />
      </Base.Scrollbar>
    </Base.Root>
  );
}

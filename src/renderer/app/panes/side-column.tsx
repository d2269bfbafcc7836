import type { ReactNode, RefObject } from 'react';
import { cn, Drawer } from '../../ui/index.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { Pane } from './use-panes.ts';

/** A landmark beside the chat, or a drawer over it. */
export function SideColumn({
  pane,
  side,
  label,
  column,
  className,
  covered = false,
  children,
}: {
  readonly pane: Pane;
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly column: RefObject<HTMLElement | null>;
  readonly className: string;
  /** A pane covers it. */
  readonly covered?: boolean;
  readonly children: ReactNode;
}) {
  const content = <ErrorBoundary>{children}</ErrorBoundary>;
  if (!pane.docked) {
    return (
      <Drawer open={pane.open} onOpenChange={pane.setOpen} side={side} label={label}>
        {content}
      </Drawer>
    );
  }
  if (!pane.open) return null;
  const Landmark = side === 'left' ? 'nav' : 'aside';
  return (
    <Landmark
      ref={column}
      aria-label={label}
      inert={covered}
      className={cn('min-h-0 shrink-0 border-line bg-side', className)}
    >
      {content}
    </Landmark>
  );
}

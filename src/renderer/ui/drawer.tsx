import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { BACKDROP } from './dialog.tsx';

/** A side column that slides over the window where there is no room beside it. */
export function Drawer({
  open,
  onOpenChange,
  side,
  label,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={cn(
            'fixed inset-y-0 z-40 flex w-[min(22rem,calc(100vw-3rem))] flex-col overflow-hidden bg-side text-ink shadow-dialog outline-none transition-transform duration-slow',
            side === 'left'
              ? 'left-0 border-line border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 border-line border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
          )}
        >
          <Base.Title className="sr-only">{label}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

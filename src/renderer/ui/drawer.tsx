import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cn } from './cn.ts';
import { BACKDROP, CLOSE } from './dialog.tsx';
import { useUiWords } from './words.tsx';

/** A side panel that slides over the window if there is no space beside the content. */
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
  const words = useUiWords();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className={cn(
            'fixed inset-y-0 z-40 flex w-[min(22rem,calc(100vw-3rem))] flex-col overflow-clip bg-side text-ink shadow-dialog outline-none transition-transform duration-slow',
            side === 'left'
              ? 'left-0 border-line border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 border-line border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
          )}
        >
          <header className="flex h-12 shrink-0 items-center justify-between gap-2 border-line border-b pr-2 pl-4">
            <Base.Title className="truncate text-ink-soft text-sm">{label}</Base.Title>
            <Base.Close aria-label={words.close} className={CLOSE}>
              <X className="size-4" aria-hidden />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { BACKDROP, POPUP } from './dialog.tsx';
import { useCountAsDialog } from './open-dialogs.ts';

/** A modal near the top with only an accessible name: the command palette. */
export function BareDialog({
  open,
  onClose,
  label,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}) {
  useCountAsDialog(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center px-4 pt-[14vh]">
          <Base.Popup className={cn(POPUP, 'max-h-[80vh] max-w-xl')}>
            <Base.Title className="sr-only">{label}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { BACKDROP, CENTER, POPUP } from './dialog.tsx';
import { useCountAsDialog } from './open-dialogs.ts';

/** A question that must be answered: the backdrop does not close it; Escape means no. */
export function AlertDialog({
  open,
  onClose,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger = false,
  onConfirm,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
}) {
  useCountAsDialog(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        {/* Also above another dialog. */}
        <Base.Backdrop forceRender className={BACKDROP} />
        <Base.Viewport className={CENTER}>
          <Base.Popup className={cn(POPUP, 'max-w-sm p-5')}>
            <Base.Title className="font-semibold text-lg">{title}</Base.Title>
            <Base.Description className="mt-1.5 text-base text-ink-soft">{description}</Base.Description>
            <div className="mt-5 flex justify-end gap-2">
              <Base.Close render={<Button variant="secondary" />}>{cancelLabel}</Base.Close>
              <Base.Close render={<Button variant={danger ? 'danger' : 'primary'} />} onClick={onConfirm}>
                {confirmLabel}
              </Base.Close>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

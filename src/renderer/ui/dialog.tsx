import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { cn, useUiWords } from './cn.tsx';

// Tells whether a dialog is open, wherever it was opened from: notices then keep away from its buttons.

let open = 0;
const listeners = new Set<() => void>();

function add(count: 1 | -1): void {
  open += count;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For the dialog itself. */
export function useCountAsDialog(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    add(1);
    return () => add(-1);
  }, [isOpen]);
}

export const useIsDialogOpen = (): boolean => useSyncExternalStore(listen, () => open > 0);

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Element that gets the focus on close; `null`: the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
  /** Omits the body's padding, for content that has its own. */
  readonly flush?: boolean;
  /** Nothing in it can be pressed: the body itself takes the keys that scroll. */
  readonly reading?: boolean;
  /** More comes into it while one presses something: its top stays where it is, and it grows downward. */
  readonly growing?: boolean;
  readonly children: ReactNode;
}

const SIZES = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' } as const;

export const BACKDROP =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-slow data-ending-style:opacity-0 data-starting-style:opacity-0';
export const POPUP =
  'relative flex max-h-[min(46rem,calc(100dvh-4rem))] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-panel border border-line bg-raised text-ink shadow-dialog outline-none transition-[opacity,scale] duration-slow data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';
export const CLOSE =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-hover hover:text-ink';
export const CENTER = 'fixed inset-0 z-40 flex items-center justify-center p-4';

/** A modal with a title, a scrolling body and, where given, a footer of buttons. Escape and the backdrop close it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'md',
  footer,
  initialFocus,
  finalFocus,
  flush = false,
  reading = false,
  growing = false,
  children,
}: DialogProps) {
  const words = useUiWords();
  useCountAsDialog(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className={cn(CENTER, growing && 'items-start pt-[8dvh]')}>
          <Base.Popup
            className={cn(POPUP, SIZES[size])}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            {...(finalFocus === undefined ? {} : { finalFocus: () => finalFocus() ?? true })}
          >
            <header className="px-5 pt-4 pr-14 pb-3">
              <div>
                <Base.Title className="font-semibold text-lg">{title}</Base.Title>
                {description === undefined ? null : (
                  <Base.Description className="mt-0.5 text-base text-ink-soft">{description}</Base.Description>
                )}
              </div>
            </header>
            <div
              className={cn(
                'min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]',
                flush ? '' : 'px-5 pb-5',
                reading && 'pt-2',
              )}
              {...(reading ? { tabIndex: 0 } : {})}
            >
              {children}
            </div>
            {footer === undefined ? null : (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
                {footer}
              </footer>
            )}
            {/* Last in the order of the Tab key, so that a dialog opens on its content. */}
            <Base.Close aria-label={words.close} className={cn(CLOSE, 'absolute top-3 right-3')}>
              <X className="size-4" aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

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
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseAlertDialog.Portal>
        {/* Also above another dialog. */}
        <BaseAlertDialog.Backdrop forceRender className={BACKDROP} />
        <BaseAlertDialog.Viewport className={CENTER}>
          <BaseAlertDialog.Popup className={cn(POPUP, 'max-w-sm p-5')}>
            <BaseAlertDialog.Title className="font-semibold text-lg">{title}</BaseAlertDialog.Title>
            <BaseAlertDialog.Description className="mt-1.5 text-base text-ink-soft">
              {description}
            </BaseAlertDialog.Description>
            <div className="mt-5 flex justify-end gap-2">
              <BaseAlertDialog.Close render={<Button variant="secondary" />}>{cancelLabel}</BaseAlertDialog.Close>
              <BaseAlertDialog.Close render={<Button variant={danger ? 'danger' : 'primary'} />} onClick={onConfirm}>
                {confirmLabel}
              </BaseAlertDialog.Close>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}

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

import { type CSSProperties, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast } from 'sonner';
import { useUiWords } from './cn.tsx';
import { useIsDialogOpen } from './dialog.tsx';

/** Below: above the message box, which extends below this corner if no column is beside the chat. */
const OFFSET = { top: '1rem', bottom: '8.5rem', right: '1rem', left: '1rem' };

/** In `rem`, so that larger text gets more space. */
const WIDTH = { '--width': '22rem' } as CSSProperties;

const place = Promise.withResolvers<void>();

/** Resolves once there is a place that shows them: before, they would be lost. */
export const toasts = async () => {
  await place.promise;
  return toast;
};

/**
 * Shows what `notify` reports, above dialogs and drawers too: they cover the page's root. At the lower right, but at the
 * top while a dialog is open, whose buttons are at its lower right.
 */
export function Toaster({ label, theme }: { readonly label: string; readonly theme: 'light' | 'dark' }) {
  const words = useUiWords();
  const isDialogOpen = useIsDialogOpen();
  useEffect(() => place.resolve(), []);
  return createPortal(
    <Sonner
      closeButton
      style={WIDTH}
      theme={theme}
      position={isDialogOpen ? 'top-center' : 'bottom-right'}
      containerAriaLabel={label}
      gap={8}
      offset={OFFSET}
      mobileOffset={OFFSET}
      toastOptions={{
        closeButtonAriaLabel: words.close,
        classNames: {
          closeButton: 'border-line! bg-raised! text-ink-soft! hover:text-ink!',
          toast: 'border-line! bg-raised! text-ink! shadow-float! rounded-panel! font-sans! text-base!',
          description: 'text-ink-soft!',
          actionButton: 'bg-accent! text-on-accent! rounded-control! font-medium! text-sm! h-auto! px-2.5! py-1!',
        },
      }}
    />,
    document.body,
  );
}

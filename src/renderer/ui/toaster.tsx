import { Toaster as Sonner, toast } from 'sonner';

/** Above the message box, which reaches under this corner where no column stands beside the chat. */
const OFFSET = { bottom: '8.5rem', right: '1rem', left: '1rem' };

/** Shows what `notify` is told, at the lower right. */
export function Toaster({ label, theme }: { readonly label: string; readonly theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      containerAriaLabel={label}
      gap={8}
      offset={OFFSET}
      mobileOffset={OFFSET}
      toastOptions={{
        classNames: {
          toast: 'border-line! bg-raised! text-ink! shadow-float! rounded-panel! font-sans! text-base!',
          description: 'text-ink-soft!',
          actionButton: 'bg-accent! text-on-accent! rounded-control! font-medium! text-sm! h-auto! px-2.5! py-1!',
        },
      }}
    />
  );
}

/** Milliseconds a toast with something to undo stays. */
const UNDO_MS = 10_000;
/** Long enough to read what to do. */
const ERROR_MS = 10_000;

export const notify = {
  error(title: string, description?: string): void {
    toast.error(title, { ...(description === undefined ? {} : { description }), id: title, duration: ERROR_MS });
  },
  done(message: string): void {
    toast.success(message);
  },
  undo(message: string, label: string, onUndo: () => void): void {
    toast(message, { duration: UNDO_MS, action: { label, onClick: onUndo } });
  },
} as const;

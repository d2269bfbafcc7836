import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast } from 'sonner';
import { useUiWords } from './words.tsx';

/** Above the message box, which extends below this corner if no column is beside the chat. */
const OFFSET = { bottom: '8.5rem', right: '1rem', left: '1rem' };

/** In `rem`, so that larger text gets more space. */
const WIDTH = { '--width': '22rem' } as CSSProperties;

/** Shows what `notify` reports, at the lower right, above dialogs and drawers too: they cover the page's root. */
export function Toaster({ label, theme }: { readonly label: string; readonly theme: 'light' | 'dark' }) {
  const words = useUiWords();
  return createPortal(
    <Sonner
      closeButton
      style={WIDTH}
      theme={theme}
      position="bottom-right"
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

/** Milliseconds a toast with something to undo stays. */
const UNDO_MS = 10_000;
/** Long enough to read what to do. */
const ERROR_MS = 10_000;

/** Text in another language, one click away. */
export interface Details {
  readonly label: string;
  readonly text: string;
  /** BCP 47, of the text. */
  readonly language: string;
}

function MoreOfIt({ label, text, language }: Details) {
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-default rounded text-sm underline underline-offset-2">{label}</summary>
      <p lang={language} className="mt-1 max-h-40 overflow-auto text-sm [overflow-wrap:anywhere]">
        {text}
      </p>
    </details>
  );
}

export const notify = {
  error(title: string, description?: string, details?: Details): void {
    const text =
      details === undefined ? (
        description
      ) : (
        <>
          {description}
          <MoreOfIt {...details} />
        </>
      );
    toast.error(title, { ...(text === undefined ? {} : { description: text }), id: title, duration: ERROR_MS });
  },
  /** Reports success with a consequence that is not visible at once. */
  beware(title: string, description: string): void {
    toast.warning(title, { description, id: title, duration: ERROR_MS });
  },
  done(message: string): void {
    toast.success(message);
  },
  undo(message: string, label: string, onUndo: () => void): void {
    toast(message, { duration: UNDO_MS, action: { label, onClick: onUndo } });
  },
} as const;

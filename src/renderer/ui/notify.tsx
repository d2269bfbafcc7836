import type { toast as Toast } from 'sonner';

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

/** In their order, once the place for them is there: it is no part of the first paint. */
function show(report: (toast: typeof Toast) => void): void {
  void import('./toaster.tsx').then(async ({ toasts }) => report(await toasts()));
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
    show((toast) =>
      toast.error(title, { ...(text === undefined ? {} : { description: text }), id: title, duration: ERROR_MS }),
    );
  },
  /** Reports success with a consequence that is not visible at once. */
  beware(title: string, description: string): void {
    show((toast) => toast.warning(title, { description, id: title, duration: ERROR_MS }));
  },
  done(message: string): void {
    show((toast) => toast.success(message));
  },
  undo(message: string, label: string, onUndo: () => void): void {
    show((toast) => toast(message, { duration: UNDO_MS, action: { label, onClick: onUndo } }));
  },
} as const;

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useT } from '../i18n.ts';
import { Button, cn } from '../ui/index.ts';

/** The body of one tab. */
export const Section = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex min-h-full flex-col gap-5 px-5 pt-1 pb-6">{children}</div>
);

/** Part of a tab under its own heading. */
export function TitledSection({
  title,
  hint,
  className,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn('flex flex-col gap-2', className)}>
      <div>
        <h3 id={id} className="font-medium text-base">
          {title}
        </h3>
        {hint === undefined ? null : <p className="text-pretty text-ink-soft text-sm">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** Replaces a list that has no rows. */
export const EmptyNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">{children}</p>
);

/** Says what was removed. Takes the focus, whose element is gone with the row; give each removal its own key. */
export function UndoNote({ onUndo, children }: { readonly onUndo: () => void; readonly children: ReactNode }) {
  const t = useT();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      <Button ref={undo} size="sm" onClick={onUndo}>
        {t('common.undo')}
      </Button>
    </p>
  );
}

/** A form inside a dialog. Escape closes it alone. */
export function InnerForm({
  label,
  ref,
  onSubmit,
  onCancel,
  children,
}: {
  readonly label: string;
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      ref={ref}
      aria-label={label}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-3"
    >
      {children}
    </form>
  );
}

/** True while the work that is given to the function is under way. */
export function useBusy(): [boolean, <T>(work: Promise<T>) => Promise<T>] {
  const [busy, setBusy] = useState(false);
  const during = async <T,>(work: Promise<T>): Promise<T> => {
    setBusy(true);
    return work.finally(() => setBusy(false));
  };
  return [busy, during];
}

import { type ReactNode, useId } from 'react';
import { useT } from '../i18n.ts';
import type { Failure } from '../store/index.ts';
import { Button } from '../ui/index.ts';
import { Dialog, type DialogProps } from '../ui/on-demand.ts';
import { FailureNote } from './failures.tsx';

/** A form as a dialog: Cancel and one button that sends it, and below the fields why that failed. */
export function FormDialog({
  submit,
  ready,
  busy = false,
  failure,
  other,
  onSubmit,
  children,
  ...dialog
}: Omit<DialogProps, 'footer'> & {
  readonly submit: string;
  readonly ready: boolean;
  readonly busy?: boolean;
  readonly failure: Failure | undefined;
  /** One more button, apart from the two. */
  readonly other?: ReactNode;
  readonly onSubmit: () => void;
}) {
  const t = useT();
  const form = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {other}
          <Button onClick={dialog.onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} disabled={!ready}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {failure === undefined ? null : <FailureNote failure={failure} />}
      </form>
    </Dialog>
  );
}

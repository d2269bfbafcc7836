import { Field } from '@base-ui/react/field';
import { useState } from 'react';
import { useWords } from '../../shared/use-words.ts';
import { useActions, useRunning } from '../../store/index.ts';
import { Button, Dialog } from '../../ui/index.ts';

/** Compaction by hand, with what must be kept in the person's own words. */
export function CompactDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const words = useWords();
  const { compact } = useActions();
  const running = useRunning();
  const [keep, setKeep] = useState('');

  // The chat shows progress, and Stop ends it. Keeps the typed text until done.
  const start = async () => {
    onClose();
    if (await compact(keep)) setKeep('');
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={words.t('compaction.nowTitle')}
      description={words.t('compaction.nowDescription')}
      footer={
        <>
          <Button onClick={onClose}>{words.t('message.cancelEdit')}</Button>
          <Button variant="primary" disabled={running} onClick={() => void start()}>
            {words.t('compaction.now')}
          </Button>
        </>
      }
    >
      <Field.Root className="flex flex-col gap-1">
        <Field.Label className="font-medium text-base">{words.t('compaction.keep')}</Field.Label>
        <Field.Control
          render={<textarea rows={3} />}
          value={keep}
          maxLength={2_000}
          onValueChange={(value: string) => setKeep(value)}
          placeholder={words.t('compaction.keepExample')}
          className="w-full resize-y rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-base text-ink placeholder:text-ink-faint"
        />
        <Field.Description className="text-ink-soft text-sm">{words.t('compaction.keepHint')}</Field.Description>
      </Field.Root>
    </Dialog>
  );
}

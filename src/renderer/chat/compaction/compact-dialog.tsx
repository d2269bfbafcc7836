import { useState } from 'react';
import { useWords } from '../../shared/use-words.ts';
import { useActions, useRunning } from '../../store/index.ts';
import { Button, Dialog, TextField } from '../../ui/index.ts';

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
      onClose={onClose}
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
      <TextField
        label={words.t('compaction.keep')}
        description={words.t('compaction.keepHint')}
        rows={3}
        value={keep}
        maxLength={2_000}
        onChange={setKeep}
        placeholder={words.t('compaction.keepExample')}
      />
    </Dialog>
  );
}

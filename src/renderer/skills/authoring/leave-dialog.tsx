import { useState } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { useBench, useBenchActions } from './use-workbench.ts';
import { dirtyOf } from './workbench-state.ts';

/** Asked before unsaved text is left. Keeping it is safe too: it is offered again when the skill is opened. */
export function LeaveDialog({
  open,
  onStay,
  onLeave,
}: {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const buffers = useBench((state) => state.buffers);
  const { save, discard } = useBenchActions();
  const [saving, setSaving] = useState(false);
  const dirty = dirtyOf({ buffers });

  const saveAndLeave = async (): Promise<void> => {
    setSaving(true);
    const saved = await save();
    setSaving(false);
    if (saved) onLeave();
    else onStay();
  };
  const discardAndLeave = (): void => {
    for (const { path } of dirty) discard(path);
    onLeave();
  };
  return (
    <Dialog
      open={open}
      onClose={onStay}
      size="sm"
      title={t('author.leave.title')}
      description={t('author.leave.description', {
        count: dirty.length,
        files: format.list(dirty.map(({ path }) => path)),
      })}
      footer={
        <>
          <Button variant="ghost" className="mr-auto text-danger" onClick={discardAndLeave}>
            {t('common.discard')}
          </Button>
          <Button onClick={onLeave}>{t('author.leave.keep')}</Button>
          <Button variant="primary" busy={saving} onClick={() => void saveAndLeave()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft text-sm">{t('author.leave.hint')}</p>
    </Dialog>
  );
}

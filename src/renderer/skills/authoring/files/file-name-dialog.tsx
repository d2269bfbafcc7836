import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import type { Failure } from '../../../store/index.ts';
import { Button, Dialog, notify, TextField } from '../../../ui/index.ts';
import { useBenchActions } from '../use-workbench.ts';

/** The path of a new file, or another one for a file that is there. */
export function FileNameDialog({
  open,
  from,
  onClose,
}: {
  readonly open: boolean;
  /** Undefined: a new file. */
  readonly from: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useT();
  const form = useId();
  const { addFile, moveFile } = useBenchActions();
  const [path, setPath] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  /** Set once the file was created: editing continues in it. */
  const made = useRef(false);

  useEffect(() => {
    if (!open) return;
    made.current = false;
    setPath(from ?? 'references/');
    setFailure(undefined);
  }, [open, from]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const failed = await (from === undefined ? addFile(path.trim()) : moveFile(from, path.trim()));
    setBusy(false);
    setFailure(failed);
    made.current = failed === undefined && from === undefined;
    if (failed !== undefined) return;
    onClose();
    if (from === undefined) return;
    const to = path.trim();
    notify.undo(t('author.files.renamed', { from, to }), t('common.undo'), () => void moveFile(to, from));
  };
  const ready = path.trim() !== '' && !path.endsWith('/') && path.trim() !== from;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      finalFocus={() => (made.current ? document.querySelector<HTMLElement>('.cm-content') : null)}
      title={from === undefined ? t('author.files.add') : t('author.files.renameFile', { path: from })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} disabled={!ready}>
            {from === undefined ? t('author.files.create') : t('common.rename')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <TextField
          label={t('author.files.path')}
          description={t('author.files.pathHint')}
          value={path}
          onChange={setPath}
          inputClassName="font-mono"
          spellCheck={false}
          autoComplete="off"
        />
        {failure === undefined ? null : <FailureNote failure={failure} />}
      </form>
    </Dialog>
  );
}

import { Copy, Download, ExternalLink, FolderOpen, Trash2 } from 'lucide-react';
import { type FilePreview, MAX_PREVIEW_BYTES } from '../../shared/contract/files.ts';
import { useT } from '../i18n/index.ts';
import { saveFile, showInTab } from '../shared/save-file.ts';
import { type FileRef, useActions, usePast } from '../store/index.ts';
import { Button, notify } from '../ui/index.ts';
import { shownName } from './file-row.tsx';
import { useReveal } from './use-reveal.ts';

/** Kinds that a separate tab shows better, or that only it can show. */
const IN_TAB: readonly string[] = ['pdf', 'page', 'image'];

export function PreviewButtons({
  file,
  name,
  preview,
  several,
  onClose,
}: {
  readonly file: FileRef;
  readonly name: string;
  readonly preview: FilePreview;
  /** There are other versions. */
  readonly several: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { files } = useActions();
  const past = usePast();
  const reveal = useReveal();
  const { text, bytes } = preview;
  const copy = (what: string): void => {
    navigator.clipboard.writeText(what).then(
      () => notify.done(t('common.copied')),
      () => notify.error(t('files.preview.copyFailed')),
    );
  };
  const save = async (): Promise<void> => {
    if ('path' in file && bytes > MAX_PREVIEW_BYTES) {
      notify.error(t('files.preview.tooLarge'));
      return;
    }
    const whole = await files.whole(file);
    if (whole !== undefined) saveFile(name, whole.base64);
  };
  const openTab = async (): Promise<void> => {
    const whole = await files.whole(file);
    if (whole === undefined || showInTab(whole.mime, whole.base64)) return;
    saveFile(name, whole.base64);
    notify.done(t('files.preview.blocked', { name: shownName(name) }));
  };
  const remove = async (artifact: string, version: number | undefined): Promise<void> => {
    if (!(await files.remove(artifact, version))) return;
    onClose();
    notify.undo(t('files.wasDeleted', { name: shownName(artifact) }), t('common.undo'), () => {
      void files.restore(artifact, version);
    });
  };
  return (
    <>
      {'artifact' in file && !past ? (
        <Button
          variant="ghost"
          className="mr-auto text-danger"
          onClick={() => void remove(file.artifact, file.version)}
        >
          <Trash2 aria-hidden className="size-4" />
          {t(several ? 'files.preview.deleteVersion' : 'common.delete')}
        </Button>
      ) : null}
      {text === undefined || text === '' ? null : (
        <Button onClick={() => copy(text)}>
          <Copy aria-hidden className="size-4" />
          {t('files.preview.copy')}
        </Button>
      )}
      {'path' in file ? (
        <>
          <Button onClick={() => copy(file.path)}>{t('files.preview.copyPath')}</Button>
          <Button onClick={() => void reveal(file.path)}>
            <FolderOpen aria-hidden className="size-4" />
            {t('files.preview.reveal')}
          </Button>
        </>
      ) : null}
      {IN_TAB.includes(preview.kind) ? (
        <Button onClick={() => void openTab()}>
          <ExternalLink aria-hidden className="size-4" />
          {t('files.preview.openTab')}
        </Button>
      ) : null}
      <Button variant="primary" onClick={() => void save()}>
        <Download aria-hidden className="size-4" />
        {t('files.preview.save')}
      </Button>
    </>
  );
}

import { Copy, Download, ExternalLink, FolderOpen, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, unlessGone } from '../../../renderer/shared/failures.tsx';
import { openFile, saveFile } from '../../../renderer/shared/save-file.ts';
import {
  type Failure,
  type FileRef,
  isFailure,
  useActions,
  useApp,
  usePast,
  useSessionState,
} from '../../../renderer/store/index.ts';
import { Button, EmptyState, notify, Spinner } from '../../../renderer/ui/index.ts';
import { Dialog, Select } from '../../../renderer/ui/on-demand.ts';
import { type FilePreview, MAX_PREVIEW_BYTES } from '../../../shared/contract/files.ts';
import { CalendarView, ImageView, MarkdownView, TextView } from './image-view.tsx';
import { FileIcon, shownName, TableView } from './table-view.tsx';

/** Shows the folder, or a file of it; where this computer has no file manager, its path is copied instead. */
export function useReveal(): (path?: string) => Promise<void> {
  const t = useT();
  const { files } = useActions();
  return useCallback(
    async (path) => {
      const answer = await files.reveal(path);
      if (answer === undefined || answer.shown) return;
      await navigator.clipboard.writeText(answer.path).then(
        () => notify.done(t('files.noFileManager')),
        () => notify.error(t('files.preview.copyFailed'), answer.path),
      );
    },
    [files, t],
  );
}

/** Bytes: of text more than is drawn; of a picture all that may be read. */
const MOST_READ = 4 * 1024 * 1024;

export interface SeenPreview {
  readonly preview: FilePreview | undefined;
  readonly failure: Failure | undefined;
}

const NONE: SeenPreview = { preview: undefined, failure: undefined };

/** One file's content; nothing while it is read, or waits for the connection to come back. */
export function usePreview(file: FileRef | undefined): SeenPreview {
  const { files } = useActions();
  const [seen, setSeen] = useState<SeenPreview & { readonly of: FileRef }>();
  const connected = useApp((data) => data.connection === 'open');
  useEffect(() => {
    if (file === undefined || !connected) return;
    return unlessGone(files.read(file, MOST_READ), (answer) => {
      if (answer === undefined) return;
      const now = isFailure(answer) ? { preview: undefined, failure: answer } : { preview: answer, failure: undefined };
      setSeen({ of: file, ...now });
    });
  }, [files, file, connected]);
  return seen !== undefined && seen.of === file ? seen : NONE;
}

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
    if (whole !== undefined && openFile(name, whole) === 'blocked')
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
          icon={Trash2}
          variant="ghost"
          className="mr-auto text-danger"
          onClick={() => void remove(file.artifact, file.version)}
        >
          {t(several ? 'files.preview.deleteVersion' : 'common.delete')}
        </Button>
      ) : null}
      {text === undefined || text === '' ? null : (
        <Button icon={Copy} onClick={() => copy(text)}>
          {t('files.preview.copy')}
        </Button>
      )}
      {'path' in file ? (
        <>
          <Button onClick={() => copy(file.path)}>{t('files.preview.copyPath')}</Button>
          <Button icon={FolderOpen} onClick={() => void reveal(file.path)}>
            {t('files.preview.reveal')}
          </Button>
        </>
      ) : null}
      {IN_TAB.includes(preview.kind) ? (
        <Button icon={ExternalLink} onClick={() => void openTab()}>
          {t('files.preview.openTab')}
        </Button>
      ) : null}
      <Button icon={Download} variant="primary" onClick={() => void save()}>
        {t('files.preview.save')}
      </Button>
    </>
  );
}

/** Kinds that can be shown otherwise than as written. */
export const hasForm = ({ kind, text }: FilePreview): boolean =>
  text !== undefined && ['markdown', 'json', 'table', 'calendar'].includes(kind);

function JsonView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  const pretty = useMemo(() => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return undefined;
    }
  }, [text]);
  return (
    <>
      {pretty === undefined && !truncated ? (
        <p className="px-5 text-ink-soft text-sm">{t('files.preview.notJson')}</p>
      ) : null}
      <TextView text={pretty ?? text} truncated={truncated} />
    </>
  );
}

/** A file rendered by its kind, or as source text. */
export function PreviewBody({
  name,
  preview,
  asWritten,
}: {
  readonly name: string;
  readonly preview: FilePreview;
  readonly asWritten: boolean;
}) {
  const t = useT();
  const { kind, mime, text, base64, truncated } = preview;
  if (kind === 'image' && base64 !== undefined && !truncated)
    return <ImageView name={name} mime={mime} base64={base64} />;
  if (text === undefined) {
    const elsewhere = kind === 'pdf' && !truncated;
    return (
      <EmptyState
        icon={<FileIcon kind={kind} />}
        title={mime}
        description={t(elsewhere ? 'files.preview.elsewhere' : 'files.preview.noPreview')}
      />
    );
  }
  if (!asWritten && text.trim() !== '') {
    if (kind === 'table') return <TableView text={text} truncated={truncated} />;
    if (kind === 'calendar') return <CalendarView text={text} truncated={truncated} />;
    if (kind === 'markdown') return <MarkdownView text={text} truncated={truncated} />;
    if (kind === 'json') return <JsonView text={text} truncated={truncated} />;
  }
  return <TextView text={text} truncated={truncated} />;
}

/** One file: what is in it, and what can be done with it. */
export function PreviewDialog({ file, onClose }: { readonly file: FileRef; readonly onClose: () => void }) {
  const { t, format } = useText();
  const artifacts = useSessionState((state) => state.artifacts);
  const [chosen, setChosen] = useState<number>();
  const [asWritten, setAsWritten] = useState(false);
  const name = 'artifact' in file ? file.artifact : file.path;
  const versions = useMemo(
    () =>
      'artifact' in file
        ? artifacts.filter((one) => one.name === file.artifact && one.deletedAt === undefined).toReversed()
        : [],
    [file, artifacts],
  );
  const version = chosen ?? ('artifact' in file ? (file.version ?? versions[0]?.version) : undefined);
  const shown = useMemo<FileRef>(
    () => ('artifact' in file ? { artifact: file.artifact, version } : file),
    [file, version],
  );
  const { preview, failure } = usePreview(shown);
  const at = versions.find((one) => one.version === version)?.at;
  const facts =
    preview === undefined
      ? ''
      : [
          t(`files.kind.${preview.kind}`),
          format.bytes(preview.bytes),
          ...(at === undefined ? [] : [format.dateTime(at)]),
        ].join(' · ');

  return (
    <Dialog
      open
      onClose={onClose}
      title={<span className="block truncate">{shownName(name)}</span>}
      description={
        <span className="tabular-nums">
          {preview === undefined && failure === undefined ? t('files.preview.loading') : facts}
        </span>
      }
      size="xl"
      flush
      footer={
        preview === undefined ? undefined : (
          <PreviewButtons file={shown} name={name} preview={preview} onClose={onClose} several={versions.length > 1} />
        )
      }
    >
      {versions.length > 1 || (preview !== undefined && hasForm(preview)) ? (
        <div className="flex flex-wrap items-center gap-3 px-5 pb-3">
          {versions.length > 1 && version !== undefined ? (
            <Select
              label={t('common.version')}
              hideLabel
              className="w-56"
              value={String(version)}
              options={versions.map((one) => ({
                value: String(one.version),
                label: t('files.versionAt', { version: one.version, at: format.dateTime(one.at) }),
              }))}
              onChange={(next) => setChosen(Number(next))}
            />
          ) : null}
          {preview !== undefined && hasForm(preview) ? (
            <Button size="sm" aria-pressed={asWritten} onClick={() => setAsWritten(!asWritten)}>
              {t(asWritten ? 'files.preview.formatted' : 'files.preview.asWritten')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {failure === undefined ? null : (
        <div className="mx-5 mb-5">
          <FailureNote failure={failure} />
        </div>
      )}
      {preview === undefined ? (
        failure === undefined ? (
          <p className="flex items-center gap-2 px-5 pb-5 text-ink-soft">
            <Spinner />
            {t('files.preview.loading')}
          </p>
        ) : null
      ) : (
        <PreviewBody name={name} preview={preview} asWritten={asWritten} />
      )}
    </Dialog>
  );
}

import { useMemo, useState } from 'react';
import { useFormat, useT } from '../i18n/index.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { type FileRef, useSessionState } from '../store/index.ts';
import { Button, Dialog, Select, Spinner } from '../ui/index.ts';
import { shownName } from './file-row.tsx';
import { hasForm, PreviewBody } from './preview-body.tsx';
import { PreviewButtons } from './preview-buttons.tsx';
import { usePreview } from './use-preview.ts';

/** One file: what is in it, and what can be done with it. */
export function PreviewDialog({ file, onClose }: { readonly file: FileRef; readonly onClose: () => void }) {
  const t = useT();
  const format = useFormat();
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

import { FolderOpen } from 'lucide-react';
import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import { useSession } from '../../../renderer/store/index.ts';
import { EmptyState, IconButton, Spinner } from '../../../renderer/ui/index.ts';
import { ArtifactRows, DeletedArtifacts } from './artifact-list.tsx';
import { FolderList } from './folder-list.tsx';
import { inFolders } from './folders.ts';
import { useReveal } from './preview-dialog.tsx';
import { useFiles } from './use-files.ts';

/** The selected conversation's files: artifacts first, then its folder. */
export function FilesPanel() {
  const t = useT();
  const format = useFormat();
  const { id } = useSession();
  const { files, failure } = useFiles();
  const reveal = useReveal();

  if (id === undefined || (files === undefined && failure === undefined)) {
    return id === undefined ? (
      <EmptyState icon={<FolderOpen />} title={t('files.none')} description={t('files.newHint')} />
    ) : (
      <p className="flex items-center gap-2 px-4 py-4 text-ink-soft text-sm">
        <Spinner />
        {t('files.loading')}
      </p>
    );
  }
  const folders = inFolders(files?.files ?? []);
  const living = (files?.artifacts ?? []).some(({ versions }) =>
    versions.some(({ deletedAt }) => deletedAt === undefined),
  );
  const isEmpty = files !== undefined && !living && folders.length === 0;
  return (
    <section aria-labelledby="files-title" className="flex flex-col gap-1 px-4 pt-3 pb-4">
      <header className="flex h-7 items-center gap-2">
        <h2 id="files-title" className="font-semibold text-base">
          {t(living ? 'files.results' : 'common.files')}
        </h2>
        {living ? <span className="truncate text-ink-soft text-sm">{t('files.resultsHint')}</span> : null}
        {folders.length > 0 ? (
          <IconButton size="sm" className="ml-auto" label={t('files.revealFolder')} onClick={() => void reveal()}>
            <FolderOpen aria-hidden />
          </IconButton>
        ) : null}
      </header>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {files?.cleaned === undefined ? null : (
        <p className="rounded-panel bg-sunken px-3 py-2 text-ink-soft text-sm">
          {t('files.cleaned', { date: format.date(files.cleaned.at), bytes: format.bytes(files.cleaned.bytes) })}
        </p>
      )}
      {isEmpty ? (
        <EmptyState icon={<FolderOpen />} title={t('files.none')} description={t('files.noneHint')} />
      ) : (
        <ArtifactRows artifacts={files?.artifacts ?? []} />
      )}
      <DeletedArtifacts artifacts={files?.artifacts ?? []} />
      {folders.map((folder, index) => (
        <FolderList key={folder.name} folder={folder} open={!living && index === 0 && folder.name !== 'runs'} />
      ))}
      {files?.truncated === true ? <p className="text-ink-soft text-sm">{t('files.truncated')}</p> : null}
    </section>
  );
}

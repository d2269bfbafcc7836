import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, unlessGone } from '../../../renderer/shared/failures.tsx';
import {
  type Failure,
  isFailure,
  type ListedFiles,
  useActions,
  useApp,
  useSession,
} from '../../../renderer/store/index.ts';
import { Button, EmptyState, IconButton, Spinner } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { ARTIFACT_TRASH_DAYS, type ArtifactList, type WorkspaceFile } from '../../../shared/contract/files.ts';
import { useReveal } from './preview-dialog.tsx';
import { FileRow, shownName, useRowKeys } from './table-view.tsx';

/** The selected conversation's files: artifacts first, then its folder. */
export function FilesPanel() {
  const { t, format } = useText();
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
          <IconButton
            size="sm"
            className="ml-auto"
            label={t('files.revealFolder')}
            onClick={() => void reveal()}
            icon={FolderOpen}
          />
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

interface SeenFiles {
  readonly files: ListedFiles | undefined;
  readonly failure: Failure | undefined;
}

/** The selected session's files, read again after each tool call and each change of an artifact. */
function useFiles(): SeenFiles {
  const { files: commands } = useActions();
  const { id } = useSession();
  const online = useApp((data) => data.connection === 'open');
  const change = useApp((data) => {
    const { calls, artifacts } = data.log?.state ?? {};
    const ended = Object.values(calls ?? {}).filter(({ content }) => content !== undefined).length;
    const deleted = (artifacts ?? []).filter(({ deletedAt }) => deletedAt !== undefined).length;
    return `${ended} ${artifacts?.length ?? 0} ${deleted}`;
  });
  const [seen, setSeen] = useState<SeenFiles & { readonly of: string; readonly after: string }>();

  useEffect(() => {
    if (id === undefined || !online) return;
    return unlessGone(commands.list(), (answer) => {
      if (answer === undefined) return;
      setSeen((before) =>
        isFailure(answer)
          ? { of: id, after: change, files: before?.of === id ? before.files : undefined, failure: answer }
          : { of: id, after: change, files: answer, failure: undefined },
      );
    });
  }, [commands, id, online, change]);

  return seen !== undefined && seen.of === id ? seen : { files: undefined, failure: undefined };
}

/** Rows drawn at once: a script can leave thousands. */
const STEP = 100;

function FolderList({ folder, open }: { readonly folder: FolderOfFiles; readonly open: boolean }) {
  const { t, format } = useText();
  const { openDialog } = useActions();
  const onKeyDown = useRowKeys();
  const [most, setMost] = useState(STEP);
  const { files, name, bytes } = folder;
  const rest = files.length - most;
  return (
    <Collapsible
      defaultOpen={open}
      triggerClassName="h-8"
      summary={
        <span className="flex items-baseline gap-2">
          <span className="font-medium text-base">{t(`files.folder.${name}`)}</span>
          <span className="text-ink-soft text-xs tabular-nums">
            {t('files.folderCount', { n: format.number(files.length), bytes: format.bytes(bytes) })}
          </span>
        </span>
      }
    >
      <ul onKeyDown={onKeyDown} className="-mx-2">
        {files.slice(0, most).map((file, index) => (
          <FileRow
            key={file.path}
            name={file.path}
            shown={file.shown}
            kind={file.kind}
            first={index === 0}
            facts={`${format.bytes(file.bytes)} · ${format.dateTime(file.modified)}`}
            onOpen={() => openDialog({ name: 'file', file: { path: file.path } })}
          />
        ))}
      </ul>
      {rest > 0 ? (
        <Button size="sm" className="my-1" onClick={() => setMost(most + STEP)}>
          {t('files.more', { n: format.number(Math.min(rest, STEP)) })}
        </Button>
      ) : null}
    </Collapsible>
  );
}

const FOLDERS = ['out', 'inputs', 'work', 'runs'] as const;
type FolderName = (typeof FOLDERS)[number];

const PREFIXES: Readonly<Record<FolderName, string>> = {
  out: 'out/',
  inputs: 'work/inputs/',
  work: 'work/',
  runs: 'runs/',
};

interface FolderOfFiles {
  readonly name: FolderName;
  readonly bytes: number;
  /** The latest first. */
  readonly files: readonly (WorkspaceFile & { readonly shown: string })[];
}

export function inFolders(files: readonly WorkspaceFile[]): FolderOfFiles[] {
  const folderOf = (path: string): FolderName | undefined => FOLDERS.find((name) => path.startsWith(PREFIXES[name]));
  return FOLDERS.flatMap((name) => {
    const own = files
      .filter(({ path }) => folderOf(path) === name)
      .map((file) => ({ ...file, shown: file.path.slice(PREFIXES[name].length) }))
      .sort((a, b) => b.modified.localeCompare(a.modified) || a.path.localeCompare(b.path));
    if (own.length === 0) return [];
    return [{ name, files: own, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }];
  });
}

type Artifacts = ArtifactList['artifacts'];

/** Artifacts of runs, by name, each with its latest version. */
function ArtifactRows({ artifacts }: { readonly artifacts: Artifacts }) {
  const { t, format } = useText();
  const { openDialog } = useActions();
  const onKeyDown = useRowKeys();
  const living = artifacts.flatMap(({ name, versions }) => {
    const here = versions.filter(({ deletedAt }) => deletedAt === undefined);
    const [latest] = here;
    return latest === undefined ? [] : [{ name, latest, count: here.length }];
  });
  if (living.length === 0) return null;
  return (
    <ul onKeyDown={onKeyDown} className="-mx-2">
      {living.map(({ name, latest, count }, index) => (
        <FileRow
          key={name}
          name={name}
          shown={name}
          kind={latest.kind}
          first={index === 0}
          facts={[
            format.bytes(latest.bytes),
            format.dateTime(latest.at),
            ...(count > 1 ? [t('files.versions', { n: count })] : []),
            ...(latest.here ? [] : [t('files.gone')]),
          ].join(' · ')}
          onOpen={() => openDialog({ name: 'file', file: { artifact: name } })}
        />
      ))}
    </ul>
  );
}

/** Deleted versions whose content still exists. */
function DeletedArtifacts({ artifacts }: { readonly artifacts: Artifacts }) {
  const t = useT();
  const { files } = useActions();
  const deleted = artifacts.flatMap(({ name, versions }) =>
    versions.filter(({ deletedAt, here }) => deletedAt !== undefined && here).map(({ version }) => ({ name, version })),
  );
  if (deleted.length === 0) return null;
  return (
    <Collapsible
      summary={<span className="text-ink-soft text-sm">{`${t('common.deleted')} (${deleted.length})`}</span>}
      triggerClassName="h-7"
    >
      <p className="pb-1 text-ink-soft text-xs">{t('files.deletedHint', { n: ARTIFACT_TRASH_DAYS })}</p>
      <ul>
        {deleted.map(({ name, version }) => (
          <li key={`${version}/${name}`} className="flex items-center gap-2 py-0.5">
            <span className="min-w-0 flex-1 truncate text-ink-soft text-sm">{`${shownName(name)} · ${version}`}</span>
            <Button
              size="sm"
              aria-label={t('files.restoreNamed', { name: `${shownName(name)} ${version}` })}
              onClick={() => void files.restore(name, version)}
            >
              {t('common.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

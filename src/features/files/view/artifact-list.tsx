import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { ARTIFACT_TRASH_DAYS, type ArtifactList } from '../../../shared/contract/files.ts';
import { FileRow, shownName } from './file-row.tsx';
import { useRowKeys } from './table-view.tsx';

type Artifacts = ArtifactList['artifacts'];

/** Artifacts of runs, by name, each with its latest version. */
export function ArtifactRows({ artifacts }: { readonly artifacts: Artifacts }) {
  const t = useT();
  const format = useFormat();
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
export function DeletedArtifacts({ artifacts }: { readonly artifacts: Artifacts }) {
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

import { Copy, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { SkillView } from '../../../../shared/contract.ts';
import type { OriginReport } from '../../../../shared/skill-import.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { unlessGone } from '../../../shared/unless-gone.ts';
import { useActions, useApp } from '../../../store/index.ts';
import { Badge, Button, IconButton, notify } from '../../../ui/index.ts';
import { UpdateDialog } from '../import/update-dialog.tsx';
import { useBench } from '../use-workbench.ts';

/** Origin of the skill, whether it still matches, and the source's current state. */
export function OriginPart({
  skill,
  source,
}: {
  readonly skill: string;
  readonly source: SkillView['source'] | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const dir = useBench((state) => state.tree?.dir);
  const report = useOrigin(skill, source);
  const [updating, setUpdating] = useState(false);
  const origin = report?.origin;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="break-all">
        {source === undefined ? null : `${t(`skills.sourceHints.${source}`)}: `}
        <span className="font-mono text-xs">{dir}</span>
      </p>
      <Shadowed skill={skill} />
      {origin === undefined ? null : (
        <>
          <p className="break-all">
            {t('author.about.imported', { address: origin.address, at: format.dateTime(origin.installedAt) })}
            {origin.commit === undefined ? null : (
              <span className="font-mono text-xs"> {origin.commit.slice(0, 12)}</span>
            )}
          </p>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={report?.status === 'unchanged' ? 'success' : 'warning'}>
              {t(report?.status === 'unchanged' ? 'author.about.unchanged' : 'author.about.changed')}
            </Badge>
            <Button size="sm" onClick={() => setUpdating(true)}>
              <RefreshCw className="size-3.5" aria-hidden />
              {t('author.about.update')}
            </Button>
          </p>
          <UpdateDialog skill={skill} open={updating} onClose={() => setUpdating(false)} />
        </>
      )}
      {report === undefined || report.contentHash === '' ? null : <Hash hash={report.contentHash} />}
    </div>
  );
}

/** Hash of its current files: another hash is another version, which ends its grants. */
function Hash({ hash }: { readonly hash: string }) {
  const t = useT();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(hash).catch(() => {});
    notify.done(t('author.about.hashCopied'));
  };
  return (
    <p className="flex items-center gap-1.5 text-ink-soft">
      {t('common.version')}
      <span className="font-mono text-xs" title={hash}>
        {hash.slice(0, 12)}
      </span>
      <IconButton size="sm" label={t('author.about.copyHash')} onClick={() => void copy()}>
        <Copy aria-hidden />
      </IconButton>
    </p>
  );
}

function Shadowed({ skill }: { readonly skill: string }) {
  const t = useT();
  const diagnostics = useApp((data) => data.skills?.skills.find(({ id }) => id === skill)?.diagnostics);
  const behind = diagnostics?.filter(({ rule }) => rule === 'shadowed') ?? [];
  if (behind.length === 0) return null;
  return (
    <div className="text-ink-soft">
      <p>{t('skills.shadowed', { count: behind.length })}</p>
      <ul className="font-mono text-xs">
        {behind.map(({ file }) => (
          <li key={file} className="break-all">
            {file}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Only skills in the import folder can have an origin. */
function useOrigin(skill: string, source: SkillView['source'] | undefined): OriginReport | undefined {
  const { author } = useActions();
  const skills = useApp((data) => data.skills);
  const saves = useBench((state) => state.saves);
  const [report, setReport] = useState<OriginReport>();
  const isInstalled = source === 'user' || source === 'environment';
  /** Checked again after each save, and after a reload of the list. */
  const question = useMemo(() => (isInstalled ? { saves, skills } : undefined), [isInstalled, saves, skills]);
  useEffect(() => {
    if (question === undefined) return setReport(undefined);
    return unlessGone(author.origin(skill), (outcome) => setReport(outcome.ok ? outcome.value : undefined));
  }, [author, skill, question]);
  return report;
}

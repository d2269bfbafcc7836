import { RefreshCw } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { Badge, Button, Spinner } from '../../../renderer/ui/index.ts';
import { useBench } from '../../../renderer/workbench/use-workbench.ts';
import type { SkillView } from '../../../shared/contract.ts';
import type { OriginReport } from '../../../shared/skills/skill-import.ts';

/** The import feature provides it. */
export type UpdateDialog = ComponentType<{
  readonly skill: string;
  readonly open: boolean;
  readonly onClose: () => void;
}>;

/** Origin of the skill, whether it still matches, and the source's current state. */
function OriginPart({
  skill,
  source,
  UpdateDialog,
}: {
  readonly skill: string;
  readonly source: SkillView['source'] | undefined;
  readonly UpdateDialog: UpdateDialog;
}) {
  const { t, format } = useText();
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
            <Button icon={RefreshCw} size="sm" onClick={() => setUpdating(true)}>
              {t('author.about.update')}
            </Button>
          </p>
          <UpdateDialog skill={skill} open={updating} onClose={() => setUpdating(false)} />
        </>
      )}
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

/** The skill at a glance: what it may do, and where it came from. */
export function AboutPanel({ skill, UpdateDialog }: { readonly skill: string; readonly UpdateDialog: UpdateDialog }) {
  const t = useT();
  const { readSkills } = useActions();
  const isKnown = useApp((data) => data.skills !== undefined);
  const view = useApp((data) => data.skills?.skills.find(({ id }) => id === skill));
  const isUnread = view !== undefined && view.tokens === null;
  useEffect(() => {
    if (isUnread) void readSkills([skill]);
  }, [isUnread, readSkills, skill]);
  return (
    <div className="grid gap-x-8 gap-y-5 p-4 text-sm [grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))]">
      <Part title={t('author.about.origin')}>
        <OriginPart skill={skill} source={view?.source} UpdateDialog={UpdateDialog} />
      </Part>
      {view === undefined ? (
        // A broken one is not listed; its findings say why.
        isKnown ? (
          <p className="text-ink-soft">{t('author.about.notListed')}</p>
        ) : (
          <Spinner />
        )
      ) : (
        <>
          <Part title={t('skills.scripts')}>
            <Scripts view={view} />
          </Part>
          <Part title={t('author.about.needs')}>
            <Needs needs={view.needs} />
          </Part>
        </>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h4 className="mb-1 font-medium text-ink-soft text-xs">{title}</h4>
      {children}
    </section>
  );
}

/** Commands that start them, and calls that ask each time. */
function Scripts({ view: { scripts, tools = [], confirm = [] } }: { readonly view: SkillView }) {
  const t = useT();
  const rows = [
    ...scripts.map(({ path, runWith }) => ({ path, name: path, runWith })),
    ...tools.map(({ name, script }) => ({ path: script, name, runWith: script })),
  ];
  if (rows.length === 0) return <p className="text-ink-soft">{t('author.about.noScripts')}</p>;
  return (
    <ul className="flex flex-col gap-1.5 font-mono text-xs">
      {rows.map(({ path, name, runWith }) => (
        <li key={name} className="break-all">
          {name}{' '}
          {confirm
            .filter((entry) => entry === path || entry.startsWith(`${path} `))
            .map((entry) => (
              <Badge key={entry} tone="warning">
                {entry === path
                  ? t('author.about.asks')
                  : t('author.about.asksFor', { what: entry.slice(path.length + 1) })}
              </Badge>
            ))}
          <span className="block text-ink-soft">{runWith}</span>
        </li>
      ))}
    </ul>
  );
}

/** Access beyond its own folder and the workspace. All of it needs approval. */
function Needs({ needs }: Pick<SkillView, 'needs'>) {
  const { t, format } = useText();
  if (needs === undefined) return <p className="text-ink-soft">{t('author.about.needsNothing')}</p>;
  const { hosts, folders, programs, withSecret = [], refused } = needs;
  const rows = {
    hosts,
    withSecret: withSecret.map((one) => t('author.about.hostsWith', { hosts: format.list(one.hosts), name: one.name })),
    folders: folders.map(({ path, write }) =>
      t(write ? 'author.about.folderWrite' : 'author.about.folderRead', { path }),
    ),
    programs,
    refused,
  };
  return (
    <dl className="flex flex-col gap-1">
      {(['hosts', 'withSecret', 'folders', 'programs', 'refused'] as const)
        .filter((kind) => rows[kind].length > 0)
        .map((kind) => (
          <div key={kind}>
            <dt className="text-ink-soft">{t(`author.about.need.${kind}`)}</dt>
            <dd className="break-words">{format.list(rows[kind])}</dd>
          </div>
        ))}
    </dl>
  );
}

import { useEffect, useState } from 'react';
import { type Format, type Translate, useT, useText } from '../../../renderer/i18n.ts';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../renderer/store/index.ts';
import { Badge, Banner, Button, EmptyState, Spinner } from '../../../renderer/ui/index.ts';
import { Dialog, Select } from '../../../renderer/ui/on-demand.ts';
import { DiffView } from '../../../renderer/workbench/diff-view.tsx';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import type { PastLoop } from '../contract.ts';
import { filesOf, type Loop, type LoopVersion } from '../improving.ts';
import { signed, useTake } from './fields.tsx';

/** One version: why it was made, what it changes, and the way to take it. */
function VersionDialog({
  skill,
  loop,
  version,
  writable,
  onClose,
}: {
  readonly skill: string;
  readonly loop: Loop;
  readonly version: LoopVersion | undefined;
  readonly writable: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { take, refused } = useTake(skill, writable);
  const start = async (): Promise<void> => {
    if (version !== undefined && (await take(filesOf(loop, version)))) onClose();
  };
  return (
    <Dialog
      open={version !== undefined}
      onClose={onClose}
      size="xl"
      title={version === undefined ? '' : t('improving.versions.open', { n: version.number })}
      description={
        version?.parent === null || version === undefined
          ? t('improving.versions.original')
          : t('improving.versions.from', { n: version.parent })
      }
      footer={
        <>
          {refused === undefined ? null : <p className="mr-auto text-base text-ink-soft">{refused}</p>}
          <Button variant="primary" disabled={refused !== undefined} onClick={() => void start()}>
            {t(version?.parent === null ? 'improving.versions.restore' : 'improving.versions.take')}
          </Button>
        </>
      }
    >
      {version === undefined ? null : <Changes key={version.number} version={version} />}
    </Dialog>
  );
}

function Changes({ version: { number, reason, files } }: { readonly version: LoopVersion }) {
  const { t, format } = useText();
  const [path, setPath] = useState(files[0]?.path ?? '');
  const file = files.find((one) => one.path === path);
  if (file === undefined) return <p className="text-base">{t('improving.versions.nothing')}</p>;
  return (
    <div className="flex flex-col gap-3">
      {reason === '' ? null : <p className="text-base">{reason}</p>}
      {files.length === 1 ? (
        <h3 className="font-medium text-base">{file.path}</h3>
      ) : (
        <Select
          className="max-w-md"
          label={t('improving.versions.file')}
          value={path}
          options={files.map((one) => ({ value: one.path, label: one.path }))}
          onChange={setPath}
        />
      )}
      <div className="h-80 overflow-hidden rounded-panel border border-line">
        <DiffView
          before={file.before ?? ''}
          after={file.text}
          beforeLabel={t('improving.versions.before')}
          afterLabel={t('improving.versions.open', { n: format.number(number) })}
          unfolded={false}
        />
      </div>
    </div>
  );
}

/** Versions that were made of a skill, with their figures, the latest loop first. */
export function Versions({ skill, writable }: { readonly skill: string; readonly writable: boolean }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { loops } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => void evals.readLoops(skill), [evals, skill]);
  if (loops === undefined) return <Spinner className="m-4" />;
  const shown = loops.find(({ id }) => id === chosen) ?? loops[0];
  if (shown === undefined) {
    return (
      <EmptyState
        className="py-6"
        title={t('improving.versions.none')}
        description={t('improving.versions.noneHint')}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {loops.length === 1 ? null : (
        <Select
          className="max-w-xl"
          label={t('improving.versions.loop')}
          value={shown.id}
          options={loops.map(({ id, versions }) => ({
            value: id,
            label: [
              ...(versions[0] === undefined ? [] : [format.dateTime(versions[0].at)]),
              t('improving.versions.count', { count: versions.length, n: format.number(versions.length) }),
            ].join(' · '),
          }))}
          onChange={setChosen}
        />
      )}
      <VersionsOf key={shown.id} skill={skill} loop={shown} writable={writable} />
    </div>
  );
}

function VersionsOf({
  skill,
  loop,
  writable,
}: {
  readonly skill: string;
  readonly loop: PastLoop;
  readonly writable: boolean;
}) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { work } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const [open, setOpen] = useState<LoopVersion>();
  const { versions, best, ended, spent, request } = loop;
  return (
    <>
      {ended !== undefined || work !== undefined ? null : (
        <Banner
          action={
            <Button size="sm" onClick={() => void evals.improve({ ...request, resume: true })}>
              {t('common.continue')}
            </Button>
          }
        >
          {t('improving.versions.stopped')}
        </Banner>
      )}
      <FigureTable
        caption={t('improving.versions.title')}
        columns={[
          { name: t('common.version') },
          { name: t('improving.versions.columns.from'), align: 'right' },
          { name: t('improving.versions.columns.passed'), align: 'right' },
          { name: t('improving.versions.columns.interval'), align: 'right' },
          { name: t('improving.versions.columns.difference'), align: 'right' },
          { name: t('improving.versions.columns.tokens'), align: 'right' },
          { name: t('improving.versions.columns.reason'), className: 'w-1/2' },
        ]}
        rows={versions.map((version) => {
          const { number, parent, reason } = version;
          return {
            key: String(number),
            name: (
              <span className="whitespace-nowrap">
                <Button size="sm" variant="ghost" onClick={() => setOpen(version)}>
                  {t('improving.versions.open', { n: number })}
                </Button>{' '}
                {number === best ? <Badge tone="success">{t('improving.versions.best')}</Badge> : null}
              </span>
            ),
            cells: [
              parent === null ? '' : format.number(parent),
              ...figuresOf(t, format, version),
              parent === null ? t('improving.versions.original') : reason,
            ],
          };
        })}
      />
      <p className="text-ink-soft text-sm">
        {[
          ...(ended === undefined ? [] : [t(`improving.ended.${ended}`)]),
          t('improving.spent', { tokens: format.number(spent.tokens) }),
          ...(spent.cost === undefined || spent.cost === 0 ? [] : [format.dollars(spent.cost)]),
        ].join(' · ')}
      </p>
      <VersionDialog skill={skill} loop={loop} version={open} writable={writable} onClose={() => setOpen(undefined)} />
    </>
  );
}

/** Passed, interval, difference and tokens. */
const figuresOf = (t: Translate, format: Format, { figures }: LoopVersion): readonly string[] =>
  figures === undefined
    ? [t('improving.versions.untried'), '', '', '']
    : [
        t('improving.versions.of', { n: format.number(figures.passed), of: format.number(figures.of) }),
        `${format.percent(figures.interval[0])}–${format.percent(figures.interval[1])}`,
        figures.difference === undefined ? '' : signed(format, figures.difference.passed),
        format.number(Math.round(figures.tokens)),
      ];

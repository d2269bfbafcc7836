import { useEffect, useState } from 'react';
import type { PastLoop } from '../../../../shared/contract/evals.ts';
import type { LoopVersion } from '../../../../shared/evals/improving.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { NO_SKILL_IMPROVING, useActions, useApp } from '../../../store/index.ts';
import { Badge, Banner, Button, EmptyState, Select, Spinner } from '../../../ui/index.ts';
import { TableHead } from '../table-head.tsx';
import { VersionDialog } from './version-dialog.tsx';

/** Versions that were made of a skill, with their figures, the latest loop first. */
export function Versions({ skill, writable }: { readonly skill: string; readonly writable: boolean }) {
  const t = useT();
  const format = useFormat();
  const { improving } = useActions();
  const { loops } = useApp((data) => data.improving[skill] ?? NO_SKILL_IMPROVING);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => void improving.readLoops(skill), [improving, skill]);
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
  const t = useT();
  const format = useFormat();
  const { improving } = useActions();
  const { work } = useApp((data) => data.improving[skill] ?? NO_SKILL_IMPROVING);
  const [open, setOpen] = useState<LoopVersion>();
  const { versions, best, ended, spent, request } = loop;
  return (
    <>
      {ended !== undefined || work !== undefined ? null : (
        <Banner
          action={
            <Button size="sm" onClick={() => void improving.improve({ ...request, resume: true })}>
              {t('common.continue')}
            </Button>
          }
        >
          {t('improving.versions.stopped')}
        </Banner>
      )}
      <div className="overflow-x-auto">
        <table className="w-full min-w-xl border-collapse text-base">
          <caption className="sr-only">{t('improving.versions.title')}</caption>
          <TableHead
            columns={[
              { name: t('common.version') },
              { name: t('improving.versions.columns.from'), align: 'right' },
              { name: t('improving.versions.columns.passed'), align: 'right' },
              { name: t('improving.versions.columns.interval'), align: 'right' },
              { name: t('improving.versions.columns.difference'), align: 'right' },
              { name: t('improving.versions.columns.tokens'), align: 'right' },
              { name: t('improving.versions.columns.reason'), className: 'w-1/2' },
            ]}
          />
          <tbody>
            {versions.map((version) => (
              <Row
                key={version.number}
                version={version}
                isBest={version.number === best}
                onOpen={() => setOpen(version)}
              />
            ))}
          </tbody>
        </table>
      </div>
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

function Row({
  version: { number, parent, reason, figures },
  isBest,
  onOpen,
}: {
  readonly version: LoopVersion;
  readonly isBest: boolean;
  readonly onOpen: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const cells =
    figures === undefined
      ? [t('improving.versions.untried'), '', '', '']
      : [
          t('improving.versions.of', { n: format.number(figures.passed), of: format.number(figures.of) }),
          `${format.percent(figures.interval[0])}–${format.percent(figures.interval[1])}`,
          figures.difference === undefined ? '' : signed(format, figures.difference.passed),
          format.number(Math.round(figures.tokens)),
        ];
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
        <Button size="sm" variant="ghost" onClick={onOpen}>
          {t('improving.versions.open', { n: number })}
        </Button>{' '}
        {isBest ? <Badge tone="success">{t('improving.versions.best')}</Badge> : null}
      </th>
      <td className="py-2 pl-3 text-right tabular-nums">{parent === null ? '' : format.number(parent)}</td>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their column.
        <td key={index} className="whitespace-nowrap py-2 pl-3 text-right tabular-nums">
          {cell}
        </td>
      ))}
      <td className="py-2 pl-3">{parent === null ? t('improving.versions.original') : reason}</td>
    </tr>
  );
}

/** A share as percentage points, with its sign. */
export function signed(format: Pick<ReturnType<typeof useFormat>, 'number'>, share: number): string {
  const sign = share < 0 ? '−' : share > 0 ? '+' : '±';
  return `${sign}${format.number(Math.round(Math.abs(share) * 100))}`;
}

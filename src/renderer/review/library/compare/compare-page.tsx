import { ArrowLeftRight } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Comparison } from '../../../../shared/review.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { Button, cn, Spinner, Switch } from '../../../ui/index.ts';
import { FailedBanner } from '../failed-banner.tsx';
import { PageFrame } from '../page-frame.tsx';
import { ComparedRequests, type Requests } from './compared-requests.tsx';
import { ComparedTurns } from './compared-turns.tsx';
import { DifferentSettings } from './different-settings.tsx';

/** Two conversations, turn beside turn; what differs is named. */
export function ComparePage({
  a,
  b,
  requests,
}: {
  readonly a: string;
  readonly b: string;
  /** Two of their requests, whose difference replaces the turns. */
  readonly requests: Requests | undefined;
}) {
  const t = useT();
  const { library } = useActions();
  const [comparison, setComparison] = useState<Comparison>();
  const [failure, setFailure] = useState<Failure>();
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const load = useCallback(async () => {
    const read = await library.compare(a, b);
    setFailure(read.ok ? undefined : read.failure);
    if (read.ok) setComparison(read.value);
  }, [library, a, b]);
  useEffect(() => void load(), [load]);

  return (
    <PageFrame
      back
      title={t(requests === undefined ? 'library.compare.title' : 'library.compare.requestsTitle')}
      actions={
        <Button
          size="sm"
          onClick={() =>
            library.show({
              page: 'compare',
              a: b,
              b: a,
              ...(requests === undefined ? {} : { requests: { a: requests.b, b: requests.a } }),
            })
          }
        >
          <ArrowLeftRight aria-hidden className="size-3.5" />
          {t('library.compare.swap')}
        </Button>
      }
    >
      {failure === undefined ? null : <FailedBanner failure={failure} onAgain={() => void load()} />}
      {comparison === undefined ? (
        failure === undefined ? (
          <p className="flex items-center gap-2 px-4 py-4 text-ink-soft">
            <Spinner decorative className="size-3.5" />
            {t('library.compare.loading')}
          </p>
        ) : null
      ) : requests !== undefined ? (
        <ComparedRequests comparison={comparison} requests={requests} />
      ) : (
        <div className="@container min-h-0 flex-1 overflow-y-auto">
          <DifferentSettings settings={comparison.settings} />
          <Totals comparison={comparison} />
          <div className="w-fit px-4 py-3">
            <Switch
              label={t('library.compare.onlyDifferences')}
              checked={onlyDifferences}
              onChange={setOnlyDifferences}
            />
          </div>
          <ComparedTurns comparison={comparison} onlyDifferences={onlyDifferences} />
        </div>
      )}
    </PageFrame>
  );
}

/** Both over their whole length, with what b has more or less. */
function Totals({ comparison: { a, b, totals } }: { readonly comparison: Comparison }) {
  const t = useT();
  const format = useFormat();
  const titleOf = (title: string) => (title === '' ? t('common.untitled') : title);
  type Side = typeof totals.a & typeof a;
  const [one, other]: readonly [Side, Side] = [
    { ...a, ...totals.a },
    { ...b, ...totals.b },
  ];
  const figures: readonly {
    readonly word: Parameters<typeof t>[0];
    readonly of: (side: Side) => number | undefined;
    readonly show: (value: number) => string;
    readonly unknown?: string;
  }[] = [
    { word: 'library.column.turns', of: ({ turns }) => turns, show: format.number },
    { word: 'common.requests', of: ({ requests }) => requests, show: format.number },
    { word: 'library.costs.prompt', of: ({ promptTokens }) => promptTokens, show: format.tokens },
    { word: 'library.compare.measure.cached', of: ({ cachedTokens }) => cachedTokens, show: format.tokens },
    { word: 'library.costs.completion', of: (side) => side.completionTokens, show: format.tokens },
    {
      word: 'library.column.cost',
      of: ({ cost }) => cost,
      show: format.dollars,
      unknown: t('library.noCost'),
    },
    { word: 'library.costs.time', of: ({ ms }) => ms, show: format.duration },
    { word: 'library.compare.measure.errors', of: ({ errors }) => errors, show: format.number },
  ];
  const words = [
    { word: 'common.model', of: ({ model }: Side) => model },
    { word: 'library.column.outcome', of: ({ outcome }: Side) => t(`library.outcome.${outcome}`) },
  ] as const;
  const cell = 'px-2 py-1.5 text-right tabular-nums';
  return (
    <table className="w-full border-collapse text-base">
      <caption className="sr-only">{t('common.total')}</caption>
      <thead>
        <tr className="align-bottom">
          <td className="w-40" />
          {[one, other].map((side, index) => (
            <th key={side.session} scope="col" className="max-w-0 px-2 pt-3 pb-1.5 text-right font-semibold">
              <span className="block truncate" title={titleOf(side.title)}>
                {index === 0 ? 'A' : 'B'} · <bdi>{titleOf(side.title)}</bdi>
              </span>
            </th>
          ))}
          <th scope="col" className="w-40 px-4 pb-1.5 text-right font-normal text-ink-soft text-sm">
            {t('library.compare.difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {words.map(({ word, of }) => (
          <tr key={word} className="border-line border-t">
            <th scope="row" className="px-4 py-1.5 text-left font-normal text-ink-soft">
              {t(word)}
            </th>
            <td className={cell}>{of(one)}</td>
            <td className={cell}>{of(other)}</td>
            <td className={cn(cell, 'pr-4 text-ink-soft text-sm')}>
              {of(one) === of(other) ? t('library.compare.same') : '≠'}
            </td>
          </tr>
        ))}
        {figures.map(({ word, of, show, unknown = '–' }) => {
          const [x, y] = [of(one), of(other)];
          return (
            <tr key={word} className="border-line border-t">
              <th scope="row" className="px-4 py-1.5 text-left font-normal text-ink-soft">
                {t(word)}
              </th>
              <td className={cell}>{x === undefined ? unknown : show(x)}</td>
              <td className={cell}>{y === undefined ? unknown : show(y)}</td>
              <td className={cn(cell, 'pr-4 text-sm', x === y ? 'text-ink-soft' : 'font-medium')}>
                {x === undefined || y === undefined ? '–' : <Difference by={y - x} show={show} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Said with a sign and in words, as a colour would say nothing to many. */
function Difference({ by, show }: { readonly by: number; readonly show: (value: number) => string }) {
  const t = useT();
  if (by === 0) return t('library.compare.same');
  return (
    <span title={t(by > 0 ? 'library.compare.more' : 'library.compare.less')}>
      {by > 0 ? '+' : '−'}
      {show(Math.abs(by))}
      <span className="sr-only"> {t(by > 0 ? 'library.compare.more' : 'library.compare.less')}</span>
    </span>
  );
}

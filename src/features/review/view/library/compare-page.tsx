import { ArrowLeftRight, Settings2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useFormat, useT, useText, type WordKey } from '../../../../renderer/i18n.ts';
import { PageFrame, ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { useActions } from '../../../../renderer/store/index.ts';
import { Button, cn } from '../../../../renderer/ui/index.ts';
import { Switch } from '../../../../renderer/ui/on-demand.ts';
import { WIRES } from '../../../../shared/events.ts';
import { type Comparison, UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { ComparedRequests, type Requests } from './compared-requests.tsx';
import { ComparedTurns } from './compared-turns.tsx';

type Settings = Comparison['settings'];

const WORDS: Readonly<Record<string, WordKey>> = {
  model: 'library.compare.setting.model',
  endpoint: 'library.compare.setting.endpoint',
  wire: 'library.compare.setting.wire',
  effort: 'library.compare.setting.effort',
  max_output: 'library.compare.setting.max_output',
  params: 'library.compare.setting.params',
  environment: 'library.compare.setting.environment',
  agent: 'library.compare.setting.agent',
  dialect: 'library.compare.setting.dialect',
  placement: 'library.compare.setting.placement',
  load_mode: 'library.compare.setting.load_mode',
  approve: 'library.compare.setting.approve',
  max_context: 'library.compare.setting.max_context',
  skill_budget: 'library.compare.setting.skill_budget',
  max_iterations: 'library.compare.setting.max_iterations',
};

const SKILL = 'skill:';

export function useSettingWords() {
  const t = useT();
  const { number } = useFormat();
  return {
    nameOf(name: string): string {
      if (name.startsWith(SKILL)) return t('library.compare.setting.skill', { id: name.slice(SKILL.length) });
      const word = WORDS[name];
      return word === undefined ? name : t(word);
    },
    shown(name: string, value: Settings[string][0]): string {
      if (value === null) return t(`library.compare.setting.${name.startsWith(SKILL) ? 'notLoaded' : 'unset'}`);
      if (name === 'model' && value === UNKNOWN_MODEL) return t('library.unknownModel');
      const wire = name === 'wire' ? WIRES.find((one) => one === value) : undefined;
      if (wire !== undefined) return t(`map.request.wires.${wire}`);
      return typeof value === 'number' ? number(value) : value;
    },
  };
}

/** Settings that differ, before their results. */
export function DifferentSettings({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const { nameOf, shown } = useSettingWords();
  const rows = Object.entries(settings);
  if (rows.length === 0) return <p className="px-4 pt-3 text-ink-soft text-sm">{t('library.compare.sameSettings')}</p>;
  const cell = 'max-w-0 break-words px-2 py-1.5 text-right font-medium tabular-nums';
  return (
    <table className="mb-2 w-full border-collapse bg-accent-soft text-base">
      <caption className="bg-accent-soft px-4 pt-3 pb-1 text-left font-semibold">
        <Settings2 aria-hidden className="mr-1.5 inline size-4 text-accent" />
        {t('library.compare.settings')}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('library.compare.setting.name')}</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, [a, b]]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="w-40 px-4 py-1.5 text-left font-normal">
              {nameOf(name)}
            </th>
            <td className={cell}>
              <bdi>{shown(name, a)}</bdi>
            </td>
            <td className={cell}>
              <bdi>{shown(name, b)}</bdi>
            </td>
            <td className="w-40 px-4" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const read = useRead(useCallback(() => library.compare(a, b), [library, a, b]));
  return (
    <PageFrame
      back
      title={t(requests === undefined ? 'library.compare.title' : 'library.compare.requestsTitle')}
      actions={
        <Button
          icon={ArrowLeftRight}
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
          {t('library.compare.swap')}
        </Button>
      }
    >
      <ReadView read={read} waiting={t('library.compare.loading')}>
        {(comparison) =>
          requests !== undefined ? (
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
          )
        }
      </ReadView>
    </PageFrame>
  );
}

/** Both over their whole length, with what b has more or less. */
function Totals({ comparison: { a, b, totals } }: { readonly comparison: Comparison }) {
  const { t, format } = useText();
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
    { word: 'common.requests', of: (side) => recorded(side, side.requests), show: format.number },
    { word: 'library.costs.prompt', of: (side) => recorded(side, side.promptTokens), show: format.tokens },
    { word: 'library.compare.measure.cached', of: (side) => recorded(side, side.cachedTokens), show: format.tokens },
    { word: 'library.costs.completion', of: (side) => recorded(side, side.completionTokens), show: format.tokens },
    { word: 'library.column.cost', of: ({ cost }) => cost, show: format.dollars, unknown: t('library.noCost') },
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
        {figures.map(({ word, of, show, unknown = t('library.unrecorded') }) => {
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

const recorded = ({ unrecorded }: { readonly unrecorded?: true | undefined }, value: number): number | undefined =>
  unrecorded ? undefined : value;

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

import { Diff, GitCompareArrows } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { useFormat, useT, useText } from '../../../../renderer/i18n.ts';
import { PageFrame, ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { useActions } from '../../../../renderer/store/index.ts';
import { Badge, Button, cn } from '../../../../renderer/ui/index.ts';
import { WIRES } from '../../../../shared/events.ts';
import { type Comparison, UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { ComparedRequests, type Requests } from './compared-requests.tsx';
import { useChipWords } from './filters.tsx';
import { OutcomeMark } from './list-row.tsx';

type Settings = Comparison['settings'];

const SETTINGS = [
  ...(['model', 'endpoint', 'wire', 'effort', 'max_output', 'params', 'environment', 'agent', 'dialect'] as const),
  ...(['placement', 'load_mode', 'approve', 'max_context', 'skill_budget', 'max_iterations'] as const),
];
const SKILL = 'skill:';

function useSettingWords() {
  const t = useT();
  const { number } = useFormat();
  return {
    nameOf(name: string): string {
      if (name.startsWith(SKILL)) return t('library.compare.setting.skill', { id: name.slice(SKILL.length) });
      const known = SETTINGS.find((one) => one === name);
      return known === undefined ? name : t(`library.compare.setting.${known}`);
    },
    shown(name: string, value: Settings[string][number]): string {
      if (value === null) return t(`library.compare.setting.${name.startsWith(SKILL) ? 'notLoaded' : 'unset'}`);
      if (name === 'model' && value === UNKNOWN_MODEL) return t('library.unknownModel');
      const wire = name === 'wire' ? WIRES.find((one) => one === value) : undefined;
      if (wire !== undefined) return t(`map.request.wires.${wire}`);
      return typeof value === 'number' ? number(value) : value;
    },
  };
}

/** Conversations, a column each: settings that differ, figures, then turn by turn. */
export function ComparePage({
  sessions,
  requests,
}: {
  readonly sessions: readonly string[];
  /** Requests of two, whose difference replaces the table. */
  readonly requests?: Requests | undefined;
}) {
  const { t, format } = useText();
  const { library } = useActions();
  const read = useRead(useCallback(() => library.compare(sessions), [library, sessions]));
  const title =
    requests !== undefined
      ? t('library.compare.requestsTitle')
      : sessions.length === 2
        ? t('library.compare.title')
        : t('library.compare.several', { n: format.number(sessions.length) });
  return (
    <PageFrame back title={title}>
      <ReadView read={read} waiting={t('library.compare.loading')}>
        {(compared) =>
          requests === undefined ? (
            <Table compared={compared} />
          ) : (
            <ComparedRequests comparison={compared} requests={requests} />
          )
        }
      </ReadView>
    </PageFrame>
  );
}

type Column = Comparison['sessions'][number];
type Cell = NonNullable<Comparison['turns'][number]['cells'][number]>;

const CELL = 'px-3 py-1.5 text-left align-top tabular-nums [overflow-wrap:anywhere]';

function Table({ compared: { settings, sessions, turns } }: { readonly compared: Comparison }) {
  const { t, format } = useText();
  const { openAt, select } = useActions();
  const { nameOf, shown } = useSettingWords();
  const { wordsOf } = useChipWords();
  const said = ({ unrecorded }: Column, show: (value: number) => string, value: number): string =>
    unrecorded ? t('library.unrecorded') : show(value);
  const figures: readonly (readonly [name: string, of: (column: Column) => ReactNode])[] = [
    [t('common.model'), ({ model }) => <bdi>{wordsOf('models', model)}</bdi>],
    [t('library.column.outcome'), ({ outcome }) => <OutcomeMark outcome={outcome} />],
    [t('library.column.turns'), ({ turns: count }) => format.number(count)],
    [t('common.requests'), (column) => said(column, format.number, column.requests)],
    [t('library.costs.prompt'), (column) => said(column, format.tokens, column.promptTokens)],
    [t('library.compare.measure.cached'), (column) => said(column, format.tokens, column.cachedTokens)],
    [t('library.costs.completion'), (column) => said(column, format.tokens, column.completionTokens)],
    [
      t('library.column.cost'),
      ({ cost, unrecorded }) =>
        cost === undefined ? t(unrecorded ? 'library.unrecorded' : 'library.noCost') : format.dollars(cost),
    ],
    [t('library.costs.time'), ({ ms }) => (ms === 0 ? t('library.unrecorded') : format.duration(ms))],
    [t('library.compare.measure.errors'), ({ errors }) => format.number(errors)],
  ];
  const head = (name: ReactNode) => (
    <th scope="row" className={cn(CELL, 'sticky left-0 min-w-40 max-w-64 bg-canvas font-normal text-ink-soft')}>
      {name}
    </th>
  );
  const group = (name: string) => (
    <tr>
      <th scope="colgroup" colSpan={sessions.length + 1} className="bg-sunken px-3 py-1.5 text-left font-semibold">
        {name}
      </th>
    </tr>
  );
  const rows = Object.entries(settings);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard.
    <section tabIndex={0} aria-label={t('library.compare.title')} className="min-h-0 flex-1 overflow-auto">
      <table className="min-w-full border-collapse text-base">
        <thead>
          <tr>
            <td className="sticky left-0 bg-canvas" />
            {sessions.map(({ session, title }) => (
              <th key={session} scope="col" className={cn(CELL, 'min-w-48 font-semibold')}>
                <button
                  type="button"
                  onClick={() => select(session)}
                  className="line-clamp-2 cursor-default rounded text-left underline-offset-2 [unicode-bidi:plaintext] hover:underline"
                >
                  {title === '' ? t('common.untitled') : title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr]:border-line [&>tr]:border-t">
          {group(t(rows.length === 0 ? 'library.compare.sameSettings' : 'library.compare.settings'))}
          {rows.map(([name, values]) => (
            <tr key={name}>
              {head(nameOf(name))}
              {sessions.map(({ session }, index) => (
                <td key={session} className={CELL}>
                  <bdi>{shown(name, values[index] ?? null)}</bdi>
                </td>
              ))}
            </tr>
          ))}
          {group(t('common.total'))}
          {figures.map(([name, of]) => (
            <tr key={name}>
              {head(name)}
              {sessions.map((column) => (
                <td key={column.session} className={CELL}>
                  {of(column)}
                </td>
              ))}
            </tr>
          ))}
          {turns.length === 0 ? null : group(t('library.column.turns'))}
          {turns.map(({ text, cells }) => (
            <tr key={cells.map((cell) => cell?.seq ?? '').join(' ')}>
              {head(
                <>
                  <span className="line-clamp-3 text-ink [unicode-bidi:plaintext]">{text}</span>
                  <ToRequests sessions={sessions} cells={cells} />
                </>,
              )}
              {cells.map((cell, index) => {
                const session = sessions[index]?.session ?? '';
                return (
                  <td key={session} className={CELL}>
                    {cell === null ? (
                      <span className="text-ink-soft">{t('library.compare.missing')}</span>
                    ) : (
                      <button
                        type="button"
                        onClick={() => openAt(session, cell.seq)}
                        className="flex cursor-default flex-col items-start gap-0.5 rounded text-left hover:bg-hover"
                      >
                        {cell.text === undefined ? null : (
                          <span className="line-clamp-3 [unicode-bidi:plaintext]">{cell.text}</span>
                        )}
                        <OutcomeMark outcome={cell.outcome} />
                        <span className="text-ink-soft text-sm">
                          {[
                            ...(cell.tokens === 0 ? [] : [format.tokens(cell.tokens)]),
                            ...(cell.cost === undefined ? [] : [format.dollars(cell.cost)]),
                            ...(cell.ms === 0 ? [] : [format.duration(cell.ms)]),
                          ].join(' · ')}
                        </span>
                        <span className="text-ink-soft text-sm">{usedIn(cell)}</span>
                        <span className="line-clamp-3 text-sm [unicode-bidi:plaintext]">
                          {cell.answer === '' ? t('common.noAnswer') : plain(cell.answer)}
                        </span>
                        {cell.differs.length === 0 ? null : (
                          <span className="flex flex-wrap gap-1">
                            <span className="sr-only">{t('library.compare.differsIn')}</span>
                            {cell.differs.map((field) => (
                              <Badge key={field} tone="warning">
                                <Diff aria-hidden />
                                {t(`library.compare.field.${field}`)}
                              </Badge>
                            ))}
                          </span>
                        )}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The words of Markdown without its signs. */
const plain = (text: string): string =>
  text.replace(/^[ \t]*(?:[-*+>]|\d+\.|#{1,6})[ \t]+/gm, '').replace(/\*\*|__|`+|^\|?[-:| ]{5,}\|?$/gm, '');

/** Skills and tools of a turn. */
const usedIn = ({ skills, tools }: Cell): string =>
  [...skills, ...Object.entries(tools).map(([tool, count]) => (count === 1 ? tool : `${tool} ×${count}`))].join(', ');

/** Link to the difference of the last requests of two, if both have one. */
function ToRequests({
  sessions,
  cells,
}: {
  readonly sessions: Comparison['sessions'];
  readonly cells: readonly (Cell | null)[];
}) {
  const t = useT();
  const { library } = useActions();
  const [one, other] = cells.map((cell) => cell?.sent.at(-1));
  const ids = sessions.map(({ session }) => session);
  if (ids.length > 2 || one === undefined || other === undefined) return null;
  return (
    <Button
      icon={GitCompareArrows}
      size="sm"
      variant="ghost"
      onClick={() => library.show({ page: 'compare', sessions: ids, requests: { a: one, b: other } })}
    >
      {t('library.compare.requests')}
    </Button>
  );
}

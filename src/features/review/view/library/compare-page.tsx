import { CornerUpRight, Diff, GitCompareArrows } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { isolated, useFormat, useT, useText } from '../../../../renderer/i18n.ts';
import { partName } from '../../../../renderer/shared/map-parts.ts';
import { PageFrame, ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { RequestDiffView } from '../../../../renderer/shared/request-diff.tsx';
import { useActions } from '../../../../renderer/store/index.ts';
import { Badge, Button, cn } from '../../../../renderer/ui/index.ts';
import { Select } from '../../../../renderer/ui/on-demand.ts';
import { WIRES } from '../../../../shared/events.ts';
import { type Comparison, UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { excerptOf, withoutMarkdown } from '../../../../shared/text/text.ts';
import { useChipWords } from './filters.tsx';
import { OutcomeMark } from './list-row.tsx';

/** Events of two requests, one of each conversation. */
interface Requests {
  readonly a: number;
  readonly b: number;
}

/** Two requests of two conversations, part by part; each side can be another one. */
function ComparedRequests({ comparison, requests }: { readonly comparison: Comparison; readonly requests: Requests }) {
  const { library } = useActions();
  const [a = '', b = ''] = comparison.sessions.map(({ session }) => session);
  const choose = (next: Partial<Requests>) =>
    library.show({ page: 'compare', sessions: [a, b], requests: { ...requests, ...next } });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 grid-cols-2 gap-3 border-line border-b px-4 py-2">
        {(['a', 'b'] as const).map((side) => (
          <Choice
            key={side}
            comparison={comparison}
            side={side}
            chosen={requests[side]}
            onChoose={(seq) => choose({ [side]: seq })}
          />
        ))}
      </div>
      <Difference a={a} b={b} requests={requests} />
    </div>
  );
}

/** Each by its turn; one of a link that is in no turn any more by its event. */
function Choice({
  comparison,
  side,
  chosen,
  onChoose,
}: {
  readonly comparison: Comparison;
  readonly side: 'a' | 'b';
  readonly chosen: number;
  readonly onChoose: (seq: number) => void;
}) {
  const { t, format } = useText();
  const column = side === 'a' ? 0 : 1;
  const { title = '' } = comparison.sessions[column] ?? {};
  const options = comparison.turns.flatMap(({ cells }, index) => {
    const sent = cells[column]?.sent ?? [];
    return sent.map((seq, at) => ({
      value: String(seq),
      label: t('library.compare.requestOf', {
        turn: format.number(index + 1),
        n: format.number(at + 1),
        of: format.number(sent.length),
      }),
    }));
  });
  const isThere = options.some(({ value }) => value === String(chosen));
  return (
    <Select
      label={`${side.toUpperCase()} · ${title === '' ? t('common.untitled') : isolated(title)}`}
      value={String(chosen)}
      options={isThere ? options : [...options, { value: String(chosen), label: t('event.other', { seq: chosen }) }]}
      onChange={(seq) => onChoose(Number(seq))}
    />
  );
}

function Difference({ a, b, requests }: { readonly a: string; readonly b: string; readonly requests: Requests }) {
  const t = useT();
  const { library } = useActions();
  const [from, to] = [requests.a, requests.b];
  const ask = useCallback(async () => {
    const [one, other] = [
      { session: a, at: from },
      { session: b, at: to },
    ];
    const asked = [library.diff(one, other), library.request(one), library.request(other)] as const;
    const [diff, ...sides] = await Promise.all(asked);
    const [before, after] = sides.map((side) => (side.ok ? side.value.manifest : undefined));
    return diff.ok ? { ok: true as const, value: { diff: diff.value, before, after } } : diff;
  }, [library, a, b, from, to]);
  return (
    <ReadView read={useRead(ask)} waiting={t('library.compare.requestsLoading')}>
      {(read) => (
        <RequestDiffView
          {...read}
          sides={{ before: 'A', after: 'B' }}
          nameOf={(change) => partName(t, change, beginningOf((change.texts?.after || change.texts?.before) ?? ''))}
          place={({ sessionId, seq }) => <Place name={sessionId === a ? 'A' : 'B'} session={sessionId} seq={seq} />}
        />
      )}
    </ReadView>
  );
}

/** A message's, on one line. Calls are no Markdown: their signs are their own. */
const beginningOf = (text: string): string =>
  text.startsWith('{') ? text.slice(0, 120).replaceAll(/\s+/g, ' ') : excerptOf(text);

/** Link to the event in its conversation. */
function Place({ name, session, seq }: { readonly name: string; readonly session: string; readonly seq: number }) {
  const t = useT();
  const { openAt } = useActions();
  return (
    <button
      type="button"
      title={t('event.goTo')}
      onClick={() => openAt(session, seq)}
      className="inline-flex min-w-0 max-w-full cursor-default items-center gap-1 rounded text-left text-accent-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <span className="truncate">
        {name} · {t('event.other', { seq })}
      </span>
      <CornerUpRight aria-hidden className="size-3 shrink-0" />
    </button>
  );
}

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
                          {cell.answer === '' ? t('common.noAnswer') : withoutMarkdown(cell.answer)}
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

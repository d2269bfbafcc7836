import {
  Archive,
  Ban,
  BookOpen,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleStop,
  GitBranch,
  LoaderCircle,
  NotebookPen,
  Pin,
  Repeat,
  Trash2,
  TriangleAlert,
  Users,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isolated, useT, useText, type WordKey } from '../../../../renderer/i18n.ts';
import { useActions, useSimpleView } from '../../../../renderer/store/index.ts';
import { Afterwards, Badge, cn } from '../../../../renderer/ui/index.ts';
import type { LibraryRow, LibrarySort, Outcome, SearchHit } from '../../../../shared/review.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { useChipWords } from './filters.tsx';
import { RowMenu } from './row-menu.tsx';
import { isAway, useOpenRow } from './share-dialog.tsx';

interface Column {
  readonly id: 'title' | 'when' | 'environment' | 'skills' | 'model' | 'outcome' | 'turns' | 'tokens' | 'cost';
  readonly word: WordKey;
  /** Set if the core can sort by it. */
  readonly sort?: LibrarySort;
  /** Aligns names left, figures right. */
  readonly figures?: true;
  /** Hidden if space is short: its text is then shown below the title. */
  readonly wide?: true;
  /** The same, where the window is small and the text large. */
  readonly middle?: true;
}

export const COLUMNS: readonly Column[] = [
  { id: 'title', word: 'library.column.title', sort: 'title' },
  { id: 'when', word: 'library.column.when', sort: 'updated', wide: true },
  { id: 'environment', word: 'library.column.environment', wide: true },
  { id: 'skills', word: 'common.skills', wide: true },
  { id: 'model', word: 'common.model', wide: true },
  { id: 'outcome', word: 'library.column.outcome' },
  { id: 'turns', word: 'library.column.turns', sort: 'turns', figures: true, wide: true },
  { id: 'tokens', word: 'common.tokenCount', sort: 'tokens', figures: true, middle: true },
  { id: 'cost', word: 'library.column.cost', sort: 'cost', figures: true, middle: true },
];

/** Columns: checkbox, title, data columns, menu. */
export const GRID =
  'grid grid-cols-[2rem_minmax(0,1fr)_8rem_2rem] @lg:grid-cols-[2rem_minmax(0,1fr)_8rem_4.5rem_5rem_2rem] @5xl:grid-cols-[2rem_minmax(0,3fr)_6.25rem_5.5rem_minmax(0,1fr)_minmax(0,1fr)_8rem_3.5rem_4.5rem_5rem_2rem] gap-x-2 px-3';

/** Without figures, for the simple view: what it was, when, and whether it waits. */
export const SIMPLE_COLUMNS = COLUMNS.filter(({ id }) => id === 'title' || id === 'when' || id === 'outcome');
export const SIMPLE_GRID =
  'grid grid-cols-[2rem_minmax(0,1fr)_8rem_2rem] @5xl:grid-cols-[2rem_minmax(0,1fr)_8rem_10rem_2rem] gap-x-2 px-3';

export const WIDE = 'hidden @5xl:block';
export const MIDDLE = 'hidden @lg:block';

/** The text around a hit, with the words marked. */
function Snippet({ hit: { snippet, hits } }: { readonly hit: Pick<SearchHit, 'snippet' | 'hits'> }) {
  const pieces = hits.map(([from, to], index) => (
    <span key={from}>
      {shownText(snippet.slice(hits[index - 1]?.[1] ?? 0, from))}
      <mark className="rounded-sm bg-warning-soft text-ink">{shownText(snippet.slice(from, to))}</mark>
    </span>
  ));
  return (
    <>
      {pieces}
      {shownText(snippet.slice(hits.at(-1)?.[1] ?? 0))}
    </>
  );
}

/** Places that a row shows before more are asked for. */
const FEW = 3;
const MANY = 1_000;

/** The places with the words, in one conversation: each opens where it is, with the words marked. */
function RowHits({ row, words }: { readonly row: LibraryRow; readonly words: string }) {
  const { t, format } = useText();
  const { openAt, library } = useActions();
  const openRow = useOpenRow();
  const [limit, setLimit] = useState(FEW);
  const [found, setFound] = useState<{ readonly total: number; readonly results: readonly SearchHit[] }>();
  const { id } = row;

  useEffect(() => {
    const abort = new AbortController();
    void library.search({ words, sessionId: id, limit }, abort.signal).then((read) => {
      if (!abort.signal.aborted && read.ok) setFound(read.value);
    });
    return () => abort.abort();
  }, [library, words, id, limit]);

  const hits = found?.results.filter(({ role }) => role !== 'title') ?? [];
  if (hits.length === 0) return null;
  return (
    <ul className="flex flex-col pb-1.5">
      {hits.map((hit) => (
        <li key={`${hit.seq} ${hit.role}`}>
          <button
            type="button"
            tabIndex={-1}
            data-hit
            onClick={() => openRow(row, () => openAt(id, hit.seq, { words, past: hit.rewound }))}
            className="flex w-full min-w-0 cursor-default items-baseline gap-2 rounded-control px-2 py-1 text-left text-sm hover:bg-hover"
          >
            <Badge className="w-20 justify-center">{t(`library.role.${hit.role}`)}</Badge>
            <span className="min-w-0 flex-1 truncate text-left text-ink-soft [unicode-bidi:plaintext]" translate="no">
              <Snippet hit={hit} />
            </span>
            {hit.rewound ? <span className="shrink-0 text-ink-soft text-xs">{t('library.setAside')}</span> : null}
            <span className="shrink-0 text-ink-soft text-xs tabular-nums">{format.clock(hit.at)}</span>
          </button>
        </li>
      ))}
      {found !== undefined && found.total > found.results.length && limit < MANY ? (
        <li>
          <button
            type="button"
            tabIndex={-1}
            data-hit
            onClick={() => setLimit(MANY)}
            className="ml-24 rounded px-1 py-0.5 text-accent-ink text-sm hover:underline"
          >
            {t('library.moreHits', { n: format.number(found.total) })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** Marks and origin of a conversation, beside its title. */
function RowMarks({ row }: { readonly row: LibraryRow }) {
  const { t, format } = useText();
  const notes = t('library.mark.notes', { count: row.notes, n: format.number(row.notes) });
  const errors = t('library.mark.errors', { count: row.errors, n: format.number(row.errors) });
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-ink-soft [&_svg]:size-3.5">
      {row.pinned ? <Sign words={t('library.mark.pinned')} icon={<Pin aria-hidden className="text-accent" />} /> : null}
      {row.archived ? <Sign words={t('library.mark.archived')} icon={<Archive aria-hidden />} /> : null}
      {row.deleted ? <Sign words={t('common.deleted')} icon={<Trash2 aria-hidden />} /> : null}
      {row.forkedFrom === undefined ? null : <Sign words={t('library.mark.fork')} icon={<GitBranch aria-hidden />} />}
      {row.errors === 0 ? null : <Sign words={errors} icon={<TriangleAlert aria-hidden className="text-warning" />} />}
      {row.notes === 0 ? null : <Sign words={notes} icon={<NotebookPen aria-hidden />} />}
      {row.shared === undefined ? null : (
        <Badge>
          <Users aria-hidden />
          <span className="max-w-40 truncate">
            {row.shared.here === 'own'
              ? t('library.mark.shared')
              : t('library.mark.sharedBy', { by: shownText(row.shared.by) })}
          </span>
        </Badge>
      )}
      {row.shared?.here === 'outdated' ? <Badge tone="warning">{t('library.mark.outdated')}</Badge> : null}
      {row.origin === 'here' || row.origin === 'shared' ? null : (
        <span title={t(`library.origin.${row.origin}`)}>
          <Badge>
            <BookOpen aria-hidden />
            {t('common.readOnly')}
          </Badge>
        </span>
      )}
      {row.tags.map((tag) => (
        <Badge key={tag} tone="accent">
          <span className="max-w-24 truncate">{shownText(tag)}</span>
        </Badge>
      ))}
    </span>
  );
}

function Sign({ words, icon }: { readonly words: string; readonly icon: ReactNode }) {
  return (
    <span title={words}>
      {icon}
      <span className="sr-only">{words}</span>
    </span>
  );
}

const MARKS = {
  completed: { icon: CircleCheck, className: 'text-success' },
  stopped: { icon: CircleStop, className: 'text-ink-soft' },
  error: { icon: CircleAlert, className: 'text-danger' },
  'max-iterations': { icon: Repeat, className: 'text-warning' },
  refused: { icon: Ban, className: 'text-warning' },
  running: { icon: LoaderCircle, className: 'text-accent' },
  none: { icon: CircleDashed, className: 'text-ink-soft' },
} as const satisfies Record<Outcome, unknown>;

/** Outcome of the last run: a shape, a colour and a word. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const t = useT();
  const { icon: Icon, className } = MARKS[outcome];
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className={cn('size-3.5 shrink-0', className)} />
      <span className="truncate">{t(`library.outcome.${outcome}`)}</span>
    </span>
  );
}

/** One conversation: opens on click, is taken into the selection by its box. */
export function ListRow({
  row,
  selected,
  tabbable,
  words,
  sorted,
  onOpen,
  onSelect,
}: {
  readonly row: LibraryRow;
  readonly selected: boolean;
  /** The one row that Tab reaches; arrows reach the others. */
  readonly tabbable: boolean;
  /** That were searched for; empty where none. */
  readonly words: string;
  /** Not by days: then the day is said in the row. */
  readonly sorted: boolean;
  readonly onOpen: () => void;
  readonly onSelect: (range: boolean) => void;
}) {
  const { t, format } = useText();
  const title = row.title === '' ? t('common.untitled') : shownText(row.title);
  const when = sorted || row.pinned ? format.date(row.updatedAt) : format.time(row.updatedAt);
  const { wordsOf } = useChipWords();
  const model = row.models.map((one) => wordsOf('models', one)).join(', ');
  const simple = useSimpleView();
  const second = (simple ? [when] : [when, row.environment, ...row.skills, model])
    .filter((word) => word !== '')
    .map(isolated)
    .join(' · ');
  return (
    <div
      data-row={row.id}
      className={cn(
        'group border-line border-b transition-colors duration-fast',
        selected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <div className={cn(simple ? SIMPLE_GRID : GRID, 'items-center py-1.5')}>
        <Cell>
          <label className="flex size-7 items-center justify-center rounded-control hover:bg-hover">
            <input
              type="checkbox"
              tabIndex={-1}
              className="size-4 accent-accent"
              checked={selected}
              disabled={isAway(row)}
              title={isAway(row) ? t('archive.list.selectFirst') : undefined}
              aria-label={t('library.select', { title })}
              onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          </label>
        </Cell>
        <Cell>
          <button
            type="button"
            data-session={row.id}
            tabIndex={tabbable ? 0 : -1}
            onClick={onOpen}
            title={title}
            className="flex w-full min-w-0 cursor-default items-center gap-2 text-left"
          >
            <span className="min-w-0 truncate text-left font-medium [unicode-bidi:plaintext]">{title}</span>
            <RowMarks row={row} />
          </button>
          <span className="block truncate text-ink-soft text-sm tabular-nums @5xl:hidden">
            {second}
            {simple ? null : (
              <span className="@lg:hidden">
                {row.tokens === undefined
                  ? ''
                  : ` · ${t('common.tokens', { count: row.tokens, n: format.tokens(row.tokens) })}`}
                {row.cost === undefined ? null : ` · ${format.dollars(row.cost)}`}
              </span>
            )}
          </span>
        </Cell>
        <Cell className={cn(WIDE, 'truncate text-ink-soft text-sm tabular-nums')}>{when}</Cell>
        {simple ? null : (
          <>
            <Cell className={cn(WIDE, 'truncate text-ink-soft text-sm')}>{row.environment}</Cell>
            <Cell className={cn(WIDE, 'truncate text-sm')} title={row.skills.join(', ')}>
              {row.skills.join(', ')}
            </Cell>
            <Cell className={cn(WIDE, 'truncate text-ink-soft text-sm')} title={model}>
              {model}
            </Cell>
          </>
        )}
        <Cell className="text-sm">
          {row.runState === 'waiting-approval' ? (
            <Badge tone="warning">{t('sessions.state.waiting')}</Badge>
          ) : (
            <OutcomeMark outcome={row.outcome} />
          )}
        </Cell>
        {simple ? null : (
          <>
            <Cell className={cn(WIDE, 'text-right text-sm tabular-nums')}>{format.number(row.turns)}</Cell>
            <Cell className={cn(MIDDLE, 'text-right text-sm tabular-nums')}>
              {row.tokens === undefined ? <NoFigure words={t('library.unrecorded')} /> : format.tokens(row.tokens)}
            </Cell>
            <Cell
              className={cn(MIDDLE, 'text-right text-sm tabular-nums')}
              title={
                row.unpriced.length === 0 ? undefined : t('library.partCost', { models: format.list(row.unpriced) })
              }
            >
              {row.cost === undefined ? (
                <NoFigure words={t(row.tokens === undefined ? 'library.unrecorded' : 'library.noCost')} />
              ) : (
                `${format.dollars(row.cost)}${row.unpriced.length === 0 ? '' : '+'}`
              )}
            </Cell>
          </>
        )}
        <Cell>
          {isAway(row) ? null : (
            <Afterwards>
              <RowMenu row={row} title={title} />
            </Afterwards>
          )}
        </Cell>
      </div>
      {words === '' || (row.hits ?? 0) === 0 ? null : (
        <div className="px-3 pl-13">
          <RowHits row={row} words={words} />
        </div>
      )}
    </div>
  );
}

function Cell({
  className,
  title,
  children,
}: {
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div title={title} className={cn('min-w-0', className)}>
      {children}
    </div>
  );
}

/** A dash for a figure that there is not. */
export function NoFigure({ words }: { readonly words: string }) {
  return (
    <span className="text-ink-soft" title={words}>
      –<span className="sr-only">{words}</span>
    </span>
  );
}

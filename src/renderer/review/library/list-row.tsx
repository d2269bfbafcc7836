import type { ReactNode } from 'react';
import type { LibraryRow } from '../../../shared/review.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { isolated, useFormat, useT } from '../../i18n/index.ts';
import { useSimpleView } from '../../store/index.ts';
import { Afterwards, Badge, cn } from '../../ui/index.ts';
import { GRID, MIDDLE, SIMPLE_GRID, WIDE } from './columns.ts';
import { useChipWords } from './filters/use-chip-words.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { RowHits } from './row-hits.tsx';
import { RowMarks } from './row-marks.tsx';
import { RowMenu } from './row-menu.tsx';
import { isAway } from './share/use-open-row.ts';

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
  const t = useT();
  const format = useFormat();
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
                {` · ${t('common.tokens', { count: row.tokens, n: format.tokens(row.tokens) })}`}
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
            <Cell className={cn(MIDDLE, 'text-right text-sm tabular-nums')}>{format.tokens(row.tokens)}</Cell>
            <Cell
              className={cn(MIDDLE, 'text-right text-sm tabular-nums')}
              title={
                row.unpriced.length === 0 ? undefined : t('library.partCost', { models: format.list(row.unpriced) })
              }
            >
              {row.cost === undefined ? (
                <span className="text-ink-soft" title={t('library.noCost')}>
                  –<span className="sr-only">{t('library.noCost')}</span>
                </span>
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

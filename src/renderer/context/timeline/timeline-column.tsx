import { Archive, BookOpen, LogOut, Plus, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import { SEGMENT_COLORS } from '../../shared/segment-colors.ts';
import { cn, Tooltip } from '../../ui/index.ts';
import type { Column, Mark, MarkKind } from './timeline-data.ts';
import { useTimelineWords } from './use-timeline-words.ts';

const ICONS: Readonly<Record<MarkKind, typeof Plus>> = {
  load: Plus,
  unload: LogOut,
  reference: BookOpen,
  compaction: Archive,
  undone: Undo2,
};

function Values({
  column,
  index,
  marks,
}: {
  readonly column: Column;
  readonly index: number;
  readonly marks: readonly Mark[];
}) {
  const t = useT();
  const format = useFormat();
  const words = useTimelineWords();
  const cached = words.cached(column);
  return (
    <span className="flex min-w-44 flex-col gap-0.5 py-0.5">
      <span className="font-medium">{words.title(column, index)}</span>
      <span className="tabular-nums opacity-80">{words.fill(column)}</span>
      {cached === undefined ? null : <span className="tabular-nums opacity-80">{cached}</span>}
      {column.kinds.toReversed().map(({ kind, tokens }) => (
        <span key={kind} className="flex items-center gap-1.5">
          <span className={cn('keep-colors size-2 rounded-sm', SEGMENT_COLORS[kind])} />
          <span className="flex-1">{t(`gauge.kind.${kind}`)}</span>
          <span className="tabular-nums">{format.number(tokens)}</span>
        </span>
      ))}
      {marks.map((mark) => (
        <span key={mark.seq} className="opacity-80">
          {words.mark(mark)}
        </span>
      ))}
    </span>
  );
}

/** One request: its parts one on the other, and above it what has changed since the one before. */
export const TimelineColumn = memo(function TimelineColumn({
  column,
  index,
  marks,
  scale,
  current,
  tabbable,
  onOpen,
  onFocus,
}: {
  readonly column: Column;
  readonly index: number;
  readonly marks: readonly Mark[];
  /** Tokens of the full height. */
  readonly scale: number;
  readonly current: boolean;
  readonly tabbable: boolean;
  readonly onOpen: (seq: number) => void;
  readonly onFocus: (index: number) => void;
}) {
  const words = useTimelineWords();
  const [mark] = marks;
  const Icon = mark === undefined ? undefined : ICONS[mark.kind];
  return (
    <Tooltip side="top" content={<Values column={column} index={index} marks={marks} />}>
      <button
        type="button"
        data-seq={column.seq}
        data-total={column.total}
        tabIndex={tabbable ? 0 : -1}
        aria-label={words.whole(column, index, marks)}
        aria-current={current ? 'true' : undefined}
        onClick={() => onOpen(column.seq)}
        onFocus={() => onFocus(index)}
        className="group/column relative flex h-full w-full cursor-default flex-col justify-end rounded-sm hover:bg-hover aria-[current]:bg-selected"
      >
        {Icon === undefined ? null : (
          <span className="absolute inset-x-0 top-0 flex justify-center text-ink-soft">
            {/* Above the lines of the limit, which would cross it out. */}
            <Icon aria-hidden className="relative z-20 size-3 rounded-full bg-side" />
          </span>
        )}
        <span
          className={cn('keep-colors mx-px flex flex-col-reverse', column.purpose === 'summary' ? 'opacity-50' : '')}
          style={{ height: `${Math.min(100, (column.total / scale) * 100)}%` }}
        >
          {column.kinds.map(({ kind, tokens }) => (
            <span
              key={kind}
              data-kind={kind}
              className={cn('last:rounded-t-sm', SEGMENT_COLORS[kind])}
              style={{ flexGrow: tokens, flexBasis: 0 }}
            />
          ))}
        </span>
      </button>
    </Tooltip>
  );
});

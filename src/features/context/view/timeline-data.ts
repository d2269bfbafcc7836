/** A session's requests side by side, and the changes of the context between them: from the log alone. */
import type { PartKind, SessionEvent } from '../../../shared/events.ts';
import { isNamed, type NamedEvent } from '../../../shared/messages/describe-event.ts';

export interface Column {
  /** `seq` of its `request-sent`. */
  readonly seq: number;
  readonly at: string;
  /** Number of the person's message that it answers, from 1; 0 before the first. */
  readonly turn: number;
  readonly purpose: 'turn' | 'summary';
  /** Tokens by kind; a kind that takes none is not there. */
  readonly kinds: readonly { readonly kind: PartKind; readonly tokens: number }[];
  readonly total: number;
  readonly max: number;
  /** Tokens that the provider's cache gave back; absent where it did not say. */
  readonly cached?: number;
}

const MARK_KINDS = ['load', 'unload', 'reference', 'compaction', 'undone'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface Mark {
  readonly seq: number;
  readonly kind: MarkKind;
  readonly event: NamedEvent;
  /** Index of the column that is the first to show it. */
  readonly before: number;
}

export interface TimelineData {
  readonly columns: readonly Column[];
  readonly marks: readonly Mark[];
  /** Tokens of the fullest request. */
  readonly peak: number;
  /** Limit in the latest request; 0 without one. */
  readonly max: number;
}

const KINDS: readonly PartKind[] = [
  ...(['base', 'tools', 'catalog', 'skill', 'reference', 'summary'] as const),
  ...(['user', 'assistant', 'tool-result'] as const),
];

const MARKS: Partial<Readonly<Record<NamedEvent['type'], MarkKind>>> = {
  'skill-loaded': 'load',
  'skill-unloaded': 'unload',
  'reference-loaded': 'reference',
  'reference-unloaded': 'unload',
  'context-compacted': 'compaction',
  'compaction-undone': 'undone',
};

function markOf(event: SessionEvent): Omit<Mark, 'before'> | undefined {
  if (!isNamed(event)) return undefined;
  const kind = MARKS[event.type];
  return kind === undefined ? undefined : { seq: event.seq, kind, event };
}

export function timelineOf(events: readonly SessionEvent[]): TimelineData {
  const columns: Column[] = [];
  const marks: Mark[] = [];
  let turn = 0;
  for (const event of events) {
    if (event.type === 'user-message-added') turn += 1;
    else if (event.type === 'request-sent') {
      const { seq, at, tokens, purpose = 'turn' } = event;
      const sums = new Map<PartKind, number>();
      for (const part of tokens.parts) sums.set(part.kind, (sums.get(part.kind) ?? 0) + part.tokens);
      const kinds = KINDS.flatMap((kind) => {
        const sum = sums.get(kind) ?? 0;
        return sum === 0 ? [] : [{ kind, tokens: sum }];
      });
      columns.push({ seq, at, turn, purpose, kinds, total: tokens.total, max: tokens.max });
    } else if (event.type === 'model-responded') {
      const last = columns.at(-1);
      const cached = event.usage?.cachedPromptTokens;
      if (last !== undefined && cached !== undefined) columns[columns.length - 1] = { ...last, cached };
    } else {
      const mark = markOf(event);
      if (mark !== undefined) marks.push({ ...mark, before: columns.length });
    }
  }
  const peak = columns.reduce((most, { total }) => Math.max(most, total), 0);
  return { columns, marks, peak, max: columns.at(-1)?.max ?? 0 };
}

/** Tokens at the top of the strip: the limit, or if little of it is used, a scale that still shows differences. */
export function scaleOf({ peak, max }: Pick<TimelineData, 'peak' | 'max'>, againstLimit: boolean): number {
  if (againstLimit || max === 0) return Math.max(max, peak, 1);
  const step = 10 ** Math.floor(Math.log10(Math.max(peak, 1)));
  return Math.min(Math.max(max, peak), Math.ceil((peak * 1.15) / step) * step);
}

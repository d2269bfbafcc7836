/** The sessions that a reviewer looks for: filtered, sorted, a page at a time, with what each filter would leave. Pure. */
import type { Verdict } from '../../../shared/judging/reviews.ts';
import type { LibraryPage, LibraryQuery, LibraryRow, LibrarySort } from '../../../shared/review.ts';
import { type Prices, unitPrices } from '../../session/requests/prices.ts';
import type { LibraryEntry } from '../../store/reading.ts';
import { facetsOf, judgedBy, sumsOf } from './library-filters.ts';
import { type DayOf, dayIn, rowOf } from './library-row.ts';

const PAGE = 100;

export interface Library {
  readonly entries: readonly LibraryEntry[];
  readonly prices: Prices;
  /** Number of texts with every word, by session; absent if no words were given. */
  readonly hits?: ReadonlyMap<string, number> | undefined;
  /** Sessions whose evidence does not hold; absent if it was not asked for. */
  readonly unverified?: ReadonlySet<string> | undefined;
  /** Reviewers' verdicts on whole sessions. */
  readonly verdicts?: ReadonlyMap<string, readonly Verdict[]> | undefined;
  /** Those in the team's archive. */
  readonly shared?: ReadonlyMap<string, LibraryRow['shared']> | undefined;
}

/** @throws SkilldeckError `bad-input` for a time zone that is none. */
export function libraryPage(library: Library, query: LibraryQuery): LibraryPage {
  const { filters = {}, sort = 'updated', cursor, limit = PAGE } = query;
  const { hits } = library;
  const entries = hits === undefined ? library.entries : library.entries.filter(({ summary }) => hits.has(summary.id));
  const judged = judgedBy(filters, rowsOf({ ...library, entries }, dayIn(query.timeZone)));
  const left = judged.passing().sort(inOrder(sort, query.direction));
  const from = startOf(left, cursor);
  const shown = left.slice(from, from + limit);
  const last = shown.at(-1);
  return {
    sessions: shown,
    total: left.length,
    ...(last === undefined || from + limit >= left.length ? {} : { next: `${from + limit}:${last.id}` }),
    facets: facetsOf(judged, filters),
    sums: sumsOf(left),
  };
}

export function rowsOf({ entries, prices, hits, unverified, verdicts, shared }: Library, day: DayOf): LibraryRow[] {
  const priced = unitPrices(prices);
  return entries.map((entry) => {
    const { id } = entry.summary;
    return rowOf(entry, priced, day, {
      hits: hits?.get(id),
      shared: shared?.get(id),
      verdicts: verdicts?.get(id),
      unverified: unverified?.has(id),
    });
  });
}

/** Index after the last row shown, wherever it is now; if it is gone, at its former place. */
function startOf(rows: readonly LibraryRow[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, place = '0', id = ''] = /^(\d{1,9}):(.*)$/s.exec(cursor) ?? [];
  const index = rows.findIndex((row) => row.id === id);
  return index >= 0 ? index + 1 : Number(place);
}

const COMPARED: Readonly<Record<LibrarySort, (row: LibraryRow) => number | string>> = {
  updated: (row) => row.updatedAt,
  created: (row) => row.createdAt,
  title: (row) => row.title.toLowerCase(),
  turns: (row) => row.turns,
  tokens: (row) => row.tokens,
  cost: (row) => row.cost ?? -1,
  errors: (row) => row.errors,
  duration: (row) => row.duration,
  hits: (row) => row.hits ?? 0,
};

/** Ties keep the order of last change. */
function inOrder(sort: LibrarySort, direction: LibraryQuery['direction']) {
  const of = COMPARED[sort];
  const sign = (direction ?? (sort === 'title' ? 'up' : 'down')) === 'up' ? 1 : -1;
  const pinsFirst = sort === 'updated' || sort === 'created';
  const compare = sort === 'title' ? new Intl.Collator(['zh', 'en'], { numeric: true }).compare : undefined;
  return (a: LibraryRow, b: LibraryRow): number => {
    if (pinsFirst && a.pinned !== b.pinned) return a.pinned ? -1 : 1;
    const [x, y] = [of(a), of(b)];
    if (compare !== undefined) return sign * compare(String(x), String(y));
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  };
}

/** The sessions that a reviewer looks for: filtered, sorted, a page at a time, with what each filter would leave. Pure. */

import { type Prices, type UnitPrices, unitPrices } from '../../../main/session/requests.ts';
import type { LibraryEntry } from '../../../main/store/reading.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { costOf } from '../../../shared/models/cost.ts';
import type { Verdict } from '../../../shared/review/reviews.ts';
import {
  type LibraryFilters,
  type LibraryPage,
  type LibraryQuery,
  type LibraryRow,
  type LibrarySort,
  type Origin,
  type Outcome,
  PROBLEMS,
} from '../../../shared/review.ts';

// One line of the library.

/** `YYYY-MM-DD` of a time. */
type DayOf = (at: string) => string;

/** ISO 8601 up to ten minutes: no time zone changes its day in between. */
const SAME_DAY = 15;

/** @throws SkilldeckError `bad-input`. */
function dayIn(timeZone: string = 'UTC'): DayOf {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  const known = new Map<string, string>();
  return (at) => {
    const key = at.slice(0, SAME_DAY);
    const day = known.get(key) ?? format.format(new Date(at));
    known.set(key, day);
    return day;
  };
}

/** Keyed by time zone: making one takes as long as a thousand rows. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    // Sweden writes its days as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  } catch (error) {
    throw detailed('bad-input', 'time-zone', { zone: timeZone }, { cause: error });
  }
}

interface Beside extends Pick<LibraryRow, 'hits' | 'shared' | 'unverified'> {
  readonly verdicts?: readonly Verdict[] | undefined;
}

/** Thousands are made for each page, so each is one object from the start. */
function rowOf(
  { summary, facts, imported }: LibraryEntry,
  prices: UnitPrices,
  day: DayOf,
  { verdicts = [], hits, shared, unverified }: Beside,
): LibraryRow {
  const { id, title, createdAt, updatedAt, environment, runState, turns, deleted } = summary;
  const {
    skills,
    usage,
    slow,
    loop,
    unsupported,
    requests,
    toolCalls,
    errors,
    given,
    denied,
    duration,
    notes,
    marks,
    forkedFrom,
  } = facts;
  const isTheirs = shared !== undefined && shared.here !== 'own';
  const origin: Origin = isTheirs ? 'shared' : facts.foreign ? 'foreign' : imported ? 'imported' : 'here';
  const { tokens, cost, unpriced } = spent(facts, prices);
  const isUnrecorded = facts.foreign && usage.every(({ answers, unreported }) => answers === unreported);
  return {
    id,
    title,
    createdAt,
    updatedAt,
    environment,
    runState,
    turns,
    deleted,
    day: Number.isNaN(Date.parse(updatedAt)) ? updatedAt.slice(0, 10) : day(updatedAt),
    origin,
    skills: [...skills],
    models: usage.length > 0 ? usage.map(({ model }) => model) : facts.model === '' ? [] : [facts.model],
    outcome: outcomeOf(facts.outcome, origin),
    toolCalls,
    errors,
    notes,
    unpriced,
    approvals: { given, denied },
    pinned: marks.pinned,
    archived: marks.archived,
    tags: [...marks.tags],
    verdicts: [...verdicts],
    ...defined({ slow, loop, unsupported }),
    ...(isUnrecorded ? {} : { requests, tokens }),
    ...(facts.undated === true ? {} : { duration }),
    ...defined({ cost, forkedFrom, hits, shared, unverified }),
  };
}

/** An imported session never continues, though its log may end in the middle of a run. */
const outcomeOf = (outcome: Outcome, origin: Origin): Outcome =>
  outcome === 'running' && origin !== 'here' ? 'stopped' : outcome;

function spent(
  { usage, unreported, foreign }: LibraryEntry['facts'],
  prices: UnitPrices,
): { readonly tokens: number; readonly cost: number | undefined; readonly unpriced: string[] } {
  let tokens = unreported;
  let cost: number | undefined;
  const unpriced: string[] = [];
  for (const one of usage) {
    const taken = one.promptTokens + one.completionTokens;
    tokens += taken;
    const price = prices(one.model);
    if (one.cost !== undefined) cost = (cost ?? 0) + one.cost;
    else if (price !== undefined && (taken > 0 || !foreign)) cost = (cost ?? 0) + costOf(one, price);
    else if (taken > 0) unpriced.push(one.model);
  }
  return { tokens, cost, unpriced };
}

/** Rows of the library that a reviewer's filters leave, and how many each value of a filter would. Pure. */
type Filter = keyof LibraryFilters;

/** Separate, because a facet is counted with all filters except its own. */
const TESTS: { readonly [F in Filter]: (row: LibraryRow, wanted: NonNullable<LibraryFilters[F]>) => boolean } = {
  from: (row, from) => Date.parse(row.updatedAt) >= Date.parse(from),
  to: (row, to) => Date.parse(row.updatedAt) < Date.parse(to),
  environments: (row, wanted) => wanted.length === 0 || wanted.includes(row.environment),
  skills: (row, wanted) => wanted.length === 0 || row.skills.some((skill) => wanted.includes(skill)),
  models: (row, wanted) => wanted.length === 0 || row.models.some((model) => wanted.includes(model)),
  outcomes: (row, wanted) => wanted.length === 0 || wanted.includes(row.outcome),
  tags: (row, wanted) => wanted.length === 0 || row.tags.some((tag) => wanted.includes(tag)),
  origins: (row, wanted) => wanted.length === 0 || wanted.includes(row.origin),
  problems: (row, wanted) => wanted.length === 0 || problemsOf(row).some((problem) => wanted.includes(problem)),
  verdicts: (row, wanted) => wanted.length === 0 || judgedOf(row).some((verdict) => wanted.includes(verdict)),
  cost: ({ cost }, { min, max }) =>
    (min === undefined && max === undefined) ||
    (cost !== undefined && cost >= (min ?? 0) && cost <= (max ?? Number.POSITIVE_INFINITY)),
  archived: (row, wanted) => isWanted(row.archived, wanted),
  deleted: (row, wanted) => isWanted(row.deleted, wanted),
};

const judgedOf = ({ verdicts }: LibraryRow): NonNullable<LibraryFilters['verdicts']> =>
  verdicts.length === 0 ? ['none'] : verdicts;

const problemsOf = (row: LibraryRow): NonNullable<LibraryFilters['problems']> => {
  const { errors, approvals, slow, loop, unsupported, unverified } = row;
  const found = { failed: errors > 0, slow, loop, refused: approvals.denied > 0, unsupported, unverified };
  return PROBLEMS.filter((problem) => found[problem] === true);
};

const isWanted = (is: boolean, wanted: 'with' | 'without' | 'only'): boolean =>
  wanted === 'with' || is === (wanted === 'only');

const ALL: readonly Filter[] = Object.keys(TESTS) as Filter[];

type Test = (row: LibraryRow) => boolean;

function testOf<F extends Filter>(name: F, wanted: LibraryFilters[F]): Test[] {
  const test = TESTS[name];
  return wanted === undefined ? [] : [(row) => test(row, wanted)];
}

/** Filters that a row does not pass; made once for many rows. */
function failing(given: LibraryFilters): (row: LibraryRow) => readonly Filter[] {
  const defaults = { archived: given.archived ?? 'without', deleted: given.deleted ?? 'without' } as const;
  const filters: LibraryFilters = { ...given, ...defaults };
  const tests = ALL.flatMap((name) => testOf(name, filters[name]).map((test) => [name, test] as const));
  return (row) => tests.flatMap(([name, test]) => (test(row) ? [] : [name]));
}

/** Rows by the filters that they do not pass. */
interface JudgedRows {
  /** Those that pass all filters but these. */
  passing(...but: readonly Filter[]): LibraryRow[];
}

function judgedBy(filters: LibraryFilters, rows: readonly LibraryRow[]): JudgedRows {
  const failingOf = failing(filters);
  const groups = [...Map.groupBy(rows, (row) => failingOf(row).join())].map(
    ([failed, group]) => [failed === '' ? [] : failed.split(','), group] as const,
  );
  return {
    passing: (...but) =>
      groups.flatMap(([failed, group]) => (failed.every((name) => but.some((one) => one === name)) ? group : [])),
  };
}

function facetsOf({ passing }: JudgedRows, filters: LibraryFilters): LibraryPage['facets'] {
  const facet = (own: Filter, values: (row: LibraryRow) => readonly string[], chosen: readonly string[] = []) =>
    counted(passing(own), values, chosen);
  const isChecked = passing(...ALL).some(({ unverified }) => unverified !== undefined);
  return {
    environments: facet('environments', (row) => [row.environment], filters.environments),
    skills: facet('skills', (row) => row.skills, filters.skills),
    models: facet('models', (row) => row.models, filters.models),
    outcomes: facet('outcomes', (row) => [row.outcome], filters.outcomes),
    tags: facet('tags', (row) => row.tags, filters.tags),
    origins: facet('origins', (row) => [row.origin], filters.origins),
    problems: facet('problems', problemsOf, [...(filters.problems ?? []), ...(isChecked ? ['unverified'] : [])]),
    verdicts: facet('verdicts', judgedOf, filters.verdicts),
    archived: passing('archived').filter((row) => row.archived).length,
    deleted: passing('deleted').filter((row) => row.deleted).length,
  };
}

/** The most frequent first. A chosen value stays, though nothing has it any more. */
function counted(
  rows: readonly LibraryRow[],
  values: (row: LibraryRow) => readonly string[],
  chosen: readonly string[],
): { value: string; count: number }[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const row of rows) for (const value of values(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function sumsOf(rows: readonly LibraryRow[]): LibraryPage['sums'] {
  const sums = { tokens: 0, cost: 0 };
  for (const { tokens = 0, cost = 0 } of rows) {
    sums.tokens += tokens;
    sums.cost += cost;
  }
  return sums;
}

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

function rowsOf({ entries, prices, hits, unverified, verdicts, shared }: Library, day: DayOf): LibraryRow[] {
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
  tokens: (row) => row.tokens ?? -1,
  cost: (row) => row.cost ?? -1,
  errors: (row) => row.errors,
  duration: (row) => row.duration ?? -1,
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

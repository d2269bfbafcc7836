/** Rows of the library that a reviewer's filters leave, and how many each value of a filter would. Pure. */
import type { LibraryFilters, LibraryPage, LibraryRow } from '../../../shared/review.ts';

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
  pinned: (row, wanted) => row.pinned === wanted,
  archived: (row, wanted) => isWanted(row.archived, wanted),
  deleted: (row, wanted) => isWanted(row.deleted, wanted),
};

const judgedOf = ({ verdicts }: LibraryRow): NonNullable<LibraryFilters['verdicts']> =>
  verdicts.length === 0 ? ['none'] : verdicts;

const problemsOf = ({ errors, approvals, unverified }: LibraryRow): NonNullable<LibraryFilters['problems']> => [
  ...(errors > 0 ? (['failed'] as const) : []),
  ...(approvals.denied > 0 ? (['refused'] as const) : []),
  ...(unverified === true ? (['unverified'] as const) : []),
];

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

export function judgedBy(filters: LibraryFilters, rows: readonly LibraryRow[]): JudgedRows {
  const failingOf = failing(filters);
  const groups = [...Map.groupBy(rows, (row) => failingOf(row).join())].map(
    ([failed, group]) => [failed === '' ? [] : failed.split(','), group] as const,
  );
  return {
    passing: (...but) =>
      groups.flatMap(([failed, group]) => (failed.every((name) => but.some((one) => one === name)) ? group : [])),
  };
}

export function facetsOf({ passing }: JudgedRows, filters: LibraryFilters): LibraryPage['facets'] {
  const facet = (own: Filter, values: (row: LibraryRow) => readonly string[], chosen: readonly string[] = []) =>
    counted(passing(own), values, chosen);
  const isChecked = passing(...ALL).some(({ unverified }) => unverified !== undefined);
  const priced = passing('cost').flatMap(({ cost }) => cost ?? []);
  return {
    days: counted(passing('from', 'to'), (row) => [row.day], []).sort((a, b) => (a.value < b.value ? 1 : -1)),
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
    pinned: passing('pinned').filter((row) => row.pinned).length,
    ...(priced.length === 0 ? {} : { cost: rangeOf(priced) }),
  };
}

function rangeOf(costs: readonly number[]): { min: number; max: number } {
  return costs.reduce(({ min, max }, cost) => ({ min: Math.min(min, cost), max: Math.max(max, cost) }), {
    min: Number.POSITIVE_INFINITY,
    max: 0,
  });
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

export function sumsOf(rows: readonly LibraryRow[]): LibraryPage['sums'] {
  const sums = { tokens: 0, cost: 0, errors: 0, turns: 0 };
  for (const { tokens, cost = 0, errors, turns } of rows) {
    sums.tokens += tokens;
    sums.cost += cost;
    sums.errors += errors;
    sums.turns += turns;
  }
  return sums;
}

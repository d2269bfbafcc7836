/** The library in the address: its page, and of the list what it was narrowed by, so that a link finds the same. Pure. */
import {
  JUDGED,
  LIBRARY_SORTS,
  type LibraryFilters,
  MAX_NAME,
  MAX_NAMES,
  ORIGINS,
  OUTCOMES,
  PROBLEMS,
  WHICH,
} from '../../shared/review.ts';
import { type LibraryAsked, NOTHING_ASKED, type OpenLibrary } from './slice.ts';

const LIBRARY = '#/library';
const TRIPS = '#/trips';
const SKILLS = '#/skills';

/** Address keys of the list filters. */
const LISTS = {
  environments: 'env',
  skills: 'skill',
  models: 'model',
  outcomes: 'outcome',
  tags: 'tag',
  origins: 'origin',
  problems: 'problem',
  verdicts: 'verdict',
} as const satisfies Partial<Record<keyof LibraryFilters, string>>;
const ONES = { from: 'from', to: 'to', archived: 'archived', deleted: 'deleted' } as const;

/** Page without what only narrows or sorts it: going from one to another is a step that Back undoes. */
export function libraryPlace(open: OpenLibrary): string {
  const name = encodeURIComponent;
  switch (open.page) {
    case 'list':
      return open.compareWith === undefined ? LIBRARY : `${LIBRARY}/compare/${name(open.compareWith)}`;
    case 'trips':
      return TRIPS;
    case 'skills':
      return SKILLS;
    case 'costs':
      return `${LIBRARY}/costs/${name(open.session)}`;
    case 'judge':
      return `${LIBRARY}/judge`;
    case 'compare-many':
      return `${LIBRARY}/table/${open.sessions.map(name).join('/')}`;
    case 'compare': {
      const requests = open.requests === undefined ? '' : `/requests/${open.requests.a}/${open.requests.b}`;
      return `${LIBRARY}/compare/${name(open.a)}/${name(open.b)}${requests}`;
    }
  }
}

export function libraryAddress(open: OpenLibrary, asked: LibraryAsked): string {
  const query = open.page === 'list' ? queryOf(asked) : new URLSearchParams();
  if (open.page === 'judge' && open.session !== undefined) query.set('session', open.session);
  if (open.page === 'costs' && open.by !== undefined) query.set('by', open.by);
  const text = query.toString();
  return text === '' ? libraryPlace(open) : `${libraryPlace(open)}?${text}`;
}

/**
 * Returns undefined for any other address. Unreadable parts filter nothing, so a truncated link or one from another
 * version still opens the library. Only the list has `asked`: other pages leave it unchanged.
 */
export function readLibraryAddress(
  hash: string,
): { readonly open: OpenLibrary; readonly asked?: LibraryAsked } | undefined {
  const mark = hash.indexOf('?');
  const place = mark === -1 ? hash : hash.slice(0, mark);
  if (place === TRIPS) return { open: { page: 'trips' } };
  if (place === SKILLS) return { open: { page: 'skills' } };
  if (place !== LIBRARY && !place.startsWith(`${LIBRARY}/`)) return undefined;
  const query = new URLSearchParams(mark === -1 ? '' : hash.slice(mark + 1));
  const [page = '', one = '', other = '', inner = '', x = '', y = ''] = place
    .slice(LIBRARY.length + 1)
    .split('/')
    .map(decoded);
  if (page === 'costs' && one !== '') {
    const by = query.get('by');
    return { open: { page: 'costs', session: one, ...(by === null ? {} : { by }) } };
  }
  if (page === 'compare' && one !== '' && other !== '') {
    const [a, b] = [Number(x), Number(y)];
    const isPair = inner === 'requests' && [a, b].every((seq) => Number.isSafeInteger(seq) && seq > 0);
    return { open: { page: 'compare', a: one, b: other, ...(isPair ? { requests: { a, b } } : {}) } };
  }
  if (page === 'judge') return { open: { page, session: query.get('session') ?? undefined } };
  if (page === 'table') {
    const sessions = [...new Set(place.slice(`${LIBRARY}/table/`.length).split('/').map(decoded))].filter(Boolean);
    if (sessions.length > 1) return { open: { page: 'compare-many', sessions } };
  }
  const open: OpenLibrary = page === 'compare' && one !== '' ? { page: 'list', compareWith: one } : { page: 'list' };
  return { open, asked: askedOf(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function queryOf({ words, filters, sort, direction }: LibraryAsked): URLSearchParams {
  const query = new URLSearchParams();
  if (words.trim() !== '') query.set('q', words);
  for (const [field, name] of entriesOf(LISTS)) for (const value of filters[field] ?? []) query.append(name, value);
  for (const [field, name] of entriesOf(ONES)) {
    const value = filters[field];
    if (value !== undefined) query.set(name, value);
  }
  if (filters.cost?.min !== undefined) query.set('min', String(filters.cost.min));
  if (filters.cost?.max !== undefined) query.set('max', String(filters.cost.max));
  if (filters.pinned === true) query.set('pinned', '1');
  if (sort !== NOTHING_ASKED.sort) query.set('sort', sort);
  if (direction !== undefined) query.set('direction', direction);
  return query;
}

function askedOf(query: URLSearchParams): LibraryAsked {
  const filters: Record<string, unknown> = {};
  for (const [field, name] of entriesOf(LISTS)) {
    const values = query.getAll(name);
    if (values.length > 0 && isReadable(field, values)) filters[field] = values;
  }
  for (const [field, name] of entriesOf(ONES)) {
    const value = query.get(name);
    if (value !== null && isReadable(field, [value])) filters[field] = value;
  }
  const cost = { ...amountIn(query, 'min'), ...amountIn(query, 'max') };
  if (Object.keys(cost).length > 0) filters.cost = cost;
  if (query.get('pinned') === '1') filters.pinned = true;
  const sort = LIBRARY_SORTS.find((one) => one === query.get('sort')) ?? NOTHING_ASKED.sort;
  const direction = query.get('direction');
  return {
    words: query.get('q') ?? '',
    filters: filters as LibraryFilters,
    sort,
    ...(direction === 'up' || direction === 'down' ? { direction } : {}),
  };
}

function amountIn(query: URLSearchParams, name: 'min' | 'max'): { min?: number; max?: number } {
  const text = query.get(name);
  return text !== null && text !== '' && Number(text) >= 0 && Number.isFinite(Number(text))
    ? { [name]: Number(text) }
    : {};
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  outcomes: OUTCOMES,
  origins: ORIGINS,
  problems: PROBLEMS,
  verdicts: JUDGED,
  archived: WHICH,
  deleted: WHICH,
};

/** True if the core takes it; one that it does not take leaves the others. */
function isReadable(field: string, values: readonly string[]): boolean {
  if (field === 'from' || field === 'to') return values.every((one) => !Number.isNaN(Date.parse(one)));
  const choices = CHOICES[field];
  if (choices !== undefined) return values.every((one) => choices.includes(one));
  return values.length <= MAX_NAMES && values.every(({ length }) => length <= MAX_NAME);
}

const entriesOf = <T extends object>(of: T): [keyof T & string, T[keyof T]][] =>
  Object.entries(of) as [keyof T & string, T[keyof T]][];

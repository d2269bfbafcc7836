/** The library in the address: its page, and of the list what it was narrowed by, so that a link finds the same. Pure. */
import { defined, parsedJson } from '../../shared/defined.ts';
import { LIBRARY_SORTS, type LibraryFilters, libraryFiltersSchema } from '../../shared/review.ts';
import { type LibraryAsked, NOTHING_ASKED, type OpenLibrary } from './slice.ts';

const LIBRARY = '#/library';
const TRIPS = '#/trips';
const SKILLS = '#/skills';
const REQUESTS = 'requests';

/** Page without what only narrows or sorts it: going from one to another is a step that Back undoes. */
export function libraryPlace(open: OpenLibrary): string {
  const below = (...parts: readonly (string | number)[]) => [LIBRARY, ...parts.map(encodeURIComponent)].join('/');
  switch (open.page) {
    case 'list':
      return LIBRARY;
    case 'trips':
      return TRIPS;
    case 'skills':
      return SKILLS;
    case 'costs':
      return below('costs', open.session);
    case 'judge':
      return below('judge');
    case 'compare': {
      const { sessions, requests } = open;
      return below('compare', ...sessions, ...(requests === undefined ? [] : [REQUESTS, requests.a, requests.b]));
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
  const [page, ...parts] = place
    .slice(LIBRARY.length + 1)
    .split('/')
    .map(decoded);
  const at = parts.indexOf(REQUESTS);
  const sessions = [...new Set(parts.slice(0, at === -1 ? undefined : at))].filter((id) => id !== '');
  const [session] = sessions;
  if (page === 'judge') return { open: { page, session: query.get('session') ?? undefined } };
  if (page === 'costs' && session !== undefined)
    return { open: { page, session, ...defined({ by: query.get('by') ?? undefined }) } };
  if (page === 'compare' && sessions.length > 1) {
    const [a = 0, b = 0] = at === -1 ? [] : parts.slice(at + 1).map(Number);
    const isPair = [a, b].every((seq) => Number.isSafeInteger(seq) && seq > 0);
    return { open: { page, sessions, ...(isPair ? { requests: { a, b } } : {}) } };
  }
  return {
    open: { page: 'list' },
    asked: askedOf(query),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** A filter by its name, once for each value; what is no text as JSON. */
function queryOf({ words, filters, sort, direction }: LibraryAsked): URLSearchParams {
  const query = new URLSearchParams();
  if (words.trim() !== '') query.set('q', words);
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) query.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  if (sort !== NOTHING_ASKED.sort) query.set('sort', sort);
  if (direction !== undefined) query.set('direction', direction);
  return query;
}

function askedOf(query: URLSearchParams): LibraryAsked {
  const filters: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(libraryFiltersSchema.shape)) {
    const given = query.getAll(name);
    const [only = ''] = given;
    const read = [given, only, parsedJson(only)].map((value) => schema.safeParse(value)).find(({ success }) => success);
    if (given.length > 0 && read !== undefined) filters[name] = read.data;
  }
  const direction = query.get('direction');
  return {
    words: query.get('q') ?? '',
    filters: filters as LibraryFilters,
    sort: LIBRARY_SORTS.find((one) => one === query.get('sort')) ?? NOTHING_ASKED.sort,
    ...(direction === 'up' || direction === 'down' ? { direction } : {}),
  };
}

/** Active filters of the list, one by one. Pure. */
import type { LibraryFilters } from '../../../../shared/review.ts';

/** Filters with lists of values, any of which matches. */
export const LISTS = [
  'environments',
  'skills',
  'models',
  'outcomes',
  'tags',
  'origins',
  'problems',
  'verdicts',
] as const;
export type ListFilter = (typeof LISTS)[number];

export type Chip =
  | { readonly kind: 'list'; readonly of: ListFilter; readonly value: string }
  | { readonly kind: 'days' | 'cost' | 'pinned' | 'archived' | 'deleted' };

export function chipsOf(filters: LibraryFilters): readonly Chip[] {
  const chips: Chip[] = [];
  if (filters.from !== undefined || filters.to !== undefined) chips.push({ kind: 'days' });
  for (const of of LISTS) for (const value of filters[of] ?? []) chips.push({ kind: 'list', of, value });
  if (filters.cost !== undefined) chips.push({ kind: 'cost' });
  if (filters.pinned === true) chips.push({ kind: 'pinned' });
  for (const kind of ['archived', 'deleted'] as const) {
    if (filters[kind] !== undefined && filters[kind] !== 'without') chips.push({ kind });
  }
  return chips;
}

export const keyOf = (chip: Chip): string => (chip.kind === 'list' ? `${chip.of} ${chip.value}` : chip.kind);

/** Adds a value to a list filter, or removes it if present. */
export function toggled(filters: LibraryFilters, of: ListFilter, value: string): LibraryFilters {
  const chosen: readonly string[] = filters[of] ?? [];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return withList(filters, of, next);
}

/** Values come from the facets, which have no others than those that the filter takes. */
function withList(filters: LibraryFilters, of: ListFilter, values: readonly string[]): LibraryFilters {
  const { [of]: _before, ...rest } = filters;
  return values.length === 0 ? rest : { ...rest, [of]: [...values] };
}

export function without(filters: LibraryFilters, chip: Chip): LibraryFilters {
  if (chip.kind === 'list') return toggled(filters, chip.of, chip.value);
  if (chip.kind === 'days') {
    const { from: _from, to: _to, ...rest } = filters;
    return rest;
  }
  const { [chip.kind]: _gone, ...rest } = filters;
  return rest;
}

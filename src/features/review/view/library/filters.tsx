import { ChevronDown } from 'lucide-react';
import { useText } from '../../../../renderer/i18n.ts';
import { Button, cn, Popover } from '../../../../renderer/ui/index.ts';
import { JUDGED, type LibraryFilters, ORIGINS, OUTCOMES, PROBLEMS, UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { shownText } from '../../../../shared/text/invisible.ts';

/** Characters; one Chinese character is a word, one Latin letter is none. */
const ENOUGH = /\p{Script=Han}|\S\S/u;

/** True if the text is long enough to search for. */
export const usesWords = (words: string): boolean => ENOUGH.test(words.trim());

/** Converts days of the user's calendar to moments. */
const pad = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD`, as the rows and the fields for days have it. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Its first moment here; with `after`, of so many days later. */
export function startOf(day: string, after = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + after);
}

/** Both days included; an empty one is open. */
export function rangeOf(from: string, to: string): Pick<LibraryFilters, 'from' | 'to'> {
  const [first, last] = [startOf(from), startOf(to, 1)];
  return {
    ...(first === undefined ? {} : { from: first.toISOString() }),
    ...(last === undefined ? {} : { to: last.toISOString() }),
  };
}

/** The days that a range was made of: the way back of `rangeOf`. */
export function daysOf({ from, to }: LibraryFilters): { readonly from: string; readonly to: string } {
  const last = to === undefined ? undefined : new Date(to);
  last?.setDate(last.getDate() - 1);
  return { from: from === undefined ? '' : dayOf(new Date(from)), to: last === undefined ? '' : dayOf(last) };
}

/** The last days, today among them. */
export function lastDays(count: number, now: Date): Pick<LibraryFilters, 'from' | 'to'> {
  const first = new Date(now);
  first.setDate(first.getDate() - count + 1);
  return rangeOf(dayOf(first), '');
}

// Active filters of the list, one by one. Pure.

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
  | { readonly kind: 'days' | 'cost' | 'archived' | 'deleted' };

export function chipsOf(filters: LibraryFilters): readonly Chip[] {
  const chips: Chip[] = [];
  if (filters.from !== undefined || filters.to !== undefined) chips.push({ kind: 'days' });
  for (const of of LISTS) for (const value of filters[of] ?? []) chips.push({ kind: 'list', of, value });
  if (filters.cost !== undefined) chips.push({ kind: 'cost' });
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

export function useChipWords(): {
  readonly wordsOf: (of: ListFilter, value: string) => string;
  readonly chipOf: (chip: Chip, filters: LibraryFilters) => string;
} {
  const { t, format } = useText();
  const wordsOf = (of: ListFilter, value: string): string => {
    const outcome = of === 'outcomes' ? OUTCOMES.find((one) => one === value) : undefined;
    const origin = of === 'origins' ? ORIGINS.find((one) => one === value) : undefined;
    if (outcome !== undefined) return t(`library.outcome.${outcome}`);
    const problem = of === 'problems' ? PROBLEMS.find((one) => one === value) : undefined;
    if (problem !== undefined) return t(`library.problem.${problem}`);
    const verdict = of === 'verdicts' ? JUDGED.find((one) => one === value) : undefined;
    if (verdict !== undefined) return t(`library.verdict.${verdict}`);
    if (of === 'models' && value === UNKNOWN_MODEL) return t('library.unknownModel');
    return origin === undefined ? shownText(value) : t(`library.origin.${origin}`);
  };
  const dayWords = (day: string) => format.date(startOf(day) ?? day);
  return {
    wordsOf,
    chipOf(chip, filters) {
      if (chip.kind === 'list') return wordsOf(chip.of, chip.value);
      if (chip.kind === 'days') {
        const { from, to } = daysOf(filters);
        return [...new Set([from, to])].map((day) => (day === '' ? '…' : dayWords(day))).join(' – ');
      }
      if (chip.kind === 'cost') {
        const { min = 0, max } = filters.cost ?? {};
        return `${format.dollars(min)} – ${max === undefined ? '…' : format.dollars(max)}`;
      }
      return `${t(`library.filter.${chip.kind}`)}: ${t(`library.filter.which.${filters[chip.kind] ?? 'without'}`)}`;
    },
  };
}

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  /** Absent where it is not counted. */
  readonly count?: number;
}

/** Values to choose from, each with how many conversations it would leave; any number can be chosen. */
export function FacetFilter({
  label,
  values,
  chosen,
  onToggle,
}: {
  readonly label: string;
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}) {
  const { t, format } = useText();
  return (
    <Popover
      align="start"
      title={label}
      className="max-h-96 w-64 overflow-y-auto"
      trigger={<FilterButton label={label} on={chosen.length > 0} />}
    >
      {values.length === 0 ? <p className="text-ink-soft text-sm">{t('library.filter.nothing')}</p> : null}
      <ul className="-mx-1 flex flex-col">
        {values.map(({ value, label: words, count }) => (
          <li key={value}>
            <label className="flex w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 py-1.5 hover:bg-hover">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={chosen.includes(value)}
                onChange={() => onToggle(value)}
              />
              <span className="min-w-0 flex-1 truncate">{words}</span>
              <span className="shrink-0 text-ink-soft text-sm tabular-nums">
                {count === undefined ? null : format.number(count)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Popover>
  );
}

/** Opens a filter; `on`: it narrows the list. */
export function FilterButton({ label, on, ...rest }: { readonly label: string; readonly on: boolean }) {
  return (
    <Button size="sm" className={cn(on && 'border-accent text-accent-ink')} {...rest}>
      {label}
      <ChevronDown aria-hidden className="size-3.5 text-ink-soft" />
    </Button>
  );
}

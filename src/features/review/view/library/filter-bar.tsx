import { Search, Trash2, X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { type SavedFilter, useActions, useApp } from '../../../../renderer/store/index.ts';
import { Button, IconButton, Popover, Spinner } from '../../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../../renderer/ui/on-demand.ts';
import { defined } from '../../../../shared/defined.ts';
import type { LibraryFilters, LibraryPage } from '../../../../shared/review.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import {
  chipsOf,
  daysOf,
  FacetFilter,
  type FacetValue,
  FilterButton,
  keyOf,
  LISTS,
  type ListFilter,
  lastDays,
  rangeOf,
  toggled,
  useChipWords,
  without,
} from './filters.tsx';

/** Words to look for, asked for as they are typed. Escape clears them first, and then leaves. */
export function SearchField({
  field,
  busy,
  onDown,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly busy: boolean;
  /** Into the list. */
  readonly onDown: () => void;
}) {
  const t = useT();
  const { library } = useActions();
  const words = useApp((data) => data.asked.words);
  return (
    <div className="relative min-w-0 flex-1">
      <TextField
        ref={field}
        type="search"
        label={t('library.search')}
        hideLabel
        placeholder={t('library.search')}
        icon={<Search aria-hidden />}
        value={words}
        onChange={(next) => library.ask({ words: next })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onDown();
          }
          if (event.key !== 'Escape' || words === '') return;
          event.preventDefault();
          library.ask({ words: '' });
        }}
        inputClassName="pr-8"
      />
      {busy ? <Spinner decorative className="absolute top-2.5 right-8 size-3.5 text-ink-soft" /> : null}
    </div>
  );
}

/** Filters that are no list of values: days, cost, and what is moved aside. */
interface FilterProps {
  readonly filters: LibraryFilters;
  readonly facets: LibraryPage['facets'] | undefined;
  readonly onChange: (filters: LibraryFilters) => void;
}

function DayFilter({ filters, onChange }: FilterProps) {
  const t = useT();
  const days = daysOf(filters);
  const isOn = filters.from !== undefined || filters.to !== undefined;
  const rest = without(filters, { kind: 'days' });
  const presets = [
    { word: 'library.group.today', range: () => lastDays(1, new Date()) },
    { word: 'library.filter.days7', range: () => lastDays(7, new Date()) },
    { word: 'library.filter.days30', range: () => lastDays(30, new Date()) },
    { word: 'library.filter.anyDay', range: () => ({}) },
  ] as const;
  return (
    <Popover
      align="start"
      title={t('library.filter.when')}
      trigger={<FilterButton label={t('library.filter.when')} on={isOn} />}
    >
      <div className="flex flex-wrap gap-1.5 pt-1 pb-3">
        {presets.map(({ word, range }) => (
          <Button key={word} size="sm" onClick={() => onChange({ ...rest, ...range() })}>
            {t(word)}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <TextField
          type="date"
          label={t('library.filter.from')}
          value={days.from}
          onChange={(from) => onChange({ ...rest, ...rangeOf(from, days.to) })}
        />
        <TextField
          type="date"
          label={t('library.filter.to')}
          value={days.to}
          onChange={(to) => onChange({ ...rest, ...rangeOf(days.from, to) })}
        />
      </div>
    </Popover>
  );
}

/** Parses a typed amount; `undefined` while incomplete. */
const amountOf = (text: string): number | undefined => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? undefined : value;
};

function CostFilter({ filters, onChange }: FilterProps) {
  const t = useT();
  const [typed, setTyped] = useState({ min: `${filters.cost?.min ?? ''}`, max: `${filters.cost?.max ?? ''}` });
  const change = (next: typeof typed) => {
    setTyped(next);
    const [min, max] = [amountOf(next.min), amountOf(next.max)];
    const rest = without(filters, { kind: 'cost' });
    const cost = defined({ min, max });
    onChange(min === undefined && max === undefined ? rest : { ...rest, cost });
  };
  const wrong = (text: string) =>
    text.trim() !== '' && amountOf(text) === undefined ? { error: t('library.filter.costWrong') } : {};
  return (
    <Popover
      align="start"
      title={t('library.column.cost')}
      onOpenChange={() => setTyped({ min: `${filters.cost?.min ?? ''}`, max: `${filters.cost?.max ?? ''}` })}
      trigger={<FilterButton label={t('library.column.cost')} on={filters.cost !== undefined} />}
    >
      <div className="grid grid-cols-2 gap-2">
        <TextField
          inputMode="decimal"
          label={t('library.filter.min')}
          value={typed.min}
          onChange={(min) => change({ ...typed, min })}
          {...wrong(typed.min)}
        />
        <TextField
          inputMode="decimal"
          label={t('library.filter.max')}
          value={typed.max}
          onChange={(max) => change({ ...typed, max })}
          {...wrong(typed.max)}
        />
      </div>
    </Popover>
  );
}

const WHICH = ['without', 'with', 'only'] as const;

function KeptFilter({ filters, facets, onChange }: FilterProps) {
  const { t, format } = useText();
  const isOn = [filters.archived, filters.deleted].some((which) => (which ?? 'without') !== 'without');
  return (
    <Popover
      align="start"
      title={t('library.filter.more')}
      trigger={<FilterButton label={t('library.filter.more')} on={isOn} />}
    >
      <div className="flex flex-col gap-3 pt-1">
        {(['archived', 'deleted'] as const).map((kind) => (
          <Select
            key={kind}
            label={`${t(`library.filter.${kind}`)} (${format.number(facets?.[kind] ?? 0)})`}
            value={filters[kind] ?? 'without'}
            options={WHICH.map((value) => ({ value, label: t(`library.filter.which.${value}`) }))}
            onChange={(value) => onChange({ ...filters, [kind]: value })}
          />
        ))}
      </div>
    </Popover>
  );
}

/** Keeps the words and filters of the list under a name. */
function SavedFilters() {
  const t = useT();
  const { judging, library } = useActions();
  const { words, filters } = useApp((data) => data.asked);
  const [saved, setSaved] = useState<readonly SavedFilter[]>([]);
  const [name, setName] = useState('');
  const load = async () => {
    const read = await judging.savedFilters();
    if (read.ok) setSaved(read.value);
  };
  const save = async () => {
    if (name.trim() === '') return;
    await judging.saveFilter({ name: name.trim(), filters, ...(words.trim() === '' ? {} : { words }) });
    setName('');
    await load();
  };
  return (
    <Popover
      align="start"
      title={t('library.filter.saved')}
      onOpenChange={(open) => {
        if (open) void load();
      }}
      trigger={<FilterButton label={t('library.filter.saved')} on={false} />}
    >
      {saved.length === 0 ? <p className="pb-2 text-ink-soft text-sm">{t('library.filter.noneSaved')}</p> : null}
      <ul className="-mx-1 flex max-h-64 flex-col overflow-y-auto pb-2">
        {saved.map((one) => (
          <li key={one.name} className="flex items-center gap-1">
            <Button
              size="sm"
              variant="ghost"
              className="min-w-0 flex-1 justify-start"
              onClick={() => library.ask({ filters: one.filters, words: one.words ?? '' })}
            >
              <bdi className="truncate">{shownText(one.name)}</bdi>
            </Button>
            <IconButton
              size="sm"
              label={t('library.filter.unsave', { name: one.name })}
              onClick={() => void judging.removeFilter(one.name).then(load)}
              icon={Trash2}
            />
          </li>
        ))}
      </ul>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          className="flex-1"
          label={t('library.filter.saveAs')}
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <Button size="sm" type="submit" className="h-8" disabled={name.trim() === ''}>
          {t('common.save')}
        </Button>
      </form>
    </Popover>
  );
}

const LABELS = {
  environments: 'library.column.environment',
  skills: 'library.filter.skill',
  models: 'common.model',
  outcomes: 'library.column.outcome',
  tags: 'library.filter.tag',
  origins: 'library.filter.origin',
  problems: 'library.filter.problem',
  verdicts: 'library.filter.verdict',
} as const;

/** Every filter, and below them as chips what the list was narrowed by. */
export function FilterBar({ facets }: { readonly facets: LibraryPage['facets'] | undefined }) {
  const t = useT();
  const { library } = useActions();
  const filters = useApp((data) => data.asked.filters);
  const { wordsOf, chipOf } = useChipWords();
  const chips = chipsOf(filters);
  const change = (next: LibraryFilters) => library.ask({ filters: next });
  const shared = { filters, facets, onChange: change };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{t('library.filter.bar')}</legend>
      <div className="flex flex-wrap gap-1.5">
        <DayFilter {...shared} />
        {LISTS.map((of) => (
          <FacetFilter
            key={of}
            label={t(LABELS[of])}
            values={valuesOf(facets, of).map((one) => ({ ...one, label: wordsOf(of, one.value) }))}
            chosen={filters[of] ?? []}
            onToggle={(value) => change(toggled(filters, of, value))}
          />
        ))}
        <CostFilter {...shared} />
        <KeptFilter {...shared} />
        <SavedFilters />
      </div>
      {chips.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-1.5">
          {chips.map((chip) => (
            <ChipButton
              key={keyOf(chip)}
              words={chipOf(chip, filters)}
              onRemove={() => change(without(filters, chip))}
            />
          ))}
          <Button size="sm" variant="ghost" onClick={() => change({})}>
            {t('library.filter.clear')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Evidence reads every log: it is counted once the list is filtered by it. */
function valuesOf(facets: LibraryPage['facets'] | undefined, of: ListFilter): readonly Omit<FacetValue, 'label'>[] {
  const values = facets?.[of] ?? [];
  const isKnown = of !== 'problems' || values.some(({ value }) => value === 'unverified');
  return isKnown ? values : [...values, { value: 'unverified' }];
}

/** One thing that the list was narrowed by; pressed, it goes. */
function ChipButton({ words, onRemove }: { readonly words: string; readonly onRemove: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t('library.filter.remove', { filter: words })}
      onClick={onRemove}
      className="inline-flex h-7 max-w-64 cursor-default items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-accent-ink text-sm hover:bg-selected"
    >
      <span className="truncate">{words}</span>
      <X aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}

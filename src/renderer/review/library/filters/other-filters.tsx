/** Filters that are no list of values: days, cost, and what is moved aside. */

import { useState } from 'react';
import { defined } from '../../../../shared/defined.ts';
import type { LibraryFilters, LibraryPage } from '../../../../shared/review.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { Button, Popover, Select, Switch, TextField } from '../../../ui/index.ts';
import { daysOf, lastDays, rangeOf } from './day-range.ts';
import { FilterButton } from './facet-filter.tsx';
import { without } from './filter-chips.ts';

interface FilterProps {
  readonly filters: LibraryFilters;
  readonly facets: LibraryPage['facets'] | undefined;
  readonly onChange: (filters: LibraryFilters) => void;
}

export function DayFilter({ filters, onChange }: FilterProps) {
  const t = useT();
  const days = daysOf(filters);
  const isOn = filters.from !== undefined || filters.to !== undefined;
  const rest = without(filters, { kind: 'days' });
  const presets = [
    { word: 'library.filter.today', range: () => lastDays(1, new Date()) },
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

export function CostFilter({ filters, facets, onChange }: FilterProps) {
  const t = useT();
  const format = useFormat();
  const [typed, setTyped] = useState({ min: `${filters.cost?.min ?? ''}`, max: `${filters.cost?.max ?? ''}` });
  const there = facets?.cost;
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
      title={t('library.filter.cost')}
      onOpenChange={() => setTyped({ min: `${filters.cost?.min ?? ''}`, max: `${filters.cost?.max ?? ''}` })}
      trigger={<FilterButton label={t('library.filter.cost')} on={filters.cost !== undefined} />}
    >
      <p className="pb-2 text-ink-soft text-sm">
        {there === undefined
          ? t('library.filter.costNone')
          : t('library.filter.costAll', { min: format.dollars(there.min), max: format.dollars(there.max) })}
      </p>
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

export function KeptFilter({ filters, facets, onChange }: FilterProps) {
  const t = useT();
  const format = useFormat();
  const { pinned: _pinned, ...unpinned } = filters;
  const isOn =
    filters.pinned === true || [filters.archived, filters.deleted].some((which) => (which ?? 'without') !== 'without');
  return (
    <Popover
      align="start"
      title={t('library.filter.more')}
      trigger={<FilterButton label={t('library.filter.more')} on={isOn} />}
    >
      <div className="flex flex-col gap-3 pt-1">
        <Switch
          label={t('library.filter.pinned')}
          checked={filters.pinned === true}
          onChange={(pinned) => onChange(pinned ? { ...unpinned, pinned } : unpinned)}
        />
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

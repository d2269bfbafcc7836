import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LibraryFilters, LibraryPage } from '../../../../shared/review.ts';
import { useT } from '../../../i18n/index.ts';
import { useActions, useApp } from '../../../store/index.ts';
import { Button } from '../../../ui/index.ts';
import { queryOf } from '../use-library.ts';
import { FacetFilter } from './facet-filter.tsx';
import { chipsOf, keyOf, LISTS, toggled, without } from './filter-chips.ts';
import { CostFilter, DayFilter, KeptFilter } from './other-filters.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { useChipWords } from './use-chip-words.ts';

const LABELS = {
  environments: 'library.filter.environment',
  skills: 'library.filter.skill',
  models: 'library.filter.model',
  outcomes: 'library.filter.outcome',
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
  const problems = useCountedProblems(facets?.problems);
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
            values={(of === 'problems' ? problems.values : (facets?.[of] ?? [])).map((one) => ({
              ...one,
              label: wordsOf(of, one.value),
            }))}
            chosen={filters[of] ?? []}
            onToggle={(value) => change(toggled(filters, of, value))}
            {...(of === 'problems' ? { busy: problems.busy, onOpenChange: problems.setOpen } : {})}
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

/** Counts evidence once the filter is opened: it reads every log. */
function useCountedProblems(facet: LibraryPage['facets']['problems'] | undefined): {
  readonly values: readonly { readonly value: string; readonly count?: number }[];
  readonly busy: boolean;
  readonly setOpen: (open: boolean) => void;
} {
  const { library } = useActions();
  const asked = useApp((data) => data.asked);
  const [isOpen, setOpen] = useState(false);
  const [counted, setCounted] = useState<LibraryPage['facets']['problems'] | 'failed'>();
  const known = facet ?? [];
  const isKnown = known.some(({ value }) => value === 'unverified');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer to the list is a reason to count again.
  useEffect(() => {
    setCounted(undefined);
    if (!isOpen || isKnown) return;
    const abort = new AbortController();
    void library.page({ ...queryOf(asked), evidence: true, limit: 1 }, abort.signal).then((read) => {
      if (!abort.signal.aborted) setCounted(read.ok ? read.value.facets.problems : 'failed');
    });
    return () => abort.abort();
  }, [library, asked, isOpen, isKnown, facet]);
  const uncounted = [...known, { value: 'unverified' }];
  const values = isKnown ? known : Array.isArray(counted) ? counted : uncounted;
  return { values, busy: isOpen && counted === undefined, setOpen };
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

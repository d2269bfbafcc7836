import { ArrowDownWideNarrow, Search } from 'lucide-react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { Button, Menu, MenuRadioGroup } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { SkillView } from '../../../shared/contract.ts';

/** Skills to list, and their order. Pure. */
export const SKILL_SORTS = ['state', 'tokens', 'use', 'name'] as const;
export type SkillSort = (typeof SKILL_SORTS)[number];

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Skills with every word in the id, name, description or source. */
export function filterSkills(skills: readonly SkillView[], words: string): readonly SkillView[] {
  const wanted = folded(words).split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) return skills;
  return skills.filter(({ id, name, description, source }) => {
    const text = folded(`${id}\n${name}\n${description}\n${source}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Loaded skills first, those hidden from the model last. */
const standing = ({ id, use }: SkillView, loaded: ReadonlySet<string>): number =>
  loaded.has(id) ? 0 : use?.enabled === false ? 2 : 1;

const usesOf = ({ usage }: SkillView): number => (usage === undefined ? 0 : usage.loads + usage.runs);

/** Equal ones stay in the order of their names, as they come. What was not counted yet is last by tokens. */
export function sortSkills(
  skills: readonly SkillView[],
  by: SkillSort,
  loaded: ReadonlySet<string>,
): readonly SkillView[] {
  switch (by) {
    case 'state':
      return skills.toSorted((a, b) => standing(a, loaded) - standing(b, loaded));
    case 'tokens':
      return skills.toSorted((a, b) => (b.tokens?.instructions ?? -1) - (a.tokens?.instructions ?? -1));
    case 'use':
      return skills.toSorted(
        (a, b) => usesOf(b) - usesOf(a) || (b.usage?.lastUsed ?? '').localeCompare(a.usage?.lastUsed ?? ''),
      );
    default:
      return skills.toSorted((a, b) => a.id.localeCompare(b.id));
  }
}

/** Faults that keep a skill from being used, unlike mere oddities. */
export type Fault = 'too-large' | 'unreadable' | 'failed';

/** The gravest; undefined for a sound one. @param budget tokens that one skill may take. */
export function faultOf({ tokens, diagnostics, usage }: SkillView, budget: number): Fault | undefined {
  if (diagnostics.some(({ severity, rule }) => severity === 'error' && rule === 'unreadable')) return 'unreadable';
  if (tokens !== null && tokens.instructions > budget) return 'too-large';
  return usage?.lastError !== undefined && usage.lastError.workedSince !== true ? 'failed' : undefined;
}

const KEY = 'skilldeck.skills-sort';

function remembered(): SkillSort {
  try {
    const kept = localStorage.getItem(KEY);
    return SKILL_SORTS.find((sort) => sort === kept) ?? 'state';
  } catch {
    return 'state';
  }
}

/** The user's last choice. */
export function useSkillSort(): readonly [SkillSort, (sort: SkillSort) => void] {
  const [sort, setSort] = useState(remembered);
  const change = (next: SkillSort): void => {
    setSort(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Not remembered then.
    }
  };
  return [sort, change];
}

export function SkillsToolbar({
  fieldRef,
  words,
  onWords,
  sort,
  onSort,
  found,
  onDown,
}: {
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly sort: SkillSort;
  readonly onSort: (sort: SkillSort) => void;
  /** Number of matching skills. */
  readonly found: number;
  /** Moves from the field to the first row. */
  readonly onDown: () => void;
}) {
  const { t, format } = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onDown();
    else if (event.key === 'Escape' && words !== '') {
      onWords('');
      // The drawer that the list may be in stays.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return (
    <div className="flex items-center gap-1.5">
      <TextField
        ref={fieldRef}
        className="flex-1"
        inputClassName="h-7"
        label={t('skills.filter')}
        hideLabel
        icon={<Search aria-hidden />}
        placeholder={t('skills.filter')}
        value={words}
        onChange={onWords}
        onKeyDown={onKeyDown}
        type="search"
        autoComplete="off"
        spellCheck={false}
      />
      <span role="status" className="sr-only">
        {words === '' ? '' : t('skills.found', { count: found, n: format.number(found) })}
      </span>
      <Menu
        align="end"
        trigger={
          <Button
            icon={ArrowDownWideNarrow}
            size="sm"
            variant="ghost"
            aria-label={t('skills.sortBy', { by: t(`skills.sorts.${sort}`) })}
          >
            {t(`skills.sorts.${sort}`)}
          </Button>
        }
      >
        <MenuRadioGroup
          label={t('skills.sort')}
          value={sort}
          choices={SKILL_SORTS.map((value) => ({ value, label: t(`skills.sorts.${value}`) }))}
          onChange={onSort}
        />
      </Menu>
    </div>
  );
}

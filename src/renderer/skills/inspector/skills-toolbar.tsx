import { ArrowDownWideNarrow, Search } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import { Button, Menu, MenuRadioGroup, TextField } from '../../ui/index.ts';
import { SKILL_SORTS, type SkillSort } from './skill-order.ts';

/** Finds and orders the skills. */
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
  const t = useT();
  const format = useFormat();
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
          <Button size="sm" variant="ghost" aria-label={t('skills.sortBy', { by: t(`skills.sorts.${sort}`) })}>
            <ArrowDownWideNarrow aria-hidden className="size-3.5" />
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

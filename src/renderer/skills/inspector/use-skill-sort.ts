import { useState } from 'react';
import { SKILL_SORTS, type SkillSort } from './skill-order.ts';

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

import type { WordKey } from '../../../../renderer/i18n.ts';
import type { LibrarySort } from '../../../../shared/review.ts';

export interface Column {
  readonly id: 'title' | 'when' | 'environment' | 'skills' | 'model' | 'outcome' | 'turns' | 'tokens' | 'cost';
  readonly word: WordKey;
  /** Set if the core can sort by it. */
  readonly sort?: LibrarySort;
  /** Aligns names left, figures right. */
  readonly figures?: true;
  /** Hidden if space is short: its text is then shown below the title. */
  readonly wide?: true;
  /** The same, where the window is small and the text large. */
  readonly middle?: true;
}

export const COLUMNS: readonly Column[] = [
  { id: 'title', word: 'library.column.title', sort: 'title' },
  { id: 'when', word: 'library.column.when', sort: 'updated', wide: true },
  { id: 'environment', word: 'library.column.environment', wide: true },
  { id: 'skills', word: 'common.skills', wide: true },
  { id: 'model', word: 'common.model', wide: true },
  { id: 'outcome', word: 'library.column.outcome' },
  { id: 'turns', word: 'library.column.turns', sort: 'turns', figures: true, wide: true },
  { id: 'tokens', word: 'common.tokenCount', sort: 'tokens', figures: true, middle: true },
  { id: 'cost', word: 'library.column.cost', sort: 'cost', figures: true, middle: true },
];

/** Columns: checkbox, title, data columns, menu. */
export const GRID =
  'grid grid-cols-[2rem_minmax(0,1fr)_8rem_2rem] @lg:grid-cols-[2rem_minmax(0,1fr)_8rem_4.5rem_5rem_2rem] @5xl:grid-cols-[2rem_minmax(0,3fr)_6.25rem_5.5rem_minmax(0,1fr)_minmax(0,1fr)_8rem_3.5rem_4.5rem_5rem_2rem] gap-x-2 px-3';

/** Without figures, for the simple view: what it was, when, and whether it waits. */
export const SIMPLE_COLUMNS = COLUMNS.filter(({ id }) => id === 'title' || id === 'when' || id === 'outcome');
export const SIMPLE_GRID =
  'grid grid-cols-[2rem_minmax(0,1fr)_8rem_2rem] @5xl:grid-cols-[2rem_minmax(0,1fr)_8rem_10rem_2rem] gap-x-2 px-3';

export const WIDE = 'hidden @5xl:block';
export const MIDDLE = 'hidden @lg:block';

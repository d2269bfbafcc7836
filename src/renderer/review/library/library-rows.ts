/** List rows: sessions grouped by the day of their last change. Pure. */
import type { LibraryRow, LibrarySort } from '../../../shared/review.ts';

export type ListItem =
  /** `day`: `YYYY-MM-DD`, or `pinned` for the group before all others. */
  | { readonly type: 'day'; readonly key: string; readonly day: string }
  | { readonly type: 'session'; readonly key: string; readonly row: LibraryRow };

/** Days where the order is by them; in any other order one row follows another. */
export function listItems(rows: readonly LibraryRow[], sort: LibrarySort): readonly ListItem[] {
  const items: ListItem[] = [];
  let last = '';
  for (const row of rows) {
    const day = row.pinned ? 'pinned' : row.day;
    if (sort === 'updated' && day !== last) items.push({ type: 'day', key: `day ${day}`, day });
    last = day;
    items.push({ type: 'session', key: row.id, row });
  }
  return items;
}

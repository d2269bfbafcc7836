/** What came, went and changed between two catalogs. Pure. */
import type { CatalogEntry } from '../../shared/events.ts';

export interface CatalogDifference {
  readonly added: string[];
  readonly removed: string[];
  /** Its line in the catalog, or the files in its folder. */
  readonly changed: string[];
}

/** Undefined where there is nothing to log. */
export function compareCatalogs(
  before: readonly CatalogEntry[],
  after: readonly CatalogEntry[],
): CatalogDifference | undefined {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const difference: CatalogDifference = { added: [], removed: [], changed: [] };
  let isNew = false;
  for (const entry of after) {
    const earlier = known.get(entry.id);
    known.delete(entry.id);
    if (earlier === undefined) difference.added.push(entry.id);
    else if (line(earlier) !== line(entry) || wasWritten(earlier, entry)) difference.changed.push(entry.id);
    // A log of before there were fingerprints gets them, and says of no skill that it changed.
    else isNew ||= earlier.content === undefined && entry.content !== undefined;
  }
  difference.removed.push(...known.keys());
  const { added, removed, changed } = difference;
  return isNew || added.length + removed.length + changed.length > 0 ? difference : undefined;
}

const line = ({ content: _content, ...said }: CatalogEntry): string => JSON.stringify(said);

function wasWritten(before: CatalogEntry, after: CatalogEntry): boolean {
  return before.content !== undefined && after.content !== undefined && before.content !== after.content;
}

/** Computes additions, removals and changes between two catalogs. Pure. */
import type { CatalogEntry, Diagnostic } from '../../../shared/events.ts';
import { isEqual } from '../../../shared/is-equal.ts';

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
    else if (!saysTheSame(earlier, entry) || wasWritten(earlier, entry)) difference.changed.push(entry.id);
    // A log of before there were fingerprints gets them, and says of no skill that it changed.
    else isNew ||= earlier.content === undefined && entry.content !== undefined;
  }
  difference.removed.push(...known.keys());
  const { added, removed, changed } = difference;
  return isNew || added.length + removed.length + changed.length > 0 ? difference : undefined;
}

/** Ignores the order of fields: a log reads them in a different order than written. */
export function sameDiagnostics(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  return (
    before.length === after.length &&
    before.every((diagnostic, index) => {
      const other = after[index];
      return other !== undefined && fieldsOf(diagnostic) === fieldsOf(other);
    })
  );
}

const fieldsOf = ({ severity, file, line: row, column, rule, message, remedy, skill }: Diagnostic): string =>
  JSON.stringify([severity, file, row, column, rule, message, remedy, skill]);

/** Every field but the fingerprint, so that a new one counts. */
function saysTheSame({ content: _, ...before }: CatalogEntry, { content: __, ...after }: CatalogEntry): boolean {
  return isEqual(before, after);
}

function wasWritten(before: CatalogEntry, after: CatalogEntry): boolean {
  return before.content !== undefined && after.content !== undefined && before.content !== after.content;
}

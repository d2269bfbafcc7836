import { diffLines } from 'diff';

/** Lines around a change that stay in view. */
const MARGIN = 2;

export type DiffRow =
  | { readonly key: string; readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly key: string; readonly kind: 'folded'; readonly lines: number };

/** Two texts line by line. Joined, what is same or added is the later; what is same or removed, with the folds, the earlier. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  const changes = diffLines(before, after);
  for (const [index, change] of changes.entries()) {
    const lines = change.value.replace(/\n$/, '').split('\n');
    const kind = change.added ? 'added' : change.removed ? 'removed' : 'same';
    const row = (text: string, line: number): DiffRow => ({ key: `${index} ${line}`, kind, text });
    const top = index === 0 ? 0 : MARGIN;
    const bottom = index === changes.length - 1 ? 0 : MARGIN;
    const folded = lines.length - top - bottom;
    if (kind !== 'same' || folded < 2) {
      rows.push(...lines.map(row));
      continue;
    }
    rows.push(...lines.slice(0, top).map(row));
    rows.push({ key: `${index} fold`, kind: 'folded', lines: folded });
    rows.push(...lines.slice(lines.length - bottom).map((text, line) => row(text, lines.length - bottom + line)));
  }
  return rows;
}

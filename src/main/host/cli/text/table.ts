/** Aligned columns for a person; scripts take `--json`. */
import { visible } from './visible.ts';
import { pad, shorten, textWidth } from './width.ts';

interface Figures {
  readonly title: string;
  readonly align: 'right';
}
export type Column = string | Figures;

/** A column of numbers; one of texts is its title. */
export const right = (title: string): Column => ({ title, align: 'right' });
const titleOf = (column: Column): string => (typeof column === 'string' ? column : column.title);
const alignOf = (column: Column | undefined): 'left' | 'right' => (typeof column === 'object' ? column.align : 'left');

const GAP = '  ';

/**
 * @param columns of the terminal: the last column is cut to fit. Undefined where nothing is to be cut.
 */
export function table(
  columns: readonly Column[],
  given: readonly (readonly string[])[],
  terminalWidth?: number,
): string {
  // No list can forget it: a title or a name of others turns nothing round.
  const rows = given.map((cells) => cells.map(visible));
  const last = columns.length - 1;
  // Its cells end where their texts do, so nothing is measured.
  const endsOpen = (index: number) => index === last && alignOf(columns[index]) === 'left';
  const widths = columns.map((column, index) =>
    endsOpen(index) ? 0 : Math.max(textWidth(titleOf(column)), ...rows.map((row) => textWidth(row[index] ?? ''))),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = terminalWidth === undefined ? undefined : Math.max(10, terminalWidth - before);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        if (endsOpen(index)) return room === undefined ? cell : shorten(cell, room);
        return pad(cell, widths[index] ?? 0, alignOf(columns[index]));
      })
      .join(GAP)
      .trimEnd();
  return [columns.map(titleOf), ...rows].map((row) => `${line(row)}\n`).join('');
}

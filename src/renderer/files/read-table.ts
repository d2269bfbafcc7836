/** Comma- or tab-separated values as rows, by a parser that knows quotes, line breaks in cells and odd delimiters. */
import Papa from 'papaparse';

/** Max rows and columns shown as a table. */
const MOST_ROWS = 1000;
const MOST_COLUMNS = 60;

export interface ReadTable {
  /** The first row, where it reads like names of columns. */
  readonly head: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  readonly columns: number;
  /** There are more rows or columns than these. */
  readonly cut: boolean;
  /** The first quotation mark that is missing or misplaced; rows count from 1, header included. */
  readonly problem: { readonly row: number } | undefined;
}

const isNumber = (cell: string): boolean => /^[\s¥$€£+-]*[\d.,]+\s*%?$/.test(cell);

/** Names are there, all different, and none is a number. */
const isHead = (row: readonly string[]): boolean =>
  row.length > 1 && row.every((cell) => cell.trim() !== '' && !isNumber(cell)) && new Set(row).size === row.length;

/** @param truncated the text is only the beginning of the file: its last row may be a part of one. */
export function readTable(text: string, truncated: boolean): ReadTable {
  const { data, errors, meta } = Papa.parse<string[]>(text, { preview: MOST_ROWS + 2, skipEmptyLines: true });
  const read = truncated && !meta.truncated ? data.slice(0, -1) : data;
  const whole = read.slice(0, MOST_ROWS + 1);
  const widest = Math.max(0, ...whole.map((row) => row.length));
  const all = whole.map((row) => row.slice(0, MOST_COLUMNS));
  const [first] = all;
  const head = first !== undefined && all.length > 1 && isHead(first) ? first : undefined;
  const body = head === undefined ? all : all.slice(1);
  const rows = body.slice(0, MOST_ROWS);
  const error = errors.find(({ type }) => type !== 'Delimiter');
  const isCut = truncated || meta.truncated || body.length > rows.length || widest > MOST_COLUMNS;
  return {
    head,
    rows,
    columns: Math.min(widest, MOST_COLUMNS),
    cut: isCut,
    problem: error === undefined || truncated ? undefined : { row: (error.row ?? 0) + 1 },
  };
}

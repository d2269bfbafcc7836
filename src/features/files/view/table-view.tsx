import { Braces, CalendarDays, File, FileImage, FileText, Globe, type LucideIcon, Table } from 'lucide-react';
import Papa from 'papaparse';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { visiblePieces } from '../../../renderer/shared/words.tsx';
import { Button } from '../../../renderer/ui/index.ts';
import type { PreviewKind } from '../../../shared/window/preview-kind.ts';

/** A file name on one line, with hidden characters visible: scripts may use any name. */
export const shownName = (name: string): string =>
  visiblePieces(name)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ');

/** @param first the one of its list that the Tab key stops at. */
export function FileRow({
  name,
  shown,
  kind,
  facts,
  first,
  onOpen,
}: {
  readonly name: string;
  /** Name without its folder. */
  readonly shown: string;
  readonly kind: PreviewKind;
  readonly facts: string;
  readonly first: boolean;
  readonly onOpen: () => void;
}) {
  const t = useT();
  return (
    <li>
      <button
        type="button"
        data-file-row
        tabIndex={first ? 0 : -1}
        title={shownName(name)}
        aria-label={`${t('files.open', { name: shownName(name) })}, ${facts}`}
        onClick={onOpen}
        className="flex w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 py-1.5 text-left hover:bg-hover"
      >
        <FileIcon kind={kind} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base">{shownName(shown)}</span>
          <span className="block truncate text-ink-soft text-xs tabular-nums">{facts}</span>
        </span>
      </button>
    </li>
  );
}

const ROW = '[data-file-row]';

/** One stop of the Tab key for a list: arrows, Home and End go from row to row, and the row left is the one come back to. */
export function useRowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback((event) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW)];
    const active = document.activeElement;
    const at = active instanceof HTMLElement ? rows.indexOf(active) : -1;
    if (at === -1) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const next = to === undefined ? undefined : rows[to];
    if (next === undefined) return;
    event.preventDefault();
    for (const row of rows) row.tabIndex = row === next ? 0 : -1;
    next.focus();
  }, []);
}

// Comma- or tab-separated values as rows, by a parser that knows quotes, line breaks in cells and odd delimiters.

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

/** Rows drawn at a time. */
const STEP = 100;

const CELL = 'max-w-80 truncate px-3 py-1.5 text-start align-top tabular-nums [unicode-bidi:plaintext]';

export function TableView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const { t, format } = useText();
  const table = useMemo(() => readTable(text, truncated), [text, truncated]);
  const [most, setMost] = useState(STEP);
  const { head, rows, columns, cut, problem } = table;
  if (rows.length === 0) return <p className="p-5 text-ink-soft text-sm">{t('files.preview.noRows')}</p>;
  const numbered = rows.map((row, index) => ({ number: index + 1, row }));
  const places = Array.from({ length: columns }, (_, column) => column);
  return (
    <div className="flex flex-col gap-2 px-5 pb-4">
      {problem === undefined ? null : (
        <p className="rounded-panel bg-warning-soft px-3 py-2 text-sm">
          {t('files.preview.brokenTable', { row: problem.row })}
        </p>
      )}
      <p className="text-ink-soft text-sm">
        {cut
          ? t('files.preview.rowsCut', { n: format.number(rows.length) })
          : t('files.preview.rows', { count: rows.length })}
      </p>
      <section aria-label={t('files.kind.table')} className="overflow-x-auto rounded-panel border border-line">
        <table className="w-full border-collapse text-base">
          <thead className="bg-side text-ink-soft">
            <tr>
              <th scope="col" className="w-px px-2 py-1.5 text-end font-normal text-xs">
                <span className="sr-only">{t('files.preview.row')}</span>
              </th>
              {places.map((column) => (
                <th key={column} scope="col" className={`${CELL} font-medium`} title={head?.[column]}>
                  {head === undefined ? t('files.preview.column', { n: column + 1 }) : shownName(head[column] ?? '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbered.slice(0, most).map(({ number, row }) => (
              <tr key={number} className="border-line border-t">
                <th scope="row" className="px-2 py-1.5 text-end font-normal text-ink-faint text-xs tabular-nums">
                  {number}
                </th>
                {places.map((column) => (
                  <td key={column} className={CELL} title={row[column]}>
                    {shownName(row[column] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > most ? (
        <Button size="sm" className="self-start" onClick={() => setMost(most + STEP)}>
          {t('files.preview.moreRows')}
        </Button>
      ) : null}
    </div>
  );
}

const ICONS: Readonly<Record<PreviewKind, LucideIcon>> = {
  text: FileText,
  markdown: FileText,
  json: Braces,
  table: Table,
  calendar: CalendarDays,
  image: FileImage,
  pdf: FileText,
  page: Globe,
  other: File,
};

export function FileIcon({ kind }: { readonly kind: PreviewKind }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />;
}

import { useMemo, useState } from 'react';
import { useFormat, useT } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { shownName } from './file-row.tsx';
import { readTable } from './read-table.ts';

/** Rows drawn at a time. */
const STEP = 100;

const CELL = 'max-w-80 truncate px-3 py-1.5 text-start align-top tabular-nums [unicode-bidi:plaintext]';

export function TableView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  const format = useFormat();
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

import { useMemo } from 'react';
import { useFormat, useT } from '../i18n/index.ts';
import { cn } from '../ui/index.ts';
import { type DiffRow, diffRows } from './diff-rows.ts';

/** Changes of a text, line by line with the words; unchanged parts are folded. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useT();
  const format = useFormat();
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  return (
    <div className="max-h-80 overflow-auto rounded-control border border-line bg-surface py-1 font-mono text-xs leading-relaxed">
      {rows.map((row) =>
        row.kind === 'folded' ? (
          <p key={row.key} className="bg-sunken px-3 text-ink-soft">
            {t('map.compare.folded', { count: row.lines, n: format.number(row.lines) })}
          </p>
        ) : (
          <p key={row.key} className={cn('whitespace-pre-wrap break-words px-3', GROUND[row.kind])}>
            <span aria-hidden className="mr-2 inline-block w-2 select-none">
              {SIGN[row.kind]}
            </span>
            {row.kind === 'same' ? null : <span className="sr-only">{t(`map.compare.line.${row.kind}`)}</span>}
            {row.text === '' ? ' ' : row.text}
          </p>
        ),
      )}
    </div>
  );
}

const SIGN = { same: ' ', added: '+', removed: '−' } as const;
const GROUND: Readonly<Record<Exclude<DiffRow['kind'], 'folded'>, string>> = {
  same: 'text-ink-soft',
  added: 'bg-success-soft text-ink',
  removed: 'bg-danger-soft text-ink',
};

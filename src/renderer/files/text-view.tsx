import { useMemo } from 'react';
import { useT } from '../i18n/index.ts';
import { VisibleText } from '../shared/visible-text-view.tsx';
import { cn } from '../ui/index.ts';

/** UTF-16 units that are drawn: more than anybody reads here, and what a window draws at once. */
const MOST_DRAWN = 200_000;

/** Text in full, with what cannot be seen named. */
export function TextView({
  text,
  wrap,
  truncated,
}: {
  readonly text: string;
  readonly wrap: boolean;
  readonly truncated: boolean;
}) {
  const t = useT();
  const shown = useMemo(() => text.slice(0, MOST_DRAWN).replaceAll('\r\n', '\n'), [text]);
  if (text === '') return <p className="p-5 text-ink-soft text-sm">{t('files.preview.empty')}</p>;
  return (
    <>
      <pre
        className={cn(
          'px-5 py-3 font-mono text-sm leading-relaxed',
          wrap ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : 'overflow-x-auto whitespace-pre',
        )}
      >
        <VisibleText text={shown} />
      </pre>
      {truncated || text.length > MOST_DRAWN ? (
        <p className="px-5 pb-4 text-ink-soft text-sm">{t('files.preview.cut')}</p>
      ) : null}
    </>
  );
}

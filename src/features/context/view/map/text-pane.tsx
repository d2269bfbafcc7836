import { type ReactNode, useMemo } from 'react';
import { VisibleText } from '../../../../renderer/shared/words.tsx';
import { cn, SCROLLED_BY_KEYS } from '../../../../renderer/ui/index.ts';

/** Lines that are drawn together; what is out of view is not laid out. */
const LINES = 80;
/** UTF-16 units; a line may have no end. */
const LONGEST = 8_000;

/** A text in pieces that end with a line where they can; joined they are the text. */
export function chunksOf(text: string): readonly { readonly from: number; readonly text: string }[] {
  const chunks: { from: number; text: string }[] = [];
  let from = 0;
  while (from < text.length) {
    let end = from;
    for (let line = 0; line < LINES && end < text.length && end - from < LONGEST; line += 1) {
      const next = text.indexOf('\n', end);
      end = next < 0 ? text.length : next + 1;
    }
    if (end - from > 2 * LONGEST) end = from + LONGEST;
    // Not between the halves of one character.
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end += 1;
    chunks.push({ from, text: text.slice(from, end) });
    from = end;
  }
  return chunks;
}

/** Shows every space and line break, and names invisible characters. */
export function TextPane({
  text,
  label,
  actions,
  className,
}: {
  readonly text: string;
  /** Names the text for a screen reader. */
  readonly label: string;
  readonly actions: ReactNode;
  readonly className: string;
}) {
  const chunks = useMemo(() => chunksOf(text), [text]);
  return (
    <div className={cn('flex min-h-0 flex-col', className)}>
      <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b px-3 py-1.5">{actions}</div>
      <section
        aria-label={label}
        {...SCROLLED_BY_KEYS}
        className="min-h-0 flex-1 overflow-auto bg-sunken px-3 py-2 outline-offset-[-2px]"
      >
        <div className="whitespace-pre-wrap break-words font-mono text-ink text-xs leading-relaxed [tab-size:4]">
          {chunks.map(({ from, text: own }) => (
            <div key={from} className="[contain-intrinsic-size:auto_40rem] [content-visibility:auto]">
              <VisibleText text={own} />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

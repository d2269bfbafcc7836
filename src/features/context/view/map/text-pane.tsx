import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../../../../renderer/i18n.ts';
import { VisibleText } from '../../../../renderer/shared/words.tsx';
import { cn, IconButton, SCROLLED_BY_KEYS } from '../../../../renderer/ui/index.ts';

/** Max matches: no one steps through more. */
const MOST = 5_000;

/** Matches of the words in a text, ignoring case: offset and length, in UTF-16 units. */
export function findIn(text: string, words: string): readonly (readonly [from: number, length: number])[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  const found: (readonly [number, number])[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push([match.index, match[0].length]);
    if (found.length === MOST) break;
  }
  return found;
}

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

/** Shows every space and line break, names invisible characters, and has its own search. */
export function TextPane({
  text,
  label,
  actions,
  className,
}: {
  readonly text: string;
  /** Names the text for a screen reader. */
  readonly label: string;
  readonly actions?: ReactNode;
  readonly className?: string;
}) {
  const { t, format } = useText();
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const sought = useDeferredValue(words);
  const found = useMemo(() => findIn(text, sought), [text, sought]);
  const at = found.length === 0 ? -1 : Math.min(current, found.length - 1);
  const chunks = useMemo(() => chunksOf(text), [text]);

  const shown = at < 0 ? '' : `${at} ${sought}`;
  useEffect(() => {
    if (shown !== '') body.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center' });
  }, [shown]);

  const go = (by: number) => setCurrent((at + by + found.length) % Math.max(1, found.length));
  return (
    <div className={cn('flex min-h-0 flex-col', className)}>
      <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b px-3 py-1.5">
        <input
          type="search"
          aria-label={t('map.text.find')}
          placeholder={t('map.text.find')}
          aria-describedby={`${id}-n`}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              go(event.shiftKey ? -1 : 1);
            } else if (event.key === 'Escape' && words !== '') {
              // Escape closes only the search; the pane stays.
              event.stopPropagation();
              setWords('');
            }
          }}
          className="h-7 min-w-24 flex-1 rounded-control border border-line-strong bg-surface px-2 text-sm placeholder:text-ink-faint"
        />
        <span id={`${id}-n`} role="status" className="min-w-12 text-center text-ink-soft text-sm tabular-nums">
          {words === ''
            ? ''
            : found.length === 0
              ? t('map.text.notFound')
              : t('map.text.found', { at: format.number(at + 1), of: format.number(found.length) })}
        </span>
        <IconButton
          size="sm"
          label={t('common.previousMatch')}
          disabled={found.length === 0}
          onClick={() => go(-1)}
          icon={ChevronUp}
        />
        <IconButton
          size="sm"
          label={t('common.nextMatch')}
          disabled={found.length === 0}
          onClick={() => go(1)}
          icon={ChevronDown}
        />
        {actions}
      </div>
      <section
        ref={body}
        aria-label={label}
        {...SCROLLED_BY_KEYS}
        className="min-h-0 flex-1 overflow-auto bg-sunken px-3 py-2 outline-offset-[-2px]"
      >
        <div className="whitespace-pre-wrap break-words font-mono text-ink text-xs leading-relaxed [tab-size:4]">
          {chunks.map(({ from, text: own }) => (
            <div key={from} className="[contain-intrinsic-size:auto_40rem] [content-visibility:auto]">
              <Marked
                text={own}
                found={found.filter(([start, length]) => start < from + own.length && start + length > from)}
                from={from}
                current={found[at]}
              />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

function Marked({
  text,
  from,
  found,
  current,
}: {
  readonly text: string;
  readonly from: number;
  readonly found: readonly (readonly [from: number, length: number])[];
  readonly current: readonly [from: number, length: number] | undefined;
}) {
  const slices: ReactNode[] = [];
  let done = 0;
  for (const match of found) {
    const start = Math.max(match[0] - from, done);
    const end = Math.min(match[0] + match[1] - from, text.length);
    if (start > done) slices.push(<VisibleText key={done} text={text.slice(done, start)} />);
    const isCurrent = match === current;
    slices.push(
      <mark
        key={`m${start}`}
        {...(isCurrent ? { 'data-current': '' } : {})}
        className={cn(
          'rounded-sm text-ink',
          isCurrent ? 'bg-warning-soft outline-2 outline-warning' : 'bg-warning-soft',
        )}
      >
        <VisibleText text={text.slice(start, end)} />
      </mark>,
    );
    done = end;
  }
  if (done < text.length) slices.push(<VisibleText key={done} text={text.slice(done)} />);
  return slices;
}

import { useEffect, useRef } from 'react';
import { useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { VisibleText } from '../../../renderer/shared/visible-text.tsx';
import { useWords } from '../../../renderer/shared/words.ts';
import { cn } from '../../../renderer/ui/index.ts';
import { foldedText } from '../../../shared/text/folded-text.ts';

const NOTE = 'my-0.5 block w-fit rounded-control bg-sunken px-1.5 font-sans text-sm';

/** Text that is judged before it runs: empty lines are folded, a long middle is a press away. */
export function JudgedText({ text, memoryKey }: { readonly text: string; readonly memoryKey: string }) {
  const words = useWords();
  const [all, setAll] = useRemembered(`${memoryKey}/all`, false);
  const count = (n: number) => words.format.number(n);
  let at = 0;
  return foldedText(text, all).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.kind === 'text') return <VisibleText key={key} text={piece.text} />;
    if (piece.kind === 'blank')
      return (
        <span key={key} className={cn(NOTE, 'text-ink-soft')}>
          {words.t('approval.blankLines', { count: count(piece.lines) })}
        </span>
      );
    return (
      <button
        key={key}
        type="button"
        className={cn(NOTE, 'px-2 py-1 text-left font-medium text-accent hover:bg-hover')}
        onClick={() => setAll(true)}
      >
        {piece.lines < 2
          ? words.t('approval.cutCharacters', { count: count(piece.text.length) })
          : words.t('approval.cutLines', { count: count(piece.lines) })}
      </button>
    );
  });
}

/** In full, or with its middle folded; `onEnd` once its end was in view. */
export function ExactText({
  label,
  text,
  memoryKey,
  onEnd,
}: {
  readonly label: string;
  readonly text: string;
  readonly memoryKey: string;
  readonly onEnd: () => void;
}) {
  const end = useRef<HTMLSpanElement>(null);
  const report = useRef(onEnd);
  report.current = onEnd;
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) report.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <figure>
      <figcaption className="mb-1 text-ink-soft text-sm">{label}</figcaption>
      <pre className="max-h-96 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        <JudgedText text={text} memoryKey={memoryKey} />
        <span ref={end} data-end>
          {'\u200b'}
        </span>
      </pre>
    </figure>
  );
}

import { useCallback, useEffect, useState } from 'react';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { plainOutput, useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Button, Spinner } from '../../../renderer/ui/index.ts';
import type { CutResult } from '../../../shared/events.ts';

/** A call's result, unfolded. Of a large one the window has the head: the rest is fetched, and forgotten when folded. */
export function ResultText({
  seq,
  content,
  cut,
  className,
}: {
  readonly seq: number;
  readonly content: string;
  readonly cut: CutResult | undefined;
  readonly className: string;
}) {
  const words = useWords();
  const { readResult } = useActions();
  const [fetched, setFetched] = useState('');
  const [state, setState] = useState<'reading' | 'read' | 'failed'>('reading');
  const shown = fetched === '' ? content : fetched;
  const left = cut === undefined ? 0 : cut.characters - shown.length;
  const read = useCallback(
    (from: string) => {
      setState('reading');
      return unlessGone(readResult(seq, from.length), (text) => {
        setFetched(from + (text ?? ''));
        setState(text === undefined ? 'failed' : 'read');
      });
    },
    [seq, readResult],
  );
  const isCut = cut !== undefined;
  useEffect(() => (isCut ? read('') : undefined), [isCut, read]);
  return (
    <>
      <pre className={className} aria-busy={isCut && state === 'reading'}>
        <VisibleText text={plainOutput(shown)} />
        {left > 0 ? '…' : null}
      </pre>
      {left === 0 ? null : (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          {state === 'reading' ? <Spinner decorative className="size-3.5" /> : null}
          <span role="status">
            {words.t(state === 'reading' ? 'step.fetching' : state === 'failed' ? 'step.unfetched' : 'step.left', {
              size: words.format.bytes(cut?.bytes ?? 0),
              n: words.format.number(left),
            })}
          </span>
          {state === 'reading' ? null : (
            <Button size="sm" onClick={() => read(fetched)}>
              {words.t(state === 'failed' ? 'end.retry' : 'step.more')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

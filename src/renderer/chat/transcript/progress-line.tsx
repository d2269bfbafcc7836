import { useWords } from '../../shared/use-words.ts';
import { Spinner } from '../../ui/index.ts';
import type { ProgressItem } from './transcript-items.ts';

/** Something is coming. Not announced: the status line speaks for it. */
export function ProgressLine({ writing, summarising }: Pick<ProgressItem, 'writing' | 'summarising'>) {
  const words = useWords();
  return (
    <p className="flex items-center gap-2 text-ink-soft">
      <Spinner decorative className="size-3.5 text-accent" />
      {words.t(summarising ? 'compaction.summarising' : writing.length > 0 ? 'preparing' : 'thinking')}
    </p>
  );
}

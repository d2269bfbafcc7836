import { FoldVertical, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Compaction } from '../../../shared/session-state.ts';
import { useWords } from '../../shared/use-words.ts';
import { useActions, useHeld, useSessionState } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { CompactionDialog } from './compaction-dialog.tsx';
import { coveredCount } from './covered-messages.ts';

/** A line across the conversation: what the model is given in place of older parts of it, and the way back. */
export function CompactionNote({ compaction }: { readonly compaction: Compaction }) {
  const words = useWords();
  const held = useHeld();
  const { undoCompaction } = useActions();
  const told = useId();
  const [open, setOpen] = useState(false);
  const count = useSessionState((state) => coveredCount(state, compaction));
  const { strategy, before, after, unloaded, seq } = compaction;
  const figures = { before: words.format.number(before), after: words.format.number(after) };
  const line =
    strategy === 'turns'
      ? words.t('compaction.turns', { count, n: words.format.number(count), ...figures })
      : strategy === 'tool-results'
        ? words.t('compaction.results', { count, n: words.format.number(count), ...figures })
        : words.t('compaction.skill', { skill: unloaded?.id ?? '', ...figures });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-line bg-surface py-1 pr-1 pl-3 text-ink-soft text-sm">
      <FoldVertical aria-hidden className="size-4 shrink-0 text-part-summary" />
      <span id={told} className="min-w-0 flex-1 basis-60 tabular-nums">
        {line}
      </span>
      <span className="ml-auto flex items-center gap-1">
        {strategy === 'skills' ? null : (
          <Button size="sm" variant="ghost" aria-describedby={told} onClick={() => setOpen(true)}>
            {words.t('compaction.look')}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-describedby={told}
          disabled={held}
          onClick={() => void undoCompaction(seq)}
        >
          <Undo2 aria-hidden className="size-3.5" />
          {words.t('compaction.undo')}
        </Button>
      </span>
      <CompactionDialog open={open} onClose={() => setOpen(false)} compaction={compaction} />
    </div>
  );
}

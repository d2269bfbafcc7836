import { FoldVertical, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions, useHeld, useRunning, useSessionState } from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible, Dialog, TextField } from '../../../renderer/ui/on-demand.ts';
import type { SummaryFallback } from '../../../shared/events.ts';
import type { Compaction, SessionState } from '../../../shared/session-state.ts';

/** Number of messages a compaction replaces. Older logs lack the count and derive it from the messages. */
export const coveredCount = (
  { messages }: SessionState,
  { messages: count, coversSeq: [from, to], strategy }: Compaction,
): number =>
  count ??
  messages
    .filter(({ role }) => strategy !== 'tool-results' || role === 'tool')
    .filter(({ seq }) => seq >= from && seq <= to).length;

/** Compaction by hand, with what must be kept in the person's own words. */
export function CompactDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const words = useWords();
  const { compact } = useActions();
  const running = useRunning();
  const [keep, setKeep] = useState('');

  // The chat shows progress, and Stop ends it. Keeps the typed text until done.
  const start = async () => {
    onClose();
    if (await compact(keep)) setKeep('');
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.t('compaction.nowTitle')}
      description={words.t('compaction.nowDescription')}
      footer={
        <>
          <Button onClick={onClose}>{words.t('message.cancelEdit')}</Button>
          <Button variant="primary" disabled={running} onClick={() => void start()}>
            {words.t('compaction.now')}
          </Button>
        </>
      }
    >
      <TextField
        label={words.t('compaction.keep')}
        description={words.t('compaction.keepHint')}
        rows={3}
        value={keep}
        maxLength={2_000}
        onChange={setKeep}
        placeholder={words.t('compaction.keepExample')}
      />
    </Dialog>
  );
}

/** The text given to the model in place of the messages, which the chat shows. */
export function CompactionDialog({
  open,
  onClose,
  compaction,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly compaction: Compaction;
}) {
  const { t } = useWords();
  const { summary = '', writtenBy, instruction, fallback } = compaction;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('compaction.title')}
      description={t('compaction.description')}
      reading
    >
      <p className="mb-3 text-ink-soft text-sm">
        {t(writtenBy === 'model' ? 'compaction.byModel' : 'compaction.byApp')}
        {instruction === undefined ? null : ` ${t('compaction.asked', { instruction })}`}
      </p>
      {fallback === undefined ? null : <Fallback {...fallback} />}
      <div className="whitespace-pre-wrap text-md [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
        <VisibleText text={summary} />
      </div>
    </Dialog>
  );
}

function Fallback({ code, figures = { tokens: 0, most: 0 }, message }: SummaryFallback) {
  const { t, format } = useWords();
  const variables = { tokens: format.number(figures.tokens), most: format.number(figures.most) };
  return (
    <Banner tone="info" className="mb-3">
      <p>
        {t('compaction.fallback.title')} {t(`compaction.fallback.${code}`, variables)}
      </p>
      {message === undefined ? null : (
        <Collapsible className="mt-1 text-ink-soft text-sm" summary={t('end.details')}>
          <p lang="en" className="pl-5.5 [overflow-wrap:anywhere]">
            <VisibleText text={message} />
          </p>
        </Collapsible>
      )}
    </Banner>
  );
}

/** A line across the conversation: what the model is given in place of older parts of it, and the way back. */
export function CompactionNote({ compaction }: { readonly compaction: Compaction }) {
  const words = useWords();
  const { t } = useText();
  const held = useHeld();
  const { undoCompaction } = useActions();
  const told = useId();
  const [open, setOpen] = useState(false);
  const count = useSessionState((state) => coveredCount(state, compaction));
  const { strategy, before, after, unloaded, seq, trigger } = compaction;
  const figures = { before: words.format.number(before), after: words.format.number(after) };
  const what =
    strategy === 'turns'
      ? words.t('compaction.turns', { count, n: words.format.number(count), ...figures })
      : strategy === 'tool-results'
        ? words.t('compaction.results', { count, n: words.format.number(count), ...figures })
        : words.t('compaction.skill', { skill: unloaded?.id ?? '', ...figures });
  const why = trigger === 'provider' ? t('event.compactedBecause.provider') : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-line bg-surface py-1 pr-1 pl-3 text-ink-soft text-sm">
      <FoldVertical aria-hidden className="size-4 shrink-0 text-part-summary" />
      <span id={told} className="min-w-0 flex-1 basis-60 tabular-nums">
        {why === undefined ? what : t('event.because', { what, why })}
      </span>
      <span className="ml-auto flex items-center gap-1">
        {strategy !== 'turns' ? null : (
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
          icon={Undo2}
        >
          {words.t('compaction.undo')}
        </Button>
      </span>
      <CompactionDialog open={open} onClose={() => setOpen(false)} compaction={compaction} />
    </div>
  );
}

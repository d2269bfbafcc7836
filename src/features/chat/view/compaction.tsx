import { FoldVertical, Undo2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions, useHeld, useRunning, useSessionState } from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible, Dialog, TextField } from '../../../renderer/ui/on-demand.ts';
import { type Attachment, wordsForDropped } from '../../../shared/attachments.ts';
import type { SummaryFallback } from '../../../shared/events.ts';
import { pinnedWhole } from '../../../shared/pinned-messages.ts';
import type { Compaction, Message, SessionState } from '../../../shared/session-state.ts';
import { carriedDocuments } from '../../../shared/skills/loaded-skills.ts';
import { shortenResult } from '../../../shared/summary.ts';

export interface OriginalMessage {
  readonly message: Message;
  /** Sent to the model unchanged: kept when the others were covered, or pinned since. */
  readonly whole: boolean;
}

/** Pictures and PDFs that a model can be shown. */
export const mediaIn = (message: Message): readonly Attachment[] =>
  message.role === 'user' ? (message.attachments ?? []).filter(({ media }) => media !== undefined) : [];

/** The messages where a compaction works, in their order; where it shortens results, those and messages with pictures or PDFs. */
export function originalMessages(
  state: Pick<SessionState, 'messages' | 'pinnedMessages'>,
  { coversSeq: [from, to], kept = [], strategy }: Compaction,
): readonly OriginalMessage[] {
  const pinned = pinnedWhole(state);
  return state.messages
    .filter((message) => message.seq >= from && message.seq <= to)
    .filter((message) => strategy !== 'tool-results' || message.role === 'tool' || mediaIn(message).length > 0)
    .map((message) => ({ message, whole: kept.includes(message.seq) || pinned.has(message.seq) }));
}

/** Number of messages a compaction replaces. Older logs lack the count and derive it from the messages. */
export const coveredCount = (state: SessionState, compaction: Compaction): number =>
  compaction.messages ?? originalMessages(state, compaction).length;

interface Shortened {
  readonly seq: number;
  readonly heading: 'attach.with' | 'compaction.result';
  readonly name: string;
  readonly text: string;
}

/** The results that a compaction shortens, exactly as sent to the model. */
export function ShortenedResults({ compaction }: { readonly compaction: Compaction }) {
  const words = useWords();
  const messages = useSessionState((state) => state.messages);
  const pinnedMessages = useSessionState((state) => state.pinnedMessages);
  const calls = useSessionState((state) => state.calls);
  const shortened = useMemo(
    () =>
      originalMessages({ messages, pinnedMessages }, compaction).flatMap(({ message, whole }): Shortened[] => {
        const media = mediaIn(message);
        if (!whole && media.length > 0) {
          const name = media.map((file) => file.name).join(', ');
          return [{ seq: message.seq, heading: 'attach.with', name, text: wordsForDropped(media) }];
        }
        if (whole || message.role !== 'tool') return [];
        // Loaded text is removed by its unload, not by the age of its result.
        const isLoadedText =
          Object.hasOwn(calls, message.callId) && carriedDocuments(calls[message.callId]?.data).length > 0;
        const text = isLoadedText ? message.content : shortenResult(message.name, message.content, message.cut);
        return text === message.content
          ? []
          : [{ seq: message.seq, heading: 'compaction.result', name: message.name, text }];
      }),
    [messages, pinnedMessages, calls, compaction],
  );
  return (
    <ul className="flex flex-col gap-3">
      {shortened.map(({ seq, heading, name, text }) => (
        <li key={seq} className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
          <p className="flex items-center gap-2 text-ink-soft text-sm">
            <span className="font-medium">{words.t(heading)}</span>
            <span className="min-w-0 truncate font-mono text-xs">{name}</span>
          </p>
          <div className="whitespace-pre-wrap rounded-control bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
            <VisibleText text={text} />
          </div>
        </li>
      ))}
    </ul>
  );
}

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

interface CompactionProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly compaction: Compaction;
}

/** The text given to the model in place of the messages, which the chat shows. */
export function CompactionDialog({ open, onClose, compaction }: CompactionProps) {
  const { t } = useWords();
  const { summary, writtenBy, instruction, fallback, trigger, strategy } = compaction;
  const writer = t(writtenBy === 'model' ? 'compaction.byModel' : 'compaction.byApp');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('compaction.title')}
      description={t('compaction.description')}
      reading
    >
      <p className="mb-3 text-ink-soft text-sm">
        {summary === undefined ? t('compaction.shortened') : writer}
        {trigger === 'provider' ? ` ${t('compaction.provider')}` : null}
        {instruction === undefined ? null : ` ${t('compaction.asked', { instruction })}`}
      </p>
      {fallback === undefined ? null : <Fallback {...fallback} />}
      {strategy === 'tool-results' ? <ShortenedResults compaction={compaction} /> : null}
      {summary === undefined ? null : (
        <div className="whitespace-pre-wrap text-md [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
          <VisibleText text={summary} />
        </div>
      )}
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
          icon={Undo2}
        >
          {words.t('compaction.undo')}
        </Button>
      </span>
      <CompactionDialog open={open} onClose={() => setOpen(false)} compaction={compaction} />
    </div>
  );
}

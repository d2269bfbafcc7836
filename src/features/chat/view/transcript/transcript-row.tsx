import { Brain, CircleStop, FileQuestion, History, NotebookText, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { memo, useEffect, useId } from 'react';
import { useRemembered } from '../../../../renderer/cards/chat-scope.tsx';
import { CardView, WatchBar, WatchRow } from '../../../../renderer/cards/registry.tsx';
import { useFormat, useT } from '../../../../renderer/i18n.ts';
import { CopyButton } from '../../../../renderer/shared/copy-button.tsx';
import { useWords } from '../../../../renderer/shared/words.tsx';
import { useActions, useFound, usePast } from '../../../../renderer/store/index.ts';
import { cn, IconButton, Spinner } from '../../../../renderer/ui/index.ts';
import { assertNever } from '../../../../shared/errors.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import { checkText } from '../../../../shared/messages/describe-event.ts';
import type { NoteView, SessionState } from '../../../../shared/session-state.ts';
import { Activity, FoldButton, useNow } from '../activity.tsx';
import { CommandApproval, WrittenInstead } from '../command-approval.tsx';
import { CompactionNote } from '../compaction.tsx';
import { QuoteCard } from '../quote-card.tsx';
import { type Deed, deedOf } from '../step-words.ts';
import { FormCard, FormPassed, FormSummary, ServerQuestion } from './form-summary.tsx';
import { Markdown } from './markdown.tsx';
import { CatalogNote, ProgressLine, plainWords, RetryNote, RunEndNote } from './run-notes.tsx';
import type { ItemOf, Step, TranscriptItem } from './transcript-items.ts';
import { AnswerSwitch, MessageActions, NoteButton, PinButton, UserMessage, usePinned } from './user-message.tsx';

// Leaves out of the simple view how an answer came about.

/** Steps that only prepare others: they read, and nothing on the computer is other than before. */
const PREPARING: ReadonlySet<Deed['key']> = new Set([
  'loadSkill',
  'unloadSkill',
  'readReference',
  'selectDocs',
  'listSkills',
  'listDocs',
  'grep',
  'listDir',
  'readFile',
  'pollSession',
  'useTool',
]);

/** One that asks something is always shown: the person has to answer. */
const isShown = ({ call, status }: Step): boolean =>
  call.activity !== undefined ||
  call.script?.question !== undefined ||
  status === 'waiting' ||
  !PREPARING.has(deedOf(call).key);

export function simpleItems(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.flatMap((item): TranscriptItem[] => {
    switch (item.kind) {
      case 'thought':
      case 'compaction':
      case 'catalog':
        return [];
      case 'activity': {
        const steps = item.steps.filter(isShown);
        return steps.length === 0 ? [] : [{ ...item, steps }];
      }
      default:
        return [item];
    }
  });
}

/** `seq` at which an item starts, if it has one; others belong to the item above. */
function startOf(item: TranscriptItem, asked: ReadonlyMap<string, number>): number | undefined {
  switch (item.kind) {
    case 'user':
    case 'watch':
      return item.seq;
    case 'assistant':
    case 'thought':
      return item.seq ?? Number.POSITIVE_INFINITY;
    case 'activity':
      return asked.get(item.steps[0]?.call.callId ?? '');
    case 'catalog':
      return item.change.seq;
    case 'retrying':
      return item.failure.seq;
    case 'ended':
      return item.end.seq;
    case 'progress':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}

/** `seq` of the answer that requested each call. */
function askedAt({ messages }: SessionState): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.toolCalls) asked.set(id, message.seq);
  }
  return asked;
}

/** Puts each note below what it is about. `notes` are in the order of their events. */
export function withNotes(
  items: readonly TranscriptItem[],
  state: SessionState,
  notes: readonly NoteView[],
): readonly TranscriptItem[] {
  if (notes.length === 0) return items;
  const asked = askedAt(state);
  const waiting = [...notes];
  const placed: TranscriptItem[] = [];
  const put = (before: number) => {
    for (let note = waiting[0]; note !== undefined && note.on < before; note = waiting[0]) {
      placed.push({ kind: 'note', key: `note-${note.id}`, note });
      waiting.shift();
    }
  };
  for (const item of items) {
    put(startOf(item, asked) ?? Number.NEGATIVE_INFINITY);
    placed.push(item);
  }
  put(Number.POSITIVE_INFINITY);
  return placed;
}

/** Finds the item that shows an event, and the call if it is part of a step; undefined if none does. */
export function placeOfEvent(
  items: readonly TranscriptItem[],
  event: SessionEvent | undefined,
  isThought = false,
): { readonly index: number; readonly callId?: string } | undefined {
  if (event === undefined) return undefined;
  const isOwn = (item: TranscriptItem) => 'seq' in item && item.seq === event.seq;
  const exact = items.findIndex((item) => isOwn(item) && (item.kind === 'thought') === isThought);
  const own = exact >= 0 ? exact : items.findIndex(isOwn);
  if (own >= 0) return { index: own };
  const callId = 'callId' in event ? event.callId : undefined;
  if (callId === undefined) return undefined;
  const index = items.findIndex(
    (item) => item.kind === 'activity' && item.steps.some(({ call }) => call.callId === callId),
  );
  return index < 0 ? undefined : { index, callId };
}

/** The user's note beside the conversation; no model reads it. */
function NoteRow({ note: { id, on, text, at } }: { readonly note: NoteView }) {
  const t = useT();
  const format = useFormat();
  const { writeNote, removeNote, lookBack } = useActions();
  return (
    <aside
      aria-label={t('common.note')}
      className="group/message flex items-start gap-2 rounded-control border-warning border-l-2 bg-warning-soft py-1.5 pr-1.5 pl-3"
    >
      <NotebookText aria-hidden className="mt-1 size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 whitespace-pre-wrap py-0.5 [overflow-wrap:anywhere]" dir="auto">
        {text}
      </p>
      <span className="flex shrink-0 items-center gap-0.5">
        <time dateTime={at} className="mr-1 text-ink-soft text-xs">
          {format.time(at)}
        </time>
        <IconButton size="sm" label={t('review.notes.moment', { n: on })} onClick={() => lookBack(on)} icon={History} />
        <IconButton
          size="sm"
          label={t('review.notes.edit')}
          onClick={() => writeNote({ on, note: id })}
          icon={Pencil}
        />
        <IconButton size="sm" label={t('review.notes.remove')} onClick={() => void removeNote(id)} icon={Trash2} />
      </span>
    </aside>
  );
}

export function TranscriptRow({ item }: { readonly item: TranscriptItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage seq={item.seq} at={item.at} text={item.text} attachments={item.attachments} />;
    case 'assistant': {
      const { key: _key, kind: _kind, ...answer } = item;
      return <AssistantMessage {...answer} />;
    }
    case 'thought':
      return <ThoughtRow item={item} />;
    case 'answers':
      return (
        <MessageActions shown>
          <AnswerSwitch turn={item.turn} />
        </MessageActions>
      );
    case 'activity':
      return <Activity steps={item.steps} />;
    case 'card':
      return (
        <>
          <CardView card={item.card} newest={item.newest} memoryKey={item.key} />
          <WatchBar callId={item.callId} watch={item.newest ? item.card.watch : undefined} />
        </>
      );
    case 'approval':
      return (
        <>
          {/* A call may ask twice: first for its quote. */}
          {item.approval.detail.asks !== undefined ? (
            <ServerQuestion key={item.approval.seq} item={item} />
          ) : item.quote === undefined ? (
            <CommandApproval key={item.approval.seq} item={item} />
          ) : (
            <QuoteCard key={item.approval.seq} item={item} quote={item.quote} />
          )}
          {item.approval.words === undefined ? null : <WrittenInstead words={item.approval.words} />}
        </>
      );
    case 'form':
      return item.open ? <FormCard callId={item.callId} form={item.form} /> : <FormPassed form={item.form} />;
    case 'form-answer':
      return <FormSummary item={item} />;
    case 'retrying':
      return <RetryNote failure={item.failure} />;
    case 'ended':
      return <RunEndNote end={item.end} />;
    case 'note':
      return <NoteRow note={item.note} />;
    case 'progress':
      return <ProgressLine writing={item.writing} summarising={item.summarising} />;
    case 'compaction':
      return <CompactionNote compaction={item.compaction} />;
    case 'catalog':
      return <CatalogNote change={item.change} />;
    case 'watch':
      return <WatchRow watch={item.watch} at={item.seq} />;
    default:
      return assertNever(item);
  }
}

/** Folded to one line. While it streams, the line also shows what the model is thinking now. */
function ThoughtRow({ item }: { readonly item: ItemOf<'thought'> }) {
  const words = useWords();
  const { key, text, streaming, tokens } = item;
  const [open, setOpen] = useRemembered(`thought/${key}`, false);
  const found = useFound();
  const isFound = found?.thought === true && found.seq === item.seq;
  useEffect(() => {
    if (isFound) setOpen(true);
  }, [isFound, setOpen]);
  const id = useId();
  const count = tokens === undefined ? undefined : words.t('thought.tokens', { n: words.format.number(tokens) });
  return (
    <section aria-label={words.t('thought.label')}>
      <FoldButton open={open} controls={id} onPress={() => setOpen(!open)}>
        <span className="flex h-5 w-4 shrink-0 items-center justify-center">
          {streaming ? (
            <Spinner decorative className="size-3.5 text-accent" />
          ) : (
            <Brain aria-hidden className="size-4 text-ink-faint" />
          )}
        </span>
        <span className="shrink-0 tabular-nums">
          <Headline item={item} />
        </span>
        {streaming && !open ? (
          <span aria-hidden className="min-w-0 truncate text-ink-faint text-sm">
            {latestWords(text)}
          </span>
        ) : null}
      </FoldButton>
      <div id={id} hidden={!open} className="mt-1 mb-2 ml-1.5 border-line border-l-2 pl-4 text-ink-soft">
        {open ? (
          <>
            {text === '' ? <p>{words.t('thought.hidden')}</p> : <Markdown text={text} streaming={streaming} />}
            {streaming ? null : (
              <p className="mt-1 flex items-center gap-2 text-sm tabular-nums">
                {text === '' ? null : <CopyButton text={text} label={words.t('thought.copy')} className="-ml-1.5" />}
                {count}
              </p>
            )}
          </>
        ) : null}
      </div>
    </section>
  );
}

/** Characters from the end among which the last line is looked for. */
const LATEST = 400;

/** The line that is being written, or the last one that is whole. */
function latestWords(text: string): string {
  return (
    text
      .slice(-LATEST)
      .split('\n')
      .map(plainWords)
      .findLast((line) => line !== '') ?? ''
  );
}

function Headline({ item: { streaming, since, ms } }: { readonly item: ItemOf<'thought'> }) {
  const words = useWords();
  const now = useNow(streaming);
  if (!streaming) {
    return ms === undefined ? words.t('thought.done') : words.t('thought.for', { duration: words.format.duration(ms) });
  }
  const seconds = since === undefined ? 0 : Math.floor((now - Date.parse(since)) / 1_000);
  const thinking = words.t('thinking');
  return seconds < 1 ? thinking : `${thinking} ${words.format.duration(seconds * 1_000)}`;
}

type AnswerProps = Omit<ItemOf<'assistant'>, 'key' | 'kind'>;

const AssistantMessage = memo(function AssistantMessage(props: AnswerProps) {
  const { seq, text, at, streaming, cut, check, last, turn } = props;
  const words = useWords();
  const { retry } = useActions();
  const past = usePast();
  const pinned = usePinned(seq);
  return (
    <article aria-label={words.t('agent')} aria-busy={streaming} className="group/message">
      <Markdown text={text} streaming={streaming} />
      {cut === undefined ? null : (
        <p className="mt-2 flex items-center gap-1.5 text-ink-soft text-sm">
          <CircleStop aria-hidden className="size-4 shrink-0" />
          {words.t(`message.${cut}`)}
        </p>
      )}
      {check === undefined ? null : (
        <p className={cn('mt-2 flex gap-1.5 text-sm', check.unmade ? 'font-medium text-danger' : 'text-ink-soft')}>
          <FileQuestion aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="[overflow-wrap:anywhere]">{checkText(words.language, check)}</span>
        </p>
      )}
      <MessageActions shown={last || pinned || turn !== undefined}>
        {streaming ? null : (
          <>
            <CopyButton text={text} label={words.t('message.copyMarkdown')} className="-ml-1.5" />
            {seq === undefined ? null : (
              <>
                <NoteButton seq={seq} />
                <PinButton seq={seq} />
              </>
            )}
            {last && !past ? (
              <IconButton size="sm" label={words.t('message.retry')} onClick={() => void retry()} icon={RotateCcw} />
            ) : null}
            {turn === undefined ? null : <AnswerSwitch turn={turn} />}
            {at === undefined ? null : (
              <time dateTime={at} className="ml-1">
                {words.format.time(at)}
              </time>
            )}
          </>
        )}
      </MessageActions>
    </article>
  );
});

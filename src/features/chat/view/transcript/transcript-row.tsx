import { History, NotebookText, Pencil, Trash2 } from 'lucide-react';
import { CardView } from '../../../../renderer/cards/registry.tsx';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { useActions } from '../../../../renderer/store/index.ts';
import { IconButton } from '../../../../renderer/ui/index.ts';
import { assertNever } from '../../../../shared/errors.ts';
import type { NoteView } from '../../../../shared/session-state.ts';
import { Activity } from '../activity.tsx';
import { CommandApproval, WrittenInstead } from '../command-approval.tsx';
import { CompactionNote } from '../compaction.tsx';
import { QuoteCard } from '../quote-card.tsx';
import { AssistantMessage, ThoughtRow } from './assistant-message.tsx';
import { FormCard, FormPassed, FormSummary } from './form-summary.tsx';
import { AnswerSwitch, MessageActions } from './message-actions.tsx';
import { CatalogNote, ProgressLine, RetryNote, RunEndNote } from './run-notes.tsx';
import type { TranscriptItem } from './transcript-items.ts';
import { UserMessage } from './user-message.tsx';

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
        <IconButton size="sm" label={t('review.notes.moment', { n: on })} onClick={() => lookBack(on)}>
          <History aria-hidden />
        </IconButton>
        <IconButton size="sm" label={t('review.notes.edit')} onClick={() => writeNote({ on, note: id })}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton size="sm" label={t('review.notes.remove')} onClick={() => void removeNote(id)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </aside>
  );
}

export function TranscriptRow({ item }: { readonly item: TranscriptItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage seq={item.seq} at={item.at} text={item.text} attachments={item.attachments} />;
    case 'assistant':
      return (
        <AssistantMessage
          seq={item.seq}
          text={item.text}
          at={item.at}
          streaming={item.streaming}
          cut={item.cut}
          last={item.last}
          turn={item.turn}
        />
      );
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
      return <CardView card={item.card} newest={item.newest} memoryKey={item.key} />;
    case 'approval':
      return (
        <>
          {/* A call may ask twice: first for its quote. */}
          {item.quote === undefined ? (
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
    default:
      return assertNever(item);
  }
}

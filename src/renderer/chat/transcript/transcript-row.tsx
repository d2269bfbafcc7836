import { assertNever } from '../../../shared/errors.ts';
import { CardView } from '../../cards/registry.tsx';
import { Activity } from '../activity/activity.tsx';
import { CommandApproval } from '../approvals/command-approval.tsx';
import { QuoteCard } from '../approvals/quote-card.tsx';
import { WrittenInstead } from '../approvals/written-instead.tsx';
import { CompactionNote } from '../compaction/compaction-note.tsx';
import { FormCard } from '../forms/form-card.tsx';
import { FormPassed, FormSummary } from '../forms/form-summary.tsx';
import { AssistantMessage } from '../messages/assistant-message.tsx';
import { MessageActions } from '../messages/message-actions.tsx';
import { ThoughtRow } from '../messages/thought-row.tsx';
import { UserMessage } from '../messages/user-message.tsx';
import { AnswerSwitch } from '../messages/version-switch.tsx';
import { CatalogNote } from './catalog-note.tsx';
import { NoteRow } from './note-row.tsx';
import { ProgressLine } from './progress-line.tsx';
import { RetryNote, RunEndNote } from './run-notes.tsx';
import type { TranscriptItem } from './transcript-items.ts';

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

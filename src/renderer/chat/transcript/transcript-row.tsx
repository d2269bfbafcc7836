import { assertNever } from '../../../shared/errors.ts';
import { BookingCardView, BookingListView } from '../../cards/flights/booking-card-view.tsx';
import { OffersCard } from '../../cards/flights/offers-card.tsx';
import { QuoteCard } from '../../cards/flights/quote-card.tsx';
import { Activity } from '../activity/activity.tsx';
import { CommandApproval } from '../approvals/command-approval.tsx';
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
import type { CardItem, TranscriptItem } from './transcript-items.ts';

function ShownCard({ item }: { readonly item: CardItem }) {
  const { card } = item;
  switch (card.kind) {
    case 'flight-offers':
      return <OffersCard card={card} newest={item.newest} memoryKey={item.key} />;
    case 'booking':
      return <BookingCardView card={card} />;
    case 'booking-list':
      return <BookingListView card={card} />;
    default:
      return assertNever(card);
  }
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
      return <ShownCard item={item} />;
    case 'approval':
      return item.quote === undefined ? <CommandApproval item={item} /> : <QuoteCard item={item} quote={item.quote} />;
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

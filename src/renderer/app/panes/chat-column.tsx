import { MessageCircleOff } from 'lucide-react';
import { memo } from 'react';
import { ChatView } from '../../chat/chat-view.tsx';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp, useMoment, useSession } from '../../store/index.ts';
import { Button, EmptyState, later, laterField } from '../../ui/index.ts';

const DeletedBar = later(async () => (await import('../../review/looking-back/deleted-bar.tsx')).DeletedBar);
const ReturnBar = later(async () => (await import('../../skills/authoring/return-bar.tsx')).ReturnBar);
const Timeline = later(async () => (await import('../../context/timeline/timeline.tsx')).Timeline);
const ReviewBar = later(async () => (await import('../../review/looking-back/review-bar.tsx')).ReviewBar);
const FindBar = laterField(async () => (await import('../../chat/find/find-bar.tsx')).FindBar);
const NoteDialog = later(async () => (await import('../../review/looking-back/note-dialog.tsx')).NoteDialog);

/** The open conversation, or a note that it no longer exists. */
export const ChatColumn = memo(function ChatColumn({
  timeline,
  onHideTimeline,
}: {
  readonly timeline: boolean;
  readonly onHideTimeline: () => void;
}) {
  const t = useT();
  const { newSession } = useActions();
  const { id, status } = useSession();
  const past = useMoment() !== undefined;
  const finding = useApp((data) => data.finding && data.selected !== undefined);
  const returns = useApp((data) => data.selected !== undefined && data.cameFrom?.session === data.selected);
  const writing = useApp((data) => data.writingNote !== undefined);
  if (status !== 'missing') {
    return (
      <div className="flex h-full min-h-0 flex-col">
        <h2 className="sr-only">{t('app.landmark.chat')}</h2>
        <DeletedBar />
        {returns ? <ReturnBar /> : null}
        <div className="relative min-h-0 flex-1">
          {finding ? <FindBar key={id} /> : null}
          <ChatView />
        </div>
        {timeline && id !== undefined ? <Timeline onClose={onHideTimeline} /> : null}
        {past ? <ReviewBar /> : null}
        {writing ? <NoteDialog /> : null}
      </div>
    );
  }
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={<MessageCircleOff />}
        title={t('app.missing.title')}
        description={t('app.missing.description')}
        action={<Button onClick={newSession}>{t('common.newConversation')}</Button>}
      />
    </div>
  );
});

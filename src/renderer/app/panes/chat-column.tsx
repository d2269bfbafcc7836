import { MessageCircleOff } from 'lucide-react';
import { ChatView } from '../../chat/chat-view.tsx';
import { Timeline } from '../../context/timeline/timeline.tsx';
import { useT } from '../../i18n/index.ts';
import { DeletedBar } from '../../review/looking-back/deleted-bar.tsx';
import { NoteDialog } from '../../review/looking-back/note-dialog.tsx';
import { ReviewBar } from '../../review/looking-back/review-bar.tsx';
import { useActions, useSession } from '../../store/index.ts';
import { Button, EmptyState } from '../../ui/index.ts';

/** The open conversation, or a note that it no longer exists. */
export function ChatColumn({
  timeline,
  onHideTimeline,
}: {
  readonly timeline: boolean;
  readonly onHideTimeline: () => void;
}) {
  const t = useT();
  const { newSession } = useActions();
  const { status } = useSession();
  if (status !== 'missing') {
    return (
      <div className="flex h-full min-h-0 flex-col">
        <h2 className="sr-only">{t('app.landmark.chat')}</h2>
        <DeletedBar />
        <div className="min-h-0 flex-1">
          <ChatView />
        </div>
        {timeline ? <Timeline onClose={onHideTimeline} /> : null}
        <ReviewBar />
        <NoteDialog />
      </div>
    );
  }
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={<MessageCircleOff />}
        title={t('app.missing.title')}
        description={t('app.missing.description')}
        action={<Button onClick={newSession}>{t('sessions.new')}</Button>}
      />
    </div>
  );
}

import { MessageCircleOff } from 'lucide-react';
import { ChatView } from '../chat/chat-view.tsx';
import { useT } from '../i18n/index.ts';
import { useActions, useSession } from '../store/index.ts';
import { Button, EmptyState } from '../ui/index.ts';

/** What was open, or the words that it is gone. */
export function ChatColumn() {
  const t = useT();
  const { newSession } = useActions();
  const { status } = useSession();
  if (status !== 'missing') {
    return (
      <>
        <h2 className="sr-only">{t('app.landmark.chat')}</h2>
        <ChatView />
      </>
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

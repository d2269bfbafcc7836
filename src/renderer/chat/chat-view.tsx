import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type ChatScope, ChatScopeProvider } from '../cards/chat-scope.tsx';
import { useWords } from '../shared/use-words.ts';
import { useActions, useApp, useNotes, usePast, useRunning, useSession, useSessionState } from '../store/index.ts';
import { afterPaint, later, Spinner } from '../ui/index.ts';
import { Composer } from './composer/composer.tsx';
import { DropFiles } from './composer/drop-files.tsx';
import { Welcome } from './welcome.tsx';

/** Renders everything that can be in a conversation: cards, forms, terminals. */
const Conversation = later(async () => (await import('./transcript/conversation.tsx')).Conversation);
const RequestLine = later(async () => (await import('./request/request-line.tsx')).RequestLine);

/** Nothing has been said, and nothing is noted. */
function useIsBlank(): boolean {
  const nothing = useSessionState(({ messages, lastRun }) => messages.length === 0 && lastRun === undefined);
  const notes = useNotes();
  const running = useRunning();
  return nothing && notes.length === 0 && !running;
}

/** A moment before anything was said. */
function NothingYet() {
  const words = useWords();
  return <p className="grid h-full place-items-center text-ink-soft">{words.t('nothingYet')}</p>;
}

const SETTINGS = { name: 'settings', tab: 'model' } as const;
const OVER_THE_CHAT = '[role="dialog"], [role="alertdialog"]';

/** The middle column: the conversation and the message box. */
export function ChatView() {
  const words = useWords();
  const { stop, openDialog } = useActions();
  const { id, status } = useSession();
  const running = useRunning();
  const past = usePast();
  const still = useApp((data) => data.moment !== undefined && data.passage === undefined);
  const blank = useIsBlank();
  const field = useRef<HTMLTextAreaElement>(null);

  const [memory] = useState(() => new Map<string, unknown>());
  const session = id ?? 'new';
  const scope = useMemo<ChatScope>(
    () => ({ openSettings: () => openDialog(SETTINGS), focusComposer: () => field.current?.focus(), session, memory }),
    [openDialog, session, memory],
  );
  // Before the first answer needs it.
  useEffect(() => afterPaint(Conversation.fetch), []);
  useEffect(() => {
    // Keeps the focus if the user is typing in something above the chat.
    if (document.activeElement?.closest(OVER_THE_CHAT)) return;
    if (status === 'ready' || status === 'none') field.current?.focus({ preventScroll: true });
  }, [status]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !running || event.defaultPrevented || event.nativeEvent.isComposing) return;
    void stop();
  };

  return (
    <ChatScopeProvider scope={scope}>
      <section
        aria-label={words.t('region')}
        onKeyDown={onKeyDown}
        // No animation in a past moment.
        data-still={still || undefined}
        className="@container relative flex h-full min-h-0 min-w-0 flex-col bg-canvas"
      >
        {status === 'loading' && blank ? (
          <div className="grid flex-1 place-items-center text-ink-faint">
            <Spinner />
          </div>
        ) : blank ? (
          <div className="min-h-0 flex-1 overflow-y-auto">{past ? <NothingYet /> : <Welcome />}</div>
        ) : null}
        {(status === 'loading' && blank) || id === undefined ? null : (
          <div className={blank ? 'contents' : 'flex min-h-0 flex-1 flex-col'}>
            {/* The whole of a long log takes the place of its end, and opens at its end as well. */}
            <Conversation key={`${id} ${status}`} blank={blank} />
          </div>
        )}
        {/* Drafts and queued messages keep their state until the user returns. */}
        <div hidden={past}>
          <RequestLine />
          <Composer field={field} />
          {past ? null : <DropFiles />}
        </div>
      </section>
    </ChatScopeProvider>
  );
}

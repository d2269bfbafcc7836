import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type ChatScope, ChatScopeProvider } from '../cards/chat-scope.tsx';
import { useWords } from '../shared/use-words.ts';
import {
  useActions,
  useApp,
  useCompacting,
  useLive,
  useMoment,
  usePast,
  useRunning,
  useSession,
  useSessionState,
  useSimpleView,
} from '../store/index.ts';
import { afterPaint, later, Spinner } from '../ui/index.ts';
import { Composer } from './composer/composer.tsx';
import { DropFiles } from './composer/drop-files.tsx';
import { useAnswers } from './messages/version-switch.tsx';
import { simpleItems } from './transcript/simple-items.ts';
import { buildTranscript, withLive } from './transcript/transcript.ts';
import type { TranscriptItem } from './transcript/transcript-items.ts';
import { useNoted } from './transcript/use-noted.ts';
import { Welcome } from './welcome.tsx';

/** With everything that can be in a conversation: cards, forms, terminals. */
const TranscriptView = later(
  async () => (await import('./transcript/transcript-view.tsx')).TranscriptView,
  <div className="min-h-0 flex-1" />,
);

const RequestLine = later(async () => (await import('./request/request-line.tsx')).RequestLine);
const Announcer = later(async () => (await import('./transcript/announcer.tsx')).Announcer);

/** Stored items are made again at every event, what streams at every piece. */
function useTranscript(): readonly TranscriptItem[] {
  const state = useSessionState((current) => current);
  const iteration = useLive((live) => live.iteration);
  const text = useLive((live) => live.text);
  const reasoning = useLive((live) => live.reasoning);
  const thinking = useLive((live) => live.thinking);
  const writing = useLive((live) => live.toolCalls);
  const compacting = useCompacting();
  const answered = useAnswers();
  const stored = useMemo(() => buildTranscript(state, answered), [state, answered]);
  const noted = useNoted(stored, state);
  const simple = useSimpleView();
  const base = useMemo(() => (simple ? simpleItems(noted) : noted), [simple, noted]);
  return useMemo(() => {
    const thought = { text: simple ? '' : reasoning, ...thinking };
    return withLive(base, state, iteration === 0 ? undefined : { iteration, text, thought, writing }, compacting);
  }, [base, simple, state, iteration, text, reasoning, thinking, writing, compacting]);
}

/**
 * Items to draw. While looking back, rows update as fast as they can be drawn, without blocking the handle being
 * dragged.
 */
function useShown(items: readonly TranscriptItem[], session: string | undefined) {
  const moment = useMoment();
  const now = useMemo(() => ({ items, moment, session }), [items, moment, session]);
  const later = useDeferredValue(now);
  return moment === undefined || later.moment === undefined || later.session !== session ? now : later;
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
  const items = useTranscript();
  const shown = useShown(items, id);
  const field = useRef<HTMLTextAreaElement>(null);

  const [memory] = useState(() => new Map<string, unknown>());
  const session = id ?? 'new';
  const scope = useMemo<ChatScope>(
    () => ({ openSettings: () => openDialog(SETTINGS), focusComposer: () => field.current?.focus(), session, memory }),
    [openDialog, session, memory],
  );
  // Before the first answer needs it.
  useEffect(() => afterPaint(TranscriptView.fetch), []);
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
        {status === 'loading' ? (
          <div className="grid flex-1 place-items-center text-ink-faint">
            <Spinner />
          </div>
        ) : items.length === 0 ? (
          <div className="min-h-0 flex-1 overflow-y-auto">{past ? <NothingYet /> : <Welcome />}</div>
        ) : (
          <TranscriptView key={session} items={shown.items} moment={shown.moment} />
        )}
        {/* Drafts and queued messages keep their state until the user returns. */}
        <div hidden={past}>
          <RequestLine />
          <Composer field={field} />
          {past ? null : <DropFiles />}
        </div>
        {status === 'loading' || past ? null : <Announcer key={`voice-${session}`} items={items} />}
      </section>
    </ChatScopeProvider>
  );
}

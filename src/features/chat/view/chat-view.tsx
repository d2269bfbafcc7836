import { Luggage, PlaneTakeoff, Scale } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type ChatScope, ChatScopeProvider, useChatScope } from '../../../renderer/cards/chat-scope.tsx';
import { useWords } from '../../../renderer/shared/words.tsx';
import {
  useActions,
  useApp,
  useNotes,
  usePast,
  useRunning,
  useSession,
  useSessionState,
  useSettings,
} from '../../../renderer/store/index.ts';
import { afterPaint, Button, later, Spinner } from '../../../renderer/ui/index.ts';
import { DropFiles } from './attachments.tsx';
import { Composer } from './composer.tsx';

const Home = later(async () => (await import('./home.tsx')).Home);

const TRIES = [
  { icon: PlaneTakeoff, title: 'welcome.bookTitle', text: 'welcome.bookText' },
  { icon: Scale, title: 'welcome.compareTitle', text: 'welcome.compareText' },
  { icon: Luggage, title: 'welcome.askTitle', text: 'welcome.askText' },
] as const;

/** Shown before the first message: introduction, three things to try, and a note on the demo model. */
function Welcome() {
  const words = useWords();
  const { send } = useActions();
  const { openSettings, focusComposer } = useChatScope();
  const { demo } = useSettings();
  const sending = useApp((data) => data.sending !== undefined);
  return (
    <div className="short:py-3 @container flex min-h-full flex-col justify-center py-8">
      <div className="mx-auto w-full max-w-[48rem] px-4 @lg:px-6">
        <h2 className="font-semibold text-xl">{words.t('welcome.title')}</h2>
        <p className="mt-2 max-w-[38rem] short:text-base text-ink-soft text-md">{words.t('welcome.sentence')}</p>
        <Home />
        <h3 className="short:mt-3 mt-7 mb-2 text-ink-soft text-sm">{words.t('welcome.tryTitle')}</h3>
        <ul className="grid gap-2.5 @xl:grid-cols-3">
          {TRIES.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <button
                type="button"
                disabled={sending}
                onClick={() => {
                  void send(words.t(text));
                  focusComposer();
                }}
                className="flex h-full w-full cursor-default items-start gap-3 rounded-panel border border-line bg-surface px-4 py-3.5 text-left transition-colors duration-fast hover:border-line-strong hover:bg-side @xl:flex-col @xl:gap-2.5"
              >
                <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
                <span className="min-w-0">
                  <span className="block font-semibold text-base">{words.t(title)}</span>
                  <span className="mt-0.5 block text-ink-soft">{words.t(text)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {demo ? (
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
            <p className="min-w-0 flex-1 basis-72 text-ink-soft text-sm">{words.t('welcome.demo')}</p>
            <Button size="sm" onClick={openSettings}>
              {words.t('welcome.connect')}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Renders everything that can be in a conversation: cards, forms, terminals. */
const Conversation = later(async () => (await import('./transcript/conversation.tsx')).Conversation);
const PassedOver = later(async () => (await import('./request-line.tsx')).PassedOver);
const RequestLine = later(async () => (await import('./request-line.tsx')).RequestLine);

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
          {blank ? null : <PassedOver />}
          <RequestLine />
          <Composer field={field} />
          {past ? null : <DropFiles />}
        </div>
      </section>
    </ChatScopeProvider>
  );
}

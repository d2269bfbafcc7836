import { Luggage, PlaneTakeoff, Scale } from 'lucide-react';
import { useChatScope } from '../cards/chat-scope.tsx';
import { useWords } from '../shared/use-words.ts';
import { useActions, useApp, useSettings } from '../store/index.ts';
import { Button, later } from '../ui/index.ts';

const AgentChoice = later(async () => (await import('./agent-choice.tsx')).AgentChoice);
const Home = later(async () => (await import('./home/home.tsx')).Home);

const TRIES = [
  { icon: PlaneTakeoff, title: 'welcome.bookTitle', text: 'welcome.bookText' },
  { icon: Scale, title: 'welcome.compareTitle', text: 'welcome.compareText' },
  { icon: Luggage, title: 'welcome.askTitle', text: 'welcome.askText' },
] as const;

/** Shown before the first message: introduction, three things to try, and a note on the demo model. */
export function Welcome() {
  const words = useWords();
  const { send } = useActions();
  const { openSettings, focusComposer } = useChatScope();
  const { demo } = useSettings();
  const hasAgents = useApp((data) => (data.environments?.agents.length ?? 0) > 0);
  const sending = useApp((data) => data.sending !== undefined);
  return (
    <div className="short:py-3 @container flex min-h-full flex-col justify-center py-8">
      <div className="mx-auto w-full max-w-[48rem] px-4 @lg:px-6">
        <h2 className="font-semibold text-xl">{words.t('welcome.title')}</h2>
        <p className="mt-2 max-w-[38rem] short:text-base text-ink-soft text-md">{words.t('welcome.sentence')}</p>
        {hasAgents ? <AgentChoice /> : null}
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

/** Below a card: the button that starts its watch, then the watch. In the conversation: the changes that it found. */
import { BellRing } from 'lucide-react';
import { type CardWatch, textIn } from '../../shared/cards/card.ts';
import { readingIn, watchNews, watchState } from '../../shared/messages/describe-event.ts';
import { nextCheck, type WatchView } from '../../shared/reducer/watches.ts';
import { useFormat, useLanguage, useT } from '../i18n.ts';
import { visibleText } from '../shared/words.tsx';
import { useActions, useHeld, usePast, useReadOnly, useSession, useSessionState } from '../store/index.ts';
import { Button } from '../ui/index.ts';

export function WatchBar({ callId, watch }: { readonly callId: string; readonly watch: CardWatch | undefined }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const { watches } = useActions();
  const { id: session = '' } = useSession();
  const past = usePast();
  const readOnly = useReadOnly();
  const running = useSessionState((state) => state.watches?.find((one) => one.callId === callId && !one.ended));
  const next = running && nextCheck(running);
  if (readOnly || (watch === undefined && next === undefined)) return null;
  const offered = ({ every, until, below, currency }: CardWatch): string =>
    [
      t('watches.terms', { every: format.minutes(every), until: format.date(new Date(until)) }),
      ...(below === undefined ? [] : [t('watches.below', { value: readingIn(language, { value: below, currency }) })]),
    ].join(' · ');
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
      <Button
        size="sm"
        icon={BellRing}
        disabled={past}
        onClick={() => void (running ? watches.remove(running.id) : watches.start(session, callId))}
      >
        {running ? t('watches.stop') : watch?.label ? visibleText(textIn(watch.label, language)) : t('watches.start')}
      </Button>
      <span role="status" className="min-w-0 flex-1 basis-60 tabular-nums [overflow-wrap:anywhere]">
        {running && next ? watchState(language, running, new Date(next).toISOString()) : watch && offered(watch)}
      </span>
    </div>
  );
}

/** A change, or the end, where it happened; the latest change can be taken up. */
export function WatchRow({ watch, at }: { readonly watch: WatchView; readonly at: number }) {
  const language = useLanguage();
  const { send } = useActions();
  const held = useHeld();
  const change = watch.changes.find(({ seq }) => seq === at);
  const say = watch.say && textIn(watch.say, language);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
      <BellRing aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 basis-48 tabular-nums [overflow-wrap:anywhere]">
        {visibleText(watchNews(language, watch, change))}
      </span>
      {say === undefined || change === undefined || change !== watch.changes.at(-1) ? null : (
        <Button size="sm" disabled={held} onClick={() => void send(say)}>
          {visibleText(say)}
        </Button>
      )}
    </div>
  );
}

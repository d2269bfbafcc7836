import { BellRing, CalendarPlus, MessageSquare, Printer } from 'lucide-react';
import { useRef } from 'react';
import type { Card } from '../../shared/cards/card.ts';
import type { CardRecordView } from '../../shared/cards/records.ts';
import type { Reminder } from '../cards/card-view.ts';
import { dateInWords, localTime } from '../cards/local-time.ts';
import { printCard } from '../cards/print-card.ts';
import { untilInWords } from '../cards/records/until.ts';
import { CardStatusBadge, recordViewOf } from '../cards/registry.tsx';
import { useFormat, useLanguage, useT } from '../i18n/index.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { saveFile } from '../shared/save-file.ts';
import { useWords } from '../shared/use-words.ts';
import { useActions } from '../store/index.ts';
import { Badge, Button, cn } from '../ui/index.ts';
import { calendarFile } from './calendar-file.ts';
import { ShareMenu } from './share-menu.tsx';

/** Coming steps, in order, the next one with the time that is left. */
function Reminders({ reminders, now }: { readonly reminders: readonly Reminder[]; readonly now: number }) {
  const t = useT();
  const words = useWords();
  const language = useLanguage();
  const ahead = reminders.filter(({ at }) => Date.parse(at) > now).slice(0, 3);
  if (ahead.length === 0) return null;
  return (
    <div className="border-line border-t border-dashed px-5 py-3">
      <h4 className="mb-1 text-ink-soft text-sm">{t('bookings.next')}</h4>
      <ol className="space-y-0.5 text-sm">
        {ahead.map(({ id, label, at }, index) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <span className="min-w-36 tabular-nums">
              {dateInWords(words, at, 'day')} {localTime(at).clock}
            </span>
            <span className={cn('min-w-0 flex-1', index === 0 && 'font-medium')}>{label}</span>
            {index === 0 ? <span className="text-accent">{untilInWords(language, at, now)}</span> : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** One record as a boarding pass, with what can be done about it. */
export function TripCard({
  record,
  card,
  now,
}: {
  readonly record: CardRecordView;
  readonly card: Card;
  readonly now: number;
}) {
  const t = useT();
  const format = useFormat();
  const words = useWords();
  const { openAt, newSession, send } = useActions();
  const paper = useRef<HTMLElement>(null);
  const { key, sessionId, seq, upcoming } = record;
  const { price, status, over = false } = card.plain();
  const { Pass, title, reminders, calendar, asks, share } = recordViewOf(card);
  const name = title(words, card);
  const coming = upcoming ? reminders(words, card) : [];
  const entries = upcoming ? calendar(words, card) : [];
  const ahead = coming.filter(({ at }) => Date.parse(at) > now);
  const save = async (file: string, rings: boolean) =>
    saveFile(file, await calendarFile(rings ? ahead : entries, `${name}, ${key}`, now, rings));
  return (
    <article
      ref={paper}
      aria-label={`${name}, ${key}`}
      className={cn(
        '@container overflow-hidden rounded-panel border border-line bg-surface',
        !upcoming && 'opacity-90',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-side px-5 py-2.5">
        <h3 className="min-w-0 flex-1 font-semibold text-md">{name}</h3>
        {!upcoming && !over ? (
          <Badge tone="neutral">{t('bookings.over')}</Badge>
        ) : status === undefined ? null : (
          <CardStatusBadge status={status} />
        )}
      </header>
      <div className={cn('px-5 py-4', over && 'text-ink-soft')}>
        <Pass card={card} />
      </div>
      <Reminders reminders={coming} now={now} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t border-dashed px-5 py-3">
        <span className="flex items-center gap-1 font-mono font-semibold tracking-wider">
          {key}
          <CopyButton text={key} label={t('bookings.copyKey', { key })} />
        </span>
        {price === undefined ? null : <span className="font-medium tabular-nums">{format.money(price)}</span>}
        <span data-no-print className="ml-auto flex flex-wrap items-center gap-1.5">
          {entries.length > 0 ? (
            <Button size="sm" onClick={() => void save(`${key}.ics`, false)}>
              <CalendarPlus aria-hidden className="size-3.5" />
              {t('bookings.calendar')}
            </Button>
          ) : null}
          {ahead.length > 0 ? (
            <Button size="sm" title={t('bookings.remindHint')} onClick={() => void save(`${key}-reminders.ics`, true)}>
              <BellRing aria-hidden className="size-3.5" />
              {t('bookings.remind')}
            </Button>
          ) : null}
          <Button size="sm" onClick={() => paper.current !== null && printCard(paper.current)}>
            <Printer aria-hidden className="size-3.5" />
            {t('bookings.print')}
          </Button>
          <ShareMenu name={key} lines={share(words, card)} />
          {upcoming
            ? asks(words, card).map(({ label, say, danger }) => (
                <Button
                  key={label}
                  size="sm"
                  className={danger ? 'text-danger hover:text-danger' : undefined}
                  onClick={() => {
                    newSession();
                    void send(say);
                  }}
                >
                  {label}
                </Button>
              ))
            : null}
          {sessionId === undefined || seq === undefined ? null : (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('bookings.openLabel', { reference: key })}
              onClick={() => openAt(sessionId, seq)}
            >
              <MessageSquare aria-hidden className="size-3.5" />
              {t('bookings.conversation')}
            </Button>
          )}
        </span>
      </div>
    </article>
  );
}

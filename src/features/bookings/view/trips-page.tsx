import { BellRing, CalendarPlus, MessageSquare, Printer, Ticket, TicketX, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type CalendarEntry, printCard, type Reminder, UnreadableRecords } from '../../../renderer/cards/card-view.tsx';
import { dateInWords, localTime } from '../../../renderer/cards/local-time.ts';
import { NextTrip, nextRecord, untilInWords, useMinute, useRecords } from '../../../renderer/cards/records.tsx';
import { CardStatusBadge, recordViewOf } from '../../../renderer/cards/registry.tsx';
import { useFormat, useLanguage, useT } from '../../../renderer/i18n.ts';
import { CopyButton } from '../../../renderer/shared/copy-button.tsx';
import { saveFile } from '../../../renderer/shared/save-file.ts';
import { useWords } from '../../../renderer/shared/words.tsx';
import { NEW_DRAFT, useActions, useApp } from '../../../renderer/store/index.ts';
import { Badge, Button, cn, EmptyState, IconButton, Spinner } from '../../../renderer/ui/index.ts';
import { type Card, type CardText, textIn } from '../../../shared/cards/card.ts';
import type { CardRecordView, RecordGroup } from '../../../shared/cards/records.ts';
import { parseCard } from '../../../shared/cards/registry.ts';
import { AllowReminders } from './reminders.tsx';

/** Calendar files: a trip's own times, and reminders, which ring in the person's calendar with this program closed. */
type TripReminder = Reminder & Partial<CalendarEntry>;

/**
 * @param description shown in every entry.
 * @param now milliseconds.
 * @param rings each entry has an alarm at its time.
 */
export async function calendarFile(
  entries: readonly TripReminder[],
  description: string,
  now: number,
  rings: boolean,
): Promise<Blob> {
  const { default: ICAL } = await import('ical.js');
  const utc = (at: string | number) => ICAL.Time.fromJSDate(new Date(at), true);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Skilldeck//Trips//EN');
  for (const { id, label, at, until = at } of entries) {
    const event = new ICAL.Component('vevent');
    event.addPropertyWithValue('uid', `${id.replace(/[^\w:+-]/g, '-')}@skilldeck`);
    event.addPropertyWithValue('dtstamp', utc(now));
    event.addPropertyWithValue('dtstart', utc(at));
    event.addPropertyWithValue('dtend', utc(until));
    event.addPropertyWithValue('summary', label);
    event.addPropertyWithValue('description', description);
    if (rings) {
      const alarm = new ICAL.Component('valarm');
      alarm.addPropertyWithValue('action', 'DISPLAY');
      alarm.addPropertyWithValue('description', label);
      alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(0));
      event.addSubcomponent(alarm);
    }
    calendar.addSubcomponent(event);
  }
  return new Blob([calendar.toString()], { type: 'text/calendar' });
}

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
          <CopyButton variant="ghost" text={() => share(words, card).join('\n')} label={t('bookings.share')} />
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

const isOver = (record: CardRecordView): boolean => parseCard(record.card)?.plain().over === true;

/** Upcoming, past and cancelled are three different questions. */
const SECTIONS = [
  ['upcoming', (record: CardRecordView) => record.upcoming],
  ['past', (record: CardRecordView) => !record.upcoming && !isOver(record)],
  ['cancelled', (record: CardRecordView) => !record.upcoming && isOver(record)],
] as const;

function Empty({ example }: { readonly example: CardText | undefined }) {
  const t = useT();
  const language = useLanguage();
  const { newSession, setDraft } = useActions();
  const fresh = useApp((data) => data.drafts[NEW_DRAFT] ?? '') === '';
  return (
    <EmptyState
      icon={<Ticket />}
      title={t('bookings.empty')}
      description={t('bookings.emptyHint')}
      action={
        example === undefined ? undefined : (
          <Button
            onClick={() => {
              newSession();
              if (fresh) setDraft(textIn(example, language));
            }}
          >
            {t('bookings.tryExample')}
          </Button>
        )
      }
    />
  );
}

function Records({
  group: { title, records },
  isOnly,
  now,
}: {
  readonly group: RecordGroup;
  readonly isOnly: boolean;
  readonly now: number;
}) {
  const t = useT();
  const language = useLanguage();
  return (
    <>
      {isOnly ? null : <h2 className="font-semibold text-lg">{textIn(title, language)}</h2>}
      {SECTIONS.map(([name, belongs]) => {
        const some = records.filter(belongs);
        if (some.length === 0) return null;
        return (
          <section key={name} aria-label={t(`bookings.${name}`)} className="space-y-3">
            <h3 className="font-medium text-ink-soft">{t(`bookings.${name}`)}</h3>
            {some.map((record) => {
              const card = parseCard(record.card);
              return card === undefined ? null : <TripCard key={record.key} record={record} card={card} now={now} />;
            })}
          </section>
        );
      })}
    </>
  );
}

/** Everything that was booked, in all conversations. */
export function TripsPage({ watches }: { readonly watches?: ReactNode }) {
  const t = useT();
  const { library } = useActions();
  const { loaded, again } = useRecords();
  const now = useMinute();
  const held = loaded.kind === 'ready' ? loaded.groups.filter((group) => group.records.length > 0) : [];
  const next = nextRecord(held);
  const unreadable = loaded.kind === 'ready' ? loaded.groups.flatMap((group) => group.unreadable ?? []) : [];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-lg">{t('bookings.title')}</h2>
        <IconButton label={t('library.back')} keys={['Esc']} onClick={() => library.show(undefined)}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl space-y-6 px-4 py-6">
          <UnreadableRecords files={unreadable} />
          {loaded.kind === 'loading' ? (
            <p className="flex items-center gap-2 py-8 text-ink-soft">
              <Spinner decorative className="size-4" />
              {t('bookings.loading')}
            </p>
          ) : loaded.kind === 'failed' ? (
            <EmptyState
              icon={<TicketX />}
              title={t('bookings.failed')}
              action={<Button onClick={again}>{t('bookings.again')}</Button>}
            />
          ) : held.length === 0 ? (
            unreadable.length > 0 ? null : (
              <Empty example={loaded.groups.find(({ example }) => example !== undefined)?.example} />
            )
          ) : (
            <>
              {next === undefined ? null : <NextTrip record={next} now={now} />}
              {next === undefined ? null : <AllowReminders />}
              {held.map((group) => (
                <Records key={group.skill} group={group} isOnly={held.length === 1} now={now} />
              ))}
            </>
          )}
          {watches}
        </div>
      </div>
    </div>
  );
}

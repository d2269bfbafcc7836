import { ChevronRight, CircleCheck, CircleSlash, PlaneLanding } from 'lucide-react';
import type { BookingRecord } from '../../shared/bookings.ts';
import type { Itinerary } from '../../shared/cards.ts';
import { useFormat, useLanguage, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Badge, cn } from '../ui/index.ts';

function Status({ record }: { readonly record: BookingRecord }) {
  const t = useT();
  if (record.booking.status === 'cancelled') {
    return (
      <Badge tone="neutral">
        <CircleSlash aria-hidden />
        {t('bookings.cancelled')}
      </Badge>
    );
  }
  return record.upcoming ? (
    <Badge tone="success">
      <CircleCheck aria-hidden />
      {t('bookings.confirmed')}
    </Badge>
  ) : (
    <Badge tone="neutral">
      <PlaneLanding aria-hidden />
      {t('bookings.flown')}
    </Badge>
  );
}

/** By the clock of the airport: the digits as the ticket has them, never converted to the reader's zone. */
const onTicket = (iso: string): { readonly day: Date; readonly clock: string } => ({
  day: new Date(`${iso.slice(0, 10)}T12:00:00`),
  clock: iso.slice(11, 16),
});

function Leg({ itinerary }: { readonly itinerary: Itinerary }) {
  const format = useFormat();
  const zh = useLanguage() === 'zh';
  const { day, clock } = onTicket(itinerary.departs);
  const [from, to] = [itinerary.from, itinerary.to].map(({ city, cityZh }) => (zh ? cityZh : city));
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-36 text-ink-soft tabular-nums">
        {format.date(day)} {clock}
      </span>
      <span className="font-medium">
        {from} → {to}
      </span>
      <span className="text-ink-soft text-sm">{itinerary.segments.map(({ flight }) => flight).join(' + ')}</span>
    </span>
  );
}

/** One booking, as a way back to the conversation that made it. */
export function BookingRow({ record, onOpen }: { readonly record: BookingRecord; readonly onOpen: () => void }) {
  const t = useT();
  const format = useFormat();
  const { openAt } = useActions();
  const { booking, sessionId, seq, title } = record;
  const { reference, offer, passengers, total, status } = booking;
  const names = format.list(passengers.map(({ name }) => name));
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        aria-label={sessionId === undefined ? undefined : t('bookings.openLabel', { reference })}
        disabled={sessionId === undefined}
        onClick={() => {
          if (sessionId === undefined || seq === undefined) return;
          openAt(sessionId, seq);
          onOpen();
        }}
        className="flex w-full cursor-default items-center gap-4 px-5 py-3 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <span className={cn('min-w-0 flex-1 space-y-1', status === 'cancelled' && 'text-ink-soft')}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono font-semibold tracking-wider">{reference}</span>
            <Status record={record} />
            <span className="ml-auto font-medium tabular-nums">{format.money(total)}</span>
          </span>
          {offer.itineraries.map((itinerary) => (
            <Leg key={itinerary.departs} itinerary={itinerary} />
          ))}
          <span className="block truncate text-ink-soft text-sm">
            {t('bookings.travellers', { names })}
            {title === undefined
              ? null
              : ` · ${t('bookings.inConversation', { title: title === '' ? t('bookings.unnamed') : title })}`}
          </span>
        </span>
        {sessionId === undefined ? null : <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />}
      </button>
    </li>
  );
}

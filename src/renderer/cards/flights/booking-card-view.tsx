import { CircleCheck, CircleSlash, Clock, Printer } from 'lucide-react';
import type { BookingCard, BookingListCard } from '../../../shared/cards/schema.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useActions, useHeld } from '../../store/index.ts';
import { Badge, Button } from '../../ui/index.ts';
import { CardFrame, FileButtons, printCard } from '../card-view.tsx';
import { UnreadableRecords } from '../unreadable-records.tsx';
import { PassengerList } from './booking-record.tsx';
import { Itineraries, JourneySummary } from './journey.tsx';
import { NotSold } from './offer-row.tsx';
import { useWords } from './words.ts';

function Status({ status }: { readonly status: BookingCard['status'] }) {
  const words = useWords();
  if (status === 'held')
    return (
      <Badge tone="warning">
        <Clock aria-hidden />
        {words.t('booking.held')}
      </Badge>
    );
  return status === 'confirmed' ? (
    <Badge tone="success">
      <CircleCheck aria-hidden />
      {words.t('booking.confirmed')}
    </Badge>
  ) : (
    <Badge tone="neutral">
      <CircleSlash aria-hidden />
      {words.t('booking.cancelled')}
    </Badge>
  );
}

/** What the sum is made of, where a change was paid too. */
function Payments({ booking: { payments = [], total } }: { readonly booking: BookingCard }) {
  const words = useWords();
  const money = (amount: number) => words.format.money({ ...total, amount });
  return payments.map(({ what, at, amount, fee = 0 }) => (
    <p key={`${at} ${what}`} className="tabular-nums">
      {what === 'booking'
        ? words.t('booking.paidFirst', { amount: money(amount) })
        : words.t('booking.paidChange', { amount: money(amount), fee: money(fee) })}
    </p>
  ));
}

export function BookingCardView({ card }: { readonly card: BookingCard }) {
  const words = useWords();
  const { reference, status, offer, passengers, total, createdAt, cancelledAt, refund, files } = card;
  const { airlineReference, payBy } = card;
  // A trip that is off belongs in no calendar.
  const useful = files.filter(({ mime }) => status !== 'cancelled' || !mime.startsWith('text/calendar'));
  return (
    <CardFrame title={words.t('booking.reference')} aside={<Status status={status} />}>
      <div className="space-y-4 px-4 py-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <span className="flex items-center gap-1.5">
            <span className="font-mono font-semibold text-xl tracking-widest">{reference}</span>
            <CopyButton text={reference} label={words.t('booking.copyReference', { reference })} />
          </span>
          <span className="text-right">
            <span className="text-ink-soft text-sm">
              {words.t(status === 'held' ? 'booking.toPay' : 'booking.paid')}{' '}
            </span>
            <span className="font-semibold text-lg tabular-nums">{words.format.money(total)}</span>
          </span>
        </div>
        <Itineraries itineraries={offer.itineraries} />
        <NotSold offer={offer} />
        <div className="grid gap-x-6 gap-y-3 border-line border-t pt-3 @md:grid-cols-2">
          <div>
            <h4 className="mb-0.5 text-ink-soft text-sm">{words.t('booking.passengers')}</h4>
            <PassengerList passengers={passengers} />
          </div>
          <div className="text-ink-soft text-sm @md:text-right">
            <p>{words.t('booking.bookedOn', { date: words.format.dateTime(createdAt) })}</p>
            {airlineReference ? (
              <p>
                {words.t('booking.airlineReference')}{' '}
                <span className="font-medium font-mono text-ink">{airlineReference}</span>
              </p>
            ) : null}
            {payBy === undefined ? null : <p>{words.t('booking.payBy', { date: words.format.dateTime(payBy) })}</p>}
            {cancelledAt ? <p>{words.t('booking.cancelledOn', { date: words.format.dateTime(cancelledAt) })}</p> : null}
            <Payments booking={card} />
            {refund ? (
              <p>
                {words.t('booking.refund')} <span className="font-medium text-ink">{words.format.money(refund)}</span>
              </p>
            ) : null}
          </div>
        </div>
        <div data-no-print className="flex flex-wrap gap-2">
          {useful.length > 0 ? <FileButtons files={useful} /> : null}
          <Button
            size="sm"
            onClick={(event) => {
              const card = event.currentTarget.closest('section');
              if (card !== null) printCard(card);
            }}
          >
            <Printer aria-hidden className="size-3.5" />
            {words.t('booking.print')}
          </Button>
        </div>
      </div>
    </CardFrame>
  );
}

export function BookingListView({ card }: { readonly card: BookingListCard }) {
  const words = useWords();
  const { send } = useActions();
  const held = useHeld();
  const { bookings } = card;
  const missing = <UnreadableRecords files={card.unreadable.map(({ file }) => file)} />;
  if (bookings.length === 0 && card.unreadable.length > 0) return missing;
  if (bookings.length === 0) return <p className="text-ink-soft">{words.t('booking.listEmpty')}</p>;
  return (
    <CardFrame title={words.t('booking.listTitle', { count: bookings.length })}>
      <ul>
        {bookings.map(({ reference, status, offer, total }) => (
          <li
            key={reference}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 first:border-t-0"
          >
            <span className="font-mono font-semibold tracking-wider">{reference}</span>
            <span className="min-w-0 flex-1 basis-60 text-ink-soft">
              <JourneySummary offer={offer} total={total} />
            </span>
            <Status status={status} />
            <Button
              size="sm"
              disabled={held}
              aria-label={words.t('booking.showMessage', { reference })}
              onClick={() => void send(words.t('booking.showMessage', { reference }))}
            >
              {words.t('booking.show')}
            </Button>
          </li>
        ))}
      </ul>
      {missing}
    </CardFrame>
  );
}

/** Views of the cards that the skill book-flight writes. */

import { CircleCheck, CircleSlash, Clock, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BookingCard, BookingListCard, BookingQuoteCard, FlightOffersCard } from '../../../shared/cards/schema.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { named } from '../../shared/words.tsx';
import { useActions, useHeld } from '../../store/index.ts';
import { Badge, Banner, Button } from '../../ui/index.ts';
import {
  CardFrame,
  type CardProps,
  type CardView,
  FileButtons,
  printCard,
  type QuoteView,
  UnreadableRecords,
} from '../card-view.tsx';
import { BOOKING_RECORD, PassengerList } from './booking-record.tsx';
import {
  ChangeSum,
  FareSum,
  FlightsBefore,
  fareFacts,
  Itineraries,
  JourneySummary,
  keepsDifference,
  type Party,
} from './journey.tsx';
import { NotSold, OfferCare } from './offer-row.tsx';
import { OffersCard } from './offers-card.tsx';
import { type FlightKey, useWords, wordsIn } from './words.ts';

const quoteOf = ({ card }: CardProps): BookingQuoteCard => card.data as BookingQuoteCard;

const shownOffer = (quote: BookingQuoteCard) => (quote.action === 'book' ? quote.offer : quote.booking.offer);
const shownPassengers = (quote: BookingQuoteCard) =>
  quote.action === 'book' ? quote.passengers : quote.booking.passengers;
const shownTotal = (quote: BookingQuoteCard) => (quote.action === 'book' ? quote.total : quote.booking.total);

type CancelQuote = Extract<BookingQuoteCard, { readonly action: 'cancel' }>;

function partyOf(passengers: BookingCard['passengers']): Party {
  const count = (type: BookingCard['passengers'][number]['type']) =>
    passengers.filter((passenger) => passenger.type === type).length;
  return {
    adults: count('adult'),
    children: count('child'),
    infantsLap: count('infant'),
    infantsSeat: count('infant-seat'),
  };
}

function Amount({
  label,
  big = false,
  children,
}: {
  readonly label: ReactNode;
  readonly big?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={big ? 'font-semibold' : 'text-ink-soft'}>{label}</dt>
      <dd className={big ? 'font-semibold text-xl tabular-nums' : 'tabular-nums'}>{children}</dd>
    </div>
  );
}

/** Booking details from the script's own output: flights, passengers, conditions, price. */
function QuoteBody(props: CardProps) {
  const quote = quoteOf(props);
  const words = useWords();
  const offer = shownOffer(quote);
  const change = quote.action === 'book' ? quote.change : undefined;
  const fare = named(words, offer.fare.name, offer.fare.nameZh);
  const given = quote.fareRules[words.language];
  const rules = given.length > 0 ? given : fareFacts(words, offer);
  const rulesNameFare = rules.some((rule) => rule.includes(fare));
  return (
    <div className="space-y-4 px-4 py-4">
      {quote.action === 'book' && quote.warning !== undefined ? (
        <Banner tone="warning">{quote.warning[words.language]}</Banner>
      ) : null}
      {change === undefined ? null : <FlightsBefore ways={change.from} />}
      <Itineraries itineraries={offer.itineraries} />
      <OfferCare offer={offer} />
      <div className="grid gap-x-6 gap-y-3 border-line border-t pt-3 @md:grid-cols-2">
        <div>
          <h4 className="mb-0.5 text-ink-soft text-sm">{words.t('quote.passengers')}</h4>
          <PassengerList passengers={shownPassengers(quote)} />
        </div>
        <div>
          <h4 className="mb-0.5 text-ink-soft text-sm">
            {words.t('quote.rules')}
            {rulesNameFare ? null : ` · ${fare}`}
          </h4>
          <ul className="list-disc space-y-0.5 pl-4 text-sm marker:text-ink-faint">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      </div>
      <dl className="space-y-1 border-line border-t pt-3">
        {change !== undefined && quote.action === 'book' ? (
          <>
            <ChangeSum change={change} />
            <Amount label={words.t(quote.total.amount < 0 ? 'quote.backNow' : 'quote.dueNow')} big>
              {words.format.money({ ...quote.total, amount: Math.abs(quote.total.amount) })}
            </Amount>
          </>
        ) : quote.action === 'book' ? (
          <>
            <FareSum offer={offer} party={partyOf(quote.passengers)} showsTotal={false} />
            <Amount label={words.t('quote.total')} big>
              {words.format.money(quote.total)}
            </Amount>
          </>
        ) : (
          <>
            <Amount label={words.t('quote.total')}>{words.format.money(quote.booking.total)}</Amount>
            <Amount label={words.t('quote.fee')}>{words.format.money(quote.fee)}</Amount>
            <Amount label={words.t('quote.refund')} big>
              {words.format.money(quote.refund)}
            </Amount>
          </>
        )}
      </dl>
      {change !== undefined && keepsDifference(change) ? (
        <p className="text-ink-soft text-sm">{words.t('quote.nothingDue')}</p>
      ) : null}
      {quote.action === 'cancel' ? <RefundReason quote={quote} /> : null}
      <NotSold offer={offer} />
    </div>
  );
}

function RefundReason({ quote: { booking, fee, refund, reason } }: { readonly quote: CancelQuote }) {
  const words = useWords();
  if (reason === 'not-paid') return <p className="text-ink-soft text-sm">{words.t('quote.notPaid')}</p>;
  if (reason === 'voucher') return <Banner tone="warning">{words.t('quote.refundVoucher')}</Banner>;
  if (refund.amount <= 0) return <Banner tone="warning">{words.t('quote.nothingBack')}</Banner>;
  const isWhole = refund.amount >= booking.total.amount;
  return (
    <p className="text-ink-soft text-sm">
      {isWhole
        ? words.t(booking.offer.fare.refundable ? 'quote.refundFree' : 'quote.refundSoon')
        : words.t('quote.refundLess', { fee: words.format.money(fee) })}
    </p>
  );
}

function QuoteSummary(props: CardProps) {
  const quote = quoteOf(props);
  return <JourneySummary offer={shownOffer(quote)} total={shownTotal(quote)} />;
}

const WORDS = {
  book: {
    title: 'quote.bookTitle',
    promise: 'quote.bookPromise',
    confirm: 'quote.confirm',
    decline: 'quote.notNow',
    agreed: 'quote.bookedRecord',
    declined: 'quote.notBookedRecord',
    lapsed: 'quote.lapsedRecord',
  },
  change: {
    title: 'quote.changeTitle',
    promise: 'quote.changePromise',
    confirm: 'quote.confirmChange',
    decline: 'quote.keep',
    agreed: 'quote.changedRecord',
    declined: 'quote.unchangedRecord',
    lapsed: 'quote.lapsedChangeRecord',
  },
  cancel: {
    title: 'quote.cancelTitle',
    promise: 'quote.cancelPromise',
    confirm: 'quote.confirmCancel',
    decline: 'quote.keep',
    agreed: 'quote.cancelledRecord',
    declined: 'quote.keptRecord',
    lapsed: 'quote.lapsedCancelRecord',
  },
} as const satisfies Record<string, Record<string, FlightKey>>;

/** The card without which nothing is booked or cancelled. */
const BOOKING_QUOTE: QuoteView = {
  Body: QuoteBody,
  Summary: QuoteSummary,
  words({ language }, card) {
    const words = wordsIn(language);
    const quote = quoteOf({ card });
    const keys = WORDS[quote.action === 'book' && quote.change !== undefined ? 'change' : quote.action];
    return {
      title: words.t(keys.title),
      promise: words.t(keys.promise),
      confirm: words.t(keys.confirm),
      decline: words.t(keys.decline),
      danger: quote.action === 'cancel',
      agreed: words.t(keys.agreed),
      declined: words.t(keys.declined),
      lapsed: words.t(keys.lapsed),
      total: words.format.money(quote.action === 'book' ? quote.total : quote.refund),
    };
  },
};

/** A card's data is what its kind's schema read (`shared/cards/registry.ts`). */
export const FLIGHT_VIEWS: readonly CardView[] = [
  {
    kind: 'flight-offers',
    Card: ({ card, ...props }) => <OffersCard card={card.data as FlightOffersCard} {...props} />,
  },
  { kind: 'booking', Card: ({ card }) => <BookingCardView card={card.data as BookingCard} />, record: BOOKING_RECORD },
  { kind: 'booking-list', Card: ({ card }) => <BookingListView card={card.data as BookingListCard} /> },
  { kind: 'booking-quote', quote: BOOKING_QUOTE },
];

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

/** Parts of the sum, where a change was paid too. */
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

function BookingCardView({ card }: { readonly card: BookingCard }) {
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
            icon={Printer}
            size="sm"
            onClick={(event) => {
              const card = event.currentTarget.closest('section');
              if (card !== null) printCard(card);
            }}
          >
            {words.t('booking.print')}
          </Button>
        </div>
      </div>
    </CardFrame>
  );
}

function BookingListView({ card }: { readonly card: BookingListCard }) {
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

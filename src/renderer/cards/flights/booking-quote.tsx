import type { ReactNode } from 'react';
import type { BookingCard, BookingQuoteCard } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.ts';
import { Banner } from '../../ui/index.ts';
import type { CardProps, QuoteView } from '../card-view.tsx';
import { PassengerList } from './booking-record.tsx';
import { ChangeSum, FareSum, FlightsBefore, fareFacts, keepsDifference, type Party } from './fares.tsx';
import { Itineraries, JourneySummary } from './journey.tsx';
import { NotSold, OfferCare } from './offer-row.tsx';
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

/** Reason for the size of the refund. */
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
export const BOOKING_QUOTE: QuoteView = {
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

/** Views of the cards that the skill book-flight writes. */
import type {
  BookingCard,
  BookingListCard,
  FlightOffersCard,
  Itinerary,
} from '../../../shared/cards/flights/schema.ts';
import { useWords } from '../../shared/use-words.ts';
import { named } from '../../shared/words.ts';
import type { CardProps, CardView } from '../card-view.ts';
import { BookingCardView, BookingListView } from './booking-card-view.tsx';
import { BOOKING_QUOTE } from './booking-quote.tsx';
import { OffersCard } from './offers-card.tsx';

/** The airport's local time: the digits as on the ticket, never converted to the reader's zone. */
const onTicket = (iso: string): { readonly day: Date; readonly clock: string } => ({
  day: new Date(`${iso.slice(0, 10)}T12:00:00`),
  clock: iso.slice(11, 16),
});

function Leg({ itinerary }: { readonly itinerary: Itinerary }) {
  const words = useWords();
  const { day, clock } = onTicket(itinerary.departs);
  const [from, to] = [itinerary.from, itinerary.to].map(({ city, cityZh }) => named(words, city, cityZh));
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-36 text-ink-soft tabular-nums">
        {words.format.date(day)} {clock}
      </span>
      <span className="font-medium">
        {from} → {to}
      </span>
      <span className="text-ink-soft text-sm">{itinerary.segments.map(({ flight }) => flight).join(' + ')}</span>
    </span>
  );
}

function BookingRecord({ card }: CardProps) {
  const words = useWords();
  const { offer, passengers } = card.data as BookingCard;
  const names = words.format.list(passengers.map(({ name }) => name));
  return (
    <>
      {offer.itineraries.map((itinerary) => (
        <Leg key={itinerary.departs} itinerary={itinerary} />
      ))}
      <span className="block truncate text-ink-soft text-sm">{words.t('booking.travellers', { names })}</span>
    </>
  );
}

/** A card's data is what its kind's schema read (`shared/cards/flights/kinds.ts`). */
export const FLIGHT_VIEWS: readonly CardView[] = [
  {
    kind: 'flight-offers',
    Card: ({ card, ...props }) => <OffersCard card={card.data as FlightOffersCard} {...props} />,
  },
  {
    kind: 'booking',
    Card: ({ card }) => <BookingCardView card={card.data as BookingCard} />,
    Record: BookingRecord,
  },
  { kind: 'booking-list', Card: ({ card }) => <BookingListView card={card.data as BookingListCard} /> },
  { kind: 'booking-quote', quote: BOOKING_QUOTE },
];

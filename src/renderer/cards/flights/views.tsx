/** Views of the cards that the skill book-flight writes. */
import type { BookingCard, BookingListCard, FlightOffersCard } from '../../../shared/cards/schema.ts';
import type { CardView } from '../card-view.tsx';
import { BookingCardView, BookingListView } from './booking-card-view.tsx';
import { BOOKING_QUOTE } from './booking-quote.tsx';
import { BOOKING_RECORD } from './booking-record.tsx';
import { OffersCard } from './offers-card.tsx';

/** A card's data is what its kind's schema read (`shared/cards/kinds.ts`). */
export const FLIGHT_VIEWS: readonly CardView[] = [
  {
    kind: 'flight-offers',
    Card: ({ card, ...props }) => <OffersCard card={card.data as FlightOffersCard} {...props} />,
  },
  {
    kind: 'booking',
    Card: ({ card }) => <BookingCardView card={card.data as BookingCard} />,
    record: BOOKING_RECORD,
  },
  { kind: 'booking-list', Card: ({ card }) => <BookingListView card={card.data as BookingListCard} /> },
  { kind: 'booking-quote', quote: BOOKING_QUOTE },
];

/** The kinds of card that the skill book-flight writes. */
import { defineCard } from '../card.ts';
import { type CardFact, type CardItem, type CardText, dateText, type PlainCard } from '../plain-card.ts';
import {
  type BookingCard,
  bookingListSchema,
  bookingQuoteSchema,
  bookingSchema,
  currentTimeSchema,
  flightOffersSchema,
  type Itinerary,
  type Offer,
  type Place,
} from './schema.ts';
import { WORDS } from './words.ts';

const VERSION = 1;
const EMPTY = { facts: [], actions: [], items: [], notes: [], files: [] };

const city = ({ city: en, cityZh: zh }: Place): CardText => ({ en, zh });

const both = (say: (language: 'en' | 'zh') => string): CardText => ({ en: say('en'), zh: say('zh') });

const cityIn = (place: Place, language: 'en' | 'zh'): string => (language === 'zh' ? place.cityZh : place.city);

const routeIn = (itinerary: Itinerary, language: 'en' | 'zh'): string =>
  `${cityIn(itinerary.from, language)} → ${cityIn(itinerary.to, language)}`;

function segments(itinerary: Itinerary): CardFact[] {
  return itinerary.segments.map(({ flight, from, to, departs, arrives, dayOffset }) => {
    const later = dayOffset === 0 ? '' : ` (${dayOffset > 0 ? '+' : ''}${dayOffset} d)`;
    const laterZh = dayOffset === 0 ? '' : `（${dayOffset > 0 ? '+' : ''}${dayOffset} 天）`;
    const said = (language: 'en' | 'zh') =>
      `${flight}  ${cityIn(from, language)} (${from.code}) ${dateText(departs)} → ${cityIn(to, language)} (${to.code}) ${dateText(arrives)}${language === 'zh' ? laterZh : later}`;
    return { value: both(said) };
  });
}

function offerFacts(offer: Offer): CardFact[] {
  const fare = { en: `${offer.fare.name}, ${offer.cabin}`, zh: `${offer.fare.nameZh}, ${offer.cabin}` };
  return [...offer.itineraries.flatMap(segments), { label: WORDS.fare, value: fare }];
}

function passengersFact(passengers: BookingCard['passengers']): CardFact {
  const names = (language: 'en' | 'zh') =>
    passengers.map(({ name, type }) => `${name} (${WORDS[type][language]})`).join(', ');
  return { label: WORDS.passengers, value: both(names) };
}

const route = (offer: Offer): CardText =>
  both((language) => offer.itineraries.map((itinerary) => routeIn(itinerary, language)).join(', '));

function bookingItem({ reference, status, offer, passengers, total }: BookingCard): CardItem {
  return {
    key: reference,
    title: reference,
    subtitle: route(offer),
    status: { text: WORDS[status], tone: status === 'confirmed' ? 'success' : 'neutral' },
    price: total,
    facts: [...offerFacts(offer), passengersFact(passengers)],
    actions: [],
  };
}

function plainBooking(booking: BookingCard): PlainCard {
  const { kind, version, offer, files, status } = booking;
  const from = offer.itineraries[0]?.departs ?? '';
  const to = offer.itineraries.at(-1)?.departs ?? from;
  return {
    ...EMPTY,
    kind,
    version,
    files,
    period: { from, to },
    over: status === 'cancelled',
    ...bookingItem(booking),
  };
}

export const flightOffersCard = defineCard({
  kind: 'flight-offers',
  version: VERSION,
  schema: flightOffersSchema,
  isShown: ({ offers }) => offers.length > 0,
  stepValues: ({ query: { from, to, date, returnDate } }) => ({
    from: city(from),
    to: city(to),
    date: { date },
    ...(returnDate ? { return: { date: returnDate } } : {}),
  }),
  plain: ({ kind, version, query, offers }) => ({
    ...EMPTY,
    kind,
    version,
    title: both((language) => `${cityIn(query.from, language)} → ${cityIn(query.to, language)}`),
    subtitle: [query.date, query.returnDate].filter((day) => day).join(' – '),
    items: offers.map((offer) => ({
      title: offer.itineraries.flatMap((itinerary) => itinerary.segments.map(({ flight }) => flight)).join(' + '),
      price: { amount: offer.price.total, currency: offer.price.currency },
      facts: offerFacts(offer),
      actions: [],
    })),
  }),
});

export const bookingCard = defineCard({
  kind: 'booking',
  version: VERSION,
  schema: bookingSchema,
  records: ({ kind, reference }) => [{ kind, key: reference }],
  plain: plainBooking,
});

export const bookingListCard = defineCard({
  kind: 'booking-list',
  version: VERSION,
  schema: bookingListSchema,
  records: ({ bookings }) => bookings.map(({ kind, reference }) => ({ kind, key: reference })),
  plain: ({ kind, version, bookings }) => ({
    ...EMPTY,
    kind,
    version,
    title: WORDS.bookings,
    items: bookings.map(bookingItem),
  }),
});

/** Shown where it asks: as the preview of an approval. */
export const bookingQuoteCard = defineCard({
  kind: 'booking-quote',
  version: VERSION,
  schema: bookingQuoteSchema,
  isShown: () => false,
  plain(quote) {
    const { kind, version, fareRules } = quote;
    const rules = [...fareRules.en.map((en, index) => ({ en, zh: fareRules.zh[index] ?? en }))];
    const base = { ...EMPTY, kind, version, notes: rules };
    if (quote.action === 'book') {
      const { offer, passengers, total } = quote;
      return {
        ...base,
        title: WORDS.book,
        subtitle: route(offer),
        facts: [...offerFacts(offer), passengersFact(passengers), { label: WORDS.total, value: total }],
        ask: { confirm: WORDS.confirmBook, decline: WORDS.notNow },
      };
    }
    const { booking, fee, refund } = quote;
    return {
      ...base,
      title: { en: `${WORDS.cancel.en} ${booking.reference}`, zh: `${WORDS.cancel.zh} ${booking.reference}` },
      facts: [
        ...offerFacts(booking.offer),
        passengersFact(booking.passengers),
        { label: WORDS.fee, value: fee },
        { label: WORDS.refund, value: refund },
      ],
      ask: { confirm: WORDS.confirmCancel, decline: WORDS.keep, danger: true },
    };
  },
});

export const currentTimeCard = defineCard({
  kind: 'current-time',
  version: VERSION,
  schema: currentTimeSchema,
  isShown: () => false,
  plain: ({ kind, version }) => ({ ...EMPTY, kind, version, title: kind }),
});

/** Cards of the skill book-flight: offers, a quote, a booking, a list of bookings. */
import { z } from 'zod';
import { moneySchema } from './card.ts';

const placeSchema = z.object({
  code: z.string(),
  airport: z.string().optional(),
  airportZh: z.string().optional(),
  city: z.string(),
  cityZh: z.string(),
  country: z.string().optional(),
  terminal: z.string().nullish(),
});
export type Place = z.infer<typeof placeSchema>;

const segmentSchema = z.object({
  flight: z.string(),
  airline: z.object({ code: z.string(), name: z.string(), nameZh: z.string() }),
  from: placeSchema,
  to: placeSchema,
  /** ISO-8601 with the local offset. */
  departs: z.string(),
  arrives: z.string(),
  dayOffset: z.int(),
  durationMinutes: z.number(),
  aircraft: z.string().optional(),
});

const itinerarySchema = z.object({
  from: placeSchema,
  to: placeSchema,
  departs: z.string(),
  arrives: z.string(),
  dayOffset: z.int(),
  durationMinutes: z.number(),
  stops: z.int().min(0),
  segments: z.array(segmentSchema).min(1),
  layovers: z.array(z.object({ code: z.string(), city: z.string(), cityZh: z.string(), minutes: z.number() })),
});
export type Itinerary = z.infer<typeof itinerarySchema>;

const rulesSchema = z.object({ en: z.array(z.string()), zh: z.array(z.string()) });

/** A real airline says less than the sample ones: what it leaves out is absent here. */
const offerSchema = z.object({
  id: z.string(),
  itineraries: z.array(itinerarySchema).min(1).max(6),
  cabin: z.string(),
  /** `total` is for the party; the others are for one traveller with everything included. */
  price: z.object({
    total: z.number(),
    perAdult: z.number().optional(),
    perChild: z.number().nullish(),
    perInfantLap: z.number().optional(),
    perInfantSeat: z.number().optional(),
    currency: z.string(),
  }),
  seatsLeft: z.int().optional(),
  fare: z.object({
    name: z.string(),
    nameZh: z.string(),
    refundable: z.boolean().optional(),
    changeFee: z.number().optional(),
    cancelFee: z.number().optional(),
    checkedBaggageKg: z.number().optional(),
    cabinBaggageKg: z.number().optional(),
    /** Parts of the total; absent from searches of before. `taxes` and `fees` are for all travellers. */
    perAdult: z.number().optional(),
    perChild: z.number().optional(),
    perInfantLap: z.number().optional(),
    perInfantSeat: z.number().optional(),
    taxes: z.number().optional(),
    fees: z.number().optional(),
    total: z.number().optional(),
  }),
  /** For one traveller with a seat: pieces, and kg of each checked one. */
  bags: z.object({ checked: z.int(), carryOn: z.int(), kg: z.number().optional() }).optional(),
  /** The airline's own rules, in place of the fare's fields. */
  rules: rulesSchema.optional(),
  /** Another airport of the same city, between two flights or between the ways out and back. */
  airportChange: z
    .array(z.object({ city: z.string(), cityZh: z.string().optional(), from: z.string(), to: z.string() }))
    .optional(),
  terminalChange: z.array(z.object({ airport: z.string(), from: z.string(), to: z.string() })).optional(),
  overnight: z.array(z.object({ airport: z.string(), minutes: z.number() })).optional(),
  /** Travellers for whom it is priced. */
  party: z
    .object({ adults: z.int(), children: z.int(), infantsLap: z.int().optional(), infantsSeat: z.int().optional() })
    .optional(),
  /** Absent for the sample airlines. */
  provider: z.string().optional(),
  /** Provider's test mode: no ticket is issued. */
  test: z.boolean().optional(),
  /** When it can no longer be bought, and until when it can be held: ISO-8601. */
  expires: z.string().optional(),
  holdUntil: z.string().optional(),
  tags: z.array(z.string()),
});
export type Offer = z.infer<typeof offerSchema>;

/** The best total of a day, and of the day of return for a round trip; null: no flight that fits. */
const dayPriceSchema = z.object({ date: z.string(), return: z.string().nullish(), total: z.number().nullable() });
export type DayPrice = z.infer<typeof dayPriceSchema>;

const passengersSchema = z.array(
  z.object({ name: z.string(), type: z.enum(['adult', 'child', 'infant', 'infant-seat']) }),
);
/** Nearest searches that find something. */
const nearestSchema = z.object({
  /** Keys of the query that are eased; `date` for another day. */
  relax: z.array(z.string()),
  /** Their new values; null for a condition that goes. */
  change: z.record(z.string(), z.unknown()),
  /** The whole new search, as options of the script. */
  args: z.array(z.string()),
  flight: z.string(),
  airline: segmentSchema.shape.airline,
  departs: z.string(),
  arrives: z.string(),
  dayOffset: z.int(),
  stops: z.int(),
  total: moneySchema,
});

export const flightOffersSchema = z.object({
  kind: z.literal('flight-offers'),
  version: z.literal(1),
  /** The seller of these flights, and whether they exist. */
  provider: z.object({ name: z.string(), real: z.boolean() }).optional(),
  query: z
    .object({
      from: placeSchema,
      to: placeSchema,
      date: z.string(),
      returnDate: z.string().nullish(),
      adults: z.int(),
      children: z.int(),
      cabin: z.string(),
      currency: z.string(),
      infantsLap: z.int().optional(),
      infantsSeat: z.int().optional(),
      /** `outbound`: each row is a flight out, with the total of its cheapest pair. */
      step: z.string().optional(),
      /** Numbers of the flight out that all rows have. */
      outbound: z.array(z.string()).optional(),
      /** Several cities in a row. */
      legs: z.array(z.object({ from: placeSchema, to: placeSchema, date: z.string() })).nullish(),
    })
    .loose(),
  offers: z.array(offerSchema),
  matching: z.int(),
  /** Three days either side. */
  nearby: z.array(dayPriceSchema).optional(),
  /** Every day of a month. */
  month: z.array(dayPriceSchema).optional(),
  nearest: z.array(nearestSchema).optional(),
  /** Max offers of this search, and the max for the search that shows more. */
  page: z.object({ limit: z.int(), next: z.int().optional() }).optional(),
});

/** Reasons why a cancellation gives back what it does. */
const refundReasonSchema = z.enum(['free-24h', 'not-refundable', 'late', 'fee', 'voucher', 'full', 'not-paid']);

export const bookingSchema = z.object({
  kind: z.literal('booking'),
  version: z.literal(1),
  reference: z.string(),
  /** `held`: reserved, not paid. */
  status: z.enum(['confirmed', 'cancelled', 'held']),
  offer: offerSchema,
  passengers: passengersSchema,
  total: moneySchema,
  createdAt: z.string(),
  cancelledAt: z.string().nullish(),
  refund: moneySchema.nullish(),
  refundReason: refundReasonSchema.optional(),
  /** Each amount of `total`, from the first change on; the fee is part of the amount. */
  payments: z
    .array(
      z.object({ what: z.enum(['booking', 'change']), at: z.string(), amount: z.number(), fee: z.number().optional() }),
    )
    .optional(),
  /** Reference by which the airline knows it. */
  airlineReference: z.string().optional(),
  /** When a held booking lapses: ISO-8601. */
  payBy: z.string().optional(),
  files: z.array(z.object({ name: z.string(), mime: z.string() })).default([]),
});

/** `difference`: what the new flights cost more than was paid; less than nothing where it comes back. */
const changeSchema = z.object({
  reference: z.string(),
  from: z.array(itinerarySchema),
  paid: moneySchema,
  newFare: moneySchema,
  difference: moneySchema,
  fee: moneySchema,
});
export type BookingChange = z.infer<typeof changeSchema>;

export const bookingQuoteSchema = z.union([
  z.object({
    kind: z.literal('booking-quote'),
    version: z.literal(1),
    action: z.literal('book'),
    offer: offerSchema,
    passengers: passengersSchema,
    total: moneySchema,
    fareRules: rulesSchema,
    /** Consequence of an approval, where that is real money. */
    warning: z.object({ en: z.string(), zh: z.string() }).optional(),
    key: z.string(),
    /** The booking that moves to `offer`; `total` is then what is paid now, less than nothing for what comes back. */
    change: changeSchema.optional(),
  }),
  z.object({
    kind: z.literal('booking-quote'),
    version: z.literal(1),
    action: z.literal('cancel'),
    booking: bookingSchema,
    fee: moneySchema,
    refund: moneySchema,
    reason: refundReasonSchema.optional(),
    fareRules: rulesSchema,
  }),
]);

export const bookingListSchema = z.object({
  kind: z.literal('booking-list'),
  version: z.literal(1),
  bookings: z.array(bookingSchema),
  /** Records that the list lacks, as none can be read. */
  unreadable: z.array(z.object({ file: z.string(), why: z.object({ en: z.string(), zh: z.string() }) })).default([]),
});

export const currentTimeSchema = z.object({ kind: z.literal('current-time'), version: z.literal(1) }).loose();

export type FlightOffersCard = z.infer<typeof flightOffersSchema>;
export type BookingCard = z.infer<typeof bookingSchema>;
export type BookingQuoteCard = z.infer<typeof bookingQuoteSchema>;
export type BookingListCard = z.infer<typeof bookingListSchema>;

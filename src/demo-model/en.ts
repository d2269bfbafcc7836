import { formatFor } from '../shared/messages/format.ts';
import sentences from './data/sentences.en.json' with { type: 'json' };
import { bestOf, type FlightOffer, type OfferList } from './dialogue/offers.ts';
import type { BookingSeen, Receipt, Trip } from './dialogue/state.ts';
import { adults, childAges, children, infants, type Missing, returnTimes } from './dialogue/trip.ts';
import { CONNECT_MODEL, dayEn, isService, NOTHING, printedMoney } from './say.ts';
import type { Failure } from './script-run.ts';
import { airlineNamesOf, airportNamesOf, isAirport, NEXT_DAY, type Place, type Times } from './understand/places.ts';

const format = formatFor('en');
const money = (amount: number, currency: string): string => format.money({ amount, currency });
const LINK = `[Connect a real model](${CONNECT_MODEL})`;

const place = (one: Place) => (isAirport(one) ? `${one.en} (${one.query})` : one.en);

function partyWords(trip: Trip): string {
  const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  const little = children(trip) === 0 ? '' : `, ${some(children(trip), 'child', 'children')}`;
  const ages = childAges(trip).length === 0 ? '' : ` (${childAges(trip).join(', ')})`;
  const lap = trip.infantsLap ? `, ${some(trip.infantsLap, 'infant', 'infants')} on a lap` : '';
  const seat = trip.infantsSeat ? `, ${some(trip.infantsSeat, 'infant', 'infants')} with a seat` : '';
  return some(adults(trip), 'adult', 'adults') + little + ages + lap + seat;
}

const either = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

const timeWords = ({ departAfter, departBefore, arriveAfter, arriveBefore }: Times): string[] =>
  [
    departAfter && `leaving after ${departAfter}`,
    departBefore && `leaving before ${departBefore}`,
    arriveAfter && `arriving ${arriveAfter === NEXT_DAY ? 'the next day' : `after ${arriveAfter}`}`,
    arriveBefore && `arriving before ${arriveBefore.replace('+1', ' the next day')}`,
  ].filter((part) => typeof part === 'string');

/** All that the person asked for beyond the way, the days and the party. */
function conditionWords(trip: Trip): string[] {
  const { airlines, notAirlines, notAirports, maxStops, flex } = trip;
  return [
    trip.direct ? 'direct' : undefined,
    ...timeWords(trip),
    ...timeWords(returnTimes(trip)).map((time) => `back ${time}`),
    airlines &&
      `${trip.rather?.includes('airlines') ? 'preferably' : 'only'} ${either(airlineNamesOf(airlines, 'en'))}`,
    notAirlines && `not with ${either(airlineNamesOf(notAirlines, 'en'))}`,
    notAirports && `not through ${either(airportNamesOf(notAirports, 'en'))}`,
    maxStops === undefined ? undefined : `at most ${maxStops} ${maxStops === 1 ? 'stop' : 'stops'}`,
    trip.minConnection && `connections of at least ${format.minutes(trip.minConnection)}`,
    trip.maxConnection && `connections of at most ${format.minutes(trip.maxConnection)}`,
    trip.bags && `${trip.bags} checked ${trip.bags === 1 ? 'bag' : 'bags'} each`,
    trip.maxPrice && `at most ${money(trip.maxPrice, trip.currency ?? 'USD')} in all`,
    trip.sort && (trip.sort === 'departure' ? 'earliest first' : 'fastest first'),
    flex && `up to ${flex} ${flex === 1 ? 'day' : 'days'} earlier or later`,
  ].filter((part) => typeof part === 'string');
}

/** Known facts of the trip; may be empty. */
function tripWords(trip: Trip): string {
  const { from, to, date, cabin, legs, cheapestOf } = trip;
  const isComplete = from !== undefined && to !== undefined && (date ?? cheapestOf) !== undefined;
  const nights = trip.nights === undefined ? '' : `, ${trip.nights} ${trip.nights === 1 ? 'night' : 'nights'} away`;
  const back = trip.wantsReturn ? `round trip${nights}` : isComplete ? 'one way' : undefined;
  return [
    ...(legs?.map((leg) => `${place(leg.from)} → ${place(leg.to)} ${dayEn(leg.date)}`) ?? [
      from !== undefined && to !== undefined
        ? `${place(from)} → ${place(to)}`
        : ((from && `from ${place(from)}`) ?? (to && `to ${place(to)}`)),
      date && dayEn(date),
      cheapestOf && `cheapest day of ${format.month(cheapestOf)}`,
      (date ?? cheapestOf) === undefined && trip.month ? `in ${format.month(trip.month)}` : undefined,
      trip.returnDate === undefined ? back : `back ${dayEn(trip.returnDate)}`,
    ]),
    !trip.open?.includes('adults') && (isComplete || trip.adults !== undefined || trip.children !== undefined)
      ? partyWords(trip)
      : undefined,
    cabin === 'premium' ? 'premium economy' : (cabin ?? (isComplete ? 'economy' : undefined)),
    ...conditionWords(trip),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** The flight itself: the list on the screen may be in another order than the script's. */
function offerWords(offer: FlightOffer, currency: string): string {
  return `${offer.airline} ${offer.flights.join('+')} (${offer.departs} to ${offer.arrives}${offer.dayOffset}, ${offer.direct ? 'direct' : 'one stop'}, ${money(offer.total, currency)})`;
}

function difference(cheapest: FlightOffer, fastest: FlightOffer, currency: string): string {
  const more = money(Math.round((fastest.total - cheapest.total) * 100) / 100, currency);
  return `${more} more saves ${format.minutes(cheapest.minutes - fastest.minutes)}`;
}

/** The script's own lines, without what they say to a model or in Chinese. */
function reasons({ message, remedies }: Failure): string {
  return [message, ...remedies]
    .filter((line, _at, all) => {
      // The suggestion names the city, too.
      const isSaid = /^Unknown \w+ city/.test(line) && all.some((other) => other.includes('is not served'));
      return !isSaid && !/reference\.md|--\w/.test(line);
    })
    .map((line) => line.replace(/ \p{Script=Han}+/gu, '').replace(/(?<![.!?])$/, '.'))
    .join(' ');
}

/** Everything that this model can say, in English; `zh` has the same keys. */
export const en = {
  ...sentences,
  identity: `I am the Demo model (offline): fixed rules that run on this machine, not a large language model, and all I know is how to search and book flights with a skill. ${LINK} for more.`,
  cannot: `I did not understand that. I am the Demo model (offline): I search, book, change and cancel flights, and know their rules for bags and fares. For anything else: ${LINK}.`,
  leftOver: (phrases: readonly string[]) =>
    `I couldn’t take ${either(phrases.slice(0, 3).map((one) => `“${one}”`))} into account${phrases.some(isService) ? '; please arrange it with the airline after booking' : ''}. `,
  askWhich: (days: readonly string[]) => `Do you mean ${days.map(dayEn).join(' or ')}?`,
  about: (offer: FlightOffer, currency: string) =>
    `${offerWords(offer, currency)} takes ${format.minutes(offer.minutes)} in all; ${offer.baggageKg === undefined ? 'the card says which bags are included' : offer.baggageKg === 0 ? 'no checked bag is included' : `${offer.baggageKg} kg of checked bags are included`}.`,
  refund: (reference: string, refund: string, fee: string, why: string) =>
    `If you cancel ${reference} now, ${NOTHING.test(refund) ? 'nothing comes back' : `${printedMoney(refund, format)} comes back`}${fee === '' || NOTHING.test(fee) ? '' : `, after a fee of ${printedMoney(fee, format)}`}. ${why} Nothing is cancelled yet: say “cancel it” if you want to.`,
  noSkill: `There is no skill here that knows about flights, so the Demo model (offline) cannot help: enable the book-flight skill, or ${LINK}.`,
  noScript: (script: string, skill: string) =>
    `The skill ${skill} has no script \`${script}\`, so I cannot do this step. Please check that the skill is complete.`,
  loadFailed: (skill: string, message: string) => `The skill ${skill} could not be loaded: ${message}`,
  scriptFailed: (script: string, message: string) => `The script \`${script}\` failed: ${message}`,
  notRun: (message: string) => `This step was not run: ${message}`,
  cannotFollow: (skill: string) =>
    `I loaded the skill **${skill}**, but the Demo model (offline) can only follow the flight booking skill: ${LINK}.`,
  ask(missing: readonly Missing[], trip: Trip) {
    const known = tripWords(trip);
    const questions = [
      ...(missing.includes('from') ? ['which city do you leave from'] : []),
      ...(missing.includes('to') ? ['where would you like to go'] : []),
      ...(missing.includes('date') ? [missing.includes('return') ? 'on which day do you leave' : 'on which day'] : []),
      ...(missing.includes('return') ? ['when do you come back'] : []),
      ...(missing.includes('adults') ? ['who is flying (adults, and children with their ages)'] : []),
      ...(missing.includes('infants') ? ['does the infant travel on a lap or in its own seat'] : []),
    ];
    const joined =
      questions.length > 1 ? `${questions.slice(0, -1).join(', ')} and ${questions.at(-1)}` : (questions[0] ?? '');
    const hint =
      missing.includes('date') && trip.wantsReturn === undefined
        ? ' For a round trip, tell me the day of return too.'
        : '';
    const defaults =
      trip.adults === undefined && trip.cabin === undefined && !missing.includes('adults')
        ? ' I assume 1 adult in economy unless you say otherwise.'
        : '';
    return `${known === '' ? 'Gladly.' : `Noted: ${known}.`} ${joined.charAt(0).toUpperCase()}${joined.slice(1)}?${hint}${defaults}`;
  },
  askCheck: (trip: Trip) => `Shall I search for ${tripWords(trip)}?`,
  offers(list: OfferList, trip: Trip, isChange = false) {
    const { offers, matching, currency, isOut } = list;
    const { cheapest, fastest } = bestOf(offers);
    const way = isOut ? ' out' : trip.outbound === undefined ? '' : ' back';
    const shown = `${matching} flight${matching === 1 ? '' : 's'}${way}${matching > offers.length ? `, ${offers.length} of them shown` : ''}`;
    const both =
      cheapest === fastest
        ? `No. ${cheapest.position} is both cheapest and fastest: ${offerWords(cheapest, currency)}.`
        : `No. ${cheapest.position} is cheapest: ${offerWords(cheapest, currency)}. No. ${fastest.position} is fastest: ${offerWords(fastest, currency)}; ${difference(cheapest, fastest, currency)}.`;
    const question = isOut
      ? 'Which flight out? Prices are for the round trip; the flights back come next.'
      : isChange
        ? 'Which one shall your booking move to? I’ll show you what the change costs first.'
        : offers.length === 1
          ? 'Shall I take this one, and who’s flying?'
          : 'Which one, and who’s flying?';
    return `**${tripWords(trip)}**: ${shown}. ${both}\n\n${question}`;
  },
  chosen: (offer: FlightOffer, currency: string) =>
    `${offer.airline} ${offer.flights.join('+')} it is: ${offer.departs}–${offer.arrives}${offer.dayOffset}, ${offer.direct ? 'direct' : 'one stop'}, ${money(offer.total, currency)}. `,
  askNames(trip: Trip, given: number) {
    const count = adults(trip) + children(trip) + infants(trip);
    const differs = given > count ? `The search was for ${partyWords(trip)}. ` : '';
    const who =
      count === 1
        ? "What is the passenger's name"
        : `What are the names of all passengers (${partyWords(trip)}${children(trip) > 0 ? ', please say who is a child' : ''})`;
    return `${differs}${who}, as in the travel document? No document numbers and no payment details are needed.`;
  },
  notedNames: (who: readonly { readonly name: string }[]) => `Noted: ${who.map(({ name }) => name).join(', ')}. `,
  askConsent: (offer: FlightOffer, currency: string) => `Shall I book ${offerWords(offer, currency)}?`,
  noSuchOffer: (shown: number) =>
    `None of the ${shown} flights above is that one: please give its number (1–${shown}) or its flight number.`,
  booked: ({ reference, flights, total, files }: Receipt) =>
    [
      `Booked: the reference is **${reference}**${total === undefined ? '' : `, the total ${printedMoney(total, format)}`}.`,
      ...flights.map((flight) => `- ${flight}`),
      `${files.length === 0 ? '' : `A calendar file and a printable itinerary are saved (${files.map((file) => `\`${file}\``).join(', ')}). `}Please note that flights and fares are simulated: nothing is ticketed or charged.`,
    ].join('\n\n'),
  priceChanged: (was: string, now: string) =>
    `The price has changed from ${printedMoney(was, format)} to ${printedMoney(now, format)}, and nothing has been booked. Shall I book at the new price, or would you like another flight?`,
  bookingFailed: (failure: Failure) => `Nothing was booked. ${reasons(failure)}`,
  searchFailed: (failure: Failure, trip: Trip) =>
    `${failure.kind === 'no-flights' ? 'I found no flights' : 'The search could not be done'}. ${reasons(failure)} Please choose another city, date or condition${tripWords(trip) === '' ? '' : ` (${tripWords(trip)})`}.`,
  failed: (failure: Failure) => reasons(failure),
  bookings(list: readonly BookingSeen[]) {
    const confirmed = list.filter((one) => one.status === 'confirmed');
    const cancelled = list.length - confirmed.length;
    return `You have ${confirmed.length} confirmed booking${confirmed.length === 1 ? '' : 's'}${confirmed.length === 0 ? '' : ` (${confirmed.map((one) => one.reference).join(', ')})`}${cancelled === 0 ? '' : ` and ${cancelled} cancelled`}. Tell me a reference or a number to see one in full or to cancel it.`;
  },
  whichBooking: (list: readonly BookingSeen[]) =>
    `Which one shall I cancel? Confirmed are: ${list.map((one, index) => `${index + 1}. ${one.reference}`).join(', ')}.`,
  whichToChange: (list: readonly BookingSeen[]) =>
    `Tell me the booking and its new day, for example “change ${list[0]?.reference ?? ''} to Friday”. Confirmed are: ${list.map((one) => one.reference).join(', ')}.`,
  shown: (reference: string) => `Here is booking **${reference}**; its calendar file and itinerary were written again.`,
  cancelled: (reference: string, refund: string | undefined) =>
    `Booking **${reference}** is cancelled${refund === undefined ? '' : NOTHING.test(refund) ? '; its fare gives no refund' : `, and ${printedMoney(refund, format)} is refunded`}.`,
  changed: ({ reference, flights, total }: Receipt) =>
    [
      `Booking **${reference}** is changed${total === undefined ? '' : `; its price is now ${printedMoney(total, format)}`}.`,
      ...flights.map((flight) => `- ${flight}`),
      'The calendar file and the itinerary are written again.',
    ].join('\n\n'),
  notChanged: (failure: Failure) => `The booking is unchanged. ${reasons(failure)}`,
  cannotChange: (reference: string) =>
    `I can’t change booking ${reference}: it is cancelled, not paid yet, or has several cities. You can book the new flights and cancel this one.`,
  askChange: (offer: FlightOffer, currency: string) => `Shall I change the booking to ${offerWords(offer, currency)}?`,
  alreadyCancelled: (reference: string) => `Booking ${reference} was cancelled before.`,
  bookingNotFound: (reference: string) => `There is no booking ${reference}. Say “my bookings” to see them all.`,
  summary: (trip: Trip, bookings: readonly BookingSeen[], lastMessage: string) =>
    [
      `Trip: ${tripWords(trip) || 'not settled yet'}`,
      ...(bookings.length === 0
        ? []
        : [`Bookings: ${bookings.map((one) => `${one.reference} (${one.status})`).join(', ')}`]),
      `The person last said: ${lastMessage}`,
    ].join('\n'),
};

export type Words = typeof en;

import type { FlightOffer } from '../dialogue/offers.ts';
import type { Proposal } from '../dialogue/proposal.ts';
import { type Remedies, readRemedies } from '../dialogue/remedies.ts';
import { adults, children, currencyOf, maxPrice } from '../dialogue/search-arguments.ts';
import type { Failure, Trip } from '../dialogue/state.ts';
import { dayEn, money, nearTimes, placeEn, printedMoney, spanEn } from './format.ts';
import { CONNECT_MODEL, type Words } from './words.ts';

const TOPICS = {
  baggage: 'baggage',
  refund: 'refunds',
  change: 'changes',
  children: 'children',
  documents: 'travel documents',
  payment: 'payment',
  'check-in': 'check-in',
  cities: 'the supported cities',
  seats: 'seats and meals',
} as const;
/** `CNY 0` */
const NOTHING = /^[A-Z]{3} 0(?:\.00)?$/;
const LINK = `[Connect a real model](${CONNECT_MODEL})`;

export const en: Words = {
  identity: `I am the Demo model (offline): fixed rules that run on this machine, not a large language model, and all I know is how to search and book flights with a skill. ${LINK} for more.`,
  capabilities:
    'I can search flights, compare fares, book, list and cancel bookings, and answer questions about baggage, changes and refunds. Try: “Beijing to Tokyo tomorrow, the cheapest one”.',
  greeting:
    'Hello, I am the Demo model (offline), and I can search and book flights for you. Where would you like to fly, and when?',
  thanks: 'You are welcome, have a good trip!',
  farewell: 'Goodbye, and a safe journey!',
  pleasantry: 'Thank you; whenever you like, I can look up flights.',
  cannot: `That is more than the Demo model (offline) can do, as it only searches and books flights: ${LINK}.`,
  notUnderstood: 'Sorry, I did not understand that.',
  gaveUp:
    'I tried several times without success, so I am stopping here. Please try again with other words or conditions.',
  declined: 'All right: you said no, so nothing was booked. Tell me if you would like another flight or another date.',
  abandoned: 'All right, nothing will be booked. Tell me when you need something.',
  wontBook: 'All right, I will not book it. Tell me if you would like another flight, date or condition.',
  noBookings: 'You have no bookings.',
  cancelDeclined: 'All right: you said no, so the booking stays as it is.',
  noSkill: `There is no skill here that knows about flights, so the Demo model (offline) cannot help: enable the book-flight skill, or ${LINK}.`,
  noRunTool: 'This session offers no tool to run scripts, so I cannot look up flights.',
  noLoadTool:
    'This session offers no tool to load skills, so I cannot use the booking skill. You can load it yourself at the right.',
  noScript: (script, skill) =>
    `The skill ${skill} has no script \`${script}\`, so I cannot do this step. Please check that the skill is complete.`,
  loadFailed: (skill, message) => `The skill ${skill} could not be loaded: ${message}`,
  scriptFailed: (script, message) => `The script \`${script}\` failed: ${message}`,
  notRun: (message) => `This step was not run: ${message}`,
  cannotFollow: (skill) =>
    `I loaded the skill **${skill}**, but the Demo model (offline) can only follow the flight booking skill: ${LINK}.`,
  skills: (list) =>
    list.length === 0
      ? 'No skills are available.'
      : `There ${list.length === 1 ? 'is 1 skill' : `are ${list.length} skills`}:\n\n${list.map((skill) => `- **${skill.id}**: ${skill.description}`).join('\n')}`,
  skillLoaded: (skill) => `The skill **${skill}** is loaded.`,
  skillUnloaded: (skill) => `The skill **${skill}** is unloaded.`,
  skillNotLoaded: (skill) => `The skill **${skill}** is not loaded.`,
  skillUnknown: (skill, known) => `There is no skill “${skill}”; there is: ${known.join(', ') || 'none'}.`,
  referenceLoaded: (path) => `The reference \`${path}\` is loaded.`,
  referenceUnknown: (path, known) =>
    `There is no reference \`${path}\`; there is: ${known.map((one) => `\`${one}\``).join(', ') || 'none'}.`,
  ranScript: (script, output) => `\`${script}\` has run:\n\n\`\`\`\n${output}\n\`\`\``,
  time: (today, time) => `Today is ${dayEn(today)}${time === undefined ? '' : `, and it is ${time}`}.`,
  ask(missing, trip) {
    const known = tripWords(trip);
    const questions = [
      ...(missing.includes('from') ? ['which city do you leave from'] : []),
      ...(missing.includes('to') ? ['where would you like to go'] : []),
      ...(missing.includes('date') ? ['on which day'] : []),
      ...(missing.includes('return') ? ['on which day do you return'] : []),
    ];
    const joined =
      questions.length > 1 ? `${questions.slice(0, -1).join(', ')} and ${questions.at(-1)}` : (questions[0] ?? '');
    const hint =
      missing.includes('date') && trip.wantsReturn === undefined
        ? ' For a round trip, tell me the day of return too.'
        : '';
    const defaults =
      trip.adults === undefined && trip.cabin === undefined
        ? ' I assume 1 adult in economy unless you say otherwise.'
        : '';
    return `${known === '' ? 'Gladly.' : `Noted: ${known}.`} ${joined.charAt(0).toUpperCase()}${joined.slice(1)}?${hint}${defaults}`;
  },
  offers(list, trip) {
    const { offers, matching, currency } = list;
    const cheapest = offers.reduce((a, b) => (b.total < a.total ? b : a));
    const fastest = offers.reduce((a, b) => (b.minutes < a.minutes ? b : a));
    const shown =
      matching > offers.length
        ? `${matching} flights match, ${offers.length} are shown`
        : offers.length === 1
          ? '1 flight matches'
          : `${offers.length} flights match`;
    const both =
      cheapest === fastest
        ? `The cheapest, which is also the fastest, is ${offerWords(cheapest, currency)}.`
        : `The cheapest is ${offerWords(cheapest, currency)}. The fastest is ${offerWords(fastest, currency)}: ${money(Math.round((fastest.total - cheapest.total) * 100) / 100, currency)} more saves ${spanEn(cheapest.minutes - fastest.minutes)}.`;
    const question =
      offers.length === 1
        ? 'Shall I take this one, and who is travelling?'
        : 'Which one would you like (for example “the second one” or “the cheapest”), and who is travelling?';
    return `**${tripWords(trip)}**: ${shown}. ${both}\n\n${question}`;
  },
  chosen: (offer, currency) => `Good: ${offerWords(offer, currency)}. `,
  askNames(trip, known) {
    const need = adults(trip) + children(trip);
    const have = known.length === 0 ? '' : `${en.noted(known)} `;
    if (known.length > need)
      return `${have}But the search was for ${partyWords(trip)}. Please give the names again, or the new number of passengers.`;
    const who =
      need === 1
        ? "What is the passenger's name"
        : `What are the names of ${known.length > 0 ? 'the others' : 'all passengers'} (${known.length > 0 ? 'in all ' : ''}${partyWords(trip)}${children(trip) > 0 ? ', please say who is a child' : ''})`;
    return `${have}${who}, as in the travel document? No document numbers and no payment details are needed.`;
  },
  askChoice: 'Which flight would you like? Say “the second one”, a flight number or “the cheapest”.',
  noted: (passengers) => `So far I have ${passengers.map((one) => `${one.name} (${one.type})`).join(', ')}.`,
  askConsent: (offer, currency) => `Shall I book ${offerWords(offer, currency)}?`,
  noSuchOffer: (shown) =>
    `None of the ${shown} flights above is that one: please give its number (1–${shown}) or its flight number.`,
  booked: ({ reference, flights, total, files }) =>
    [
      `Booked: the reference is **${reference}**${total === undefined ? '' : `, the total ${printedMoney(total)}`}.`,
      ...flights.map((flight) => `- ${flight}`),
      `${files.length === 0 ? '' : `A calendar file and a printable itinerary are saved (${files.map((file) => `\`${file}\``).join(', ')}). `}Please note that flights and fares are simulated: nothing is ticketed or charged.`,
    ].join('\n\n'),
  priceChanged: (was, now) =>
    `The price has changed from ${printedMoney(was)} to ${printedMoney(now)}, and nothing has been booked. Shall I book at the new price, or would you like another flight?`,
  soldOut: () => 'That flight is no longer for sale, and nothing was booked. I searched again:',
  bookingFailed: (failure) => `Nothing was booked. ${usage(failure)}`,
  searchFailed,
  bookings(list) {
    const confirmed = list.filter((one) => one.status === 'confirmed');
    const cancelled = list.length - confirmed.length;
    return `You have ${confirmed.length} confirmed booking${confirmed.length === 1 ? '' : 's'}${confirmed.length === 0 ? '' : ` (${confirmed.map((one) => one.reference).join(', ')})`}${cancelled === 0 ? '' : ` and ${cancelled} cancelled`}. Tell me a reference or a number to see one in full or to cancel it.`;
  },
  whichBooking: (list) =>
    `Which one shall I cancel? Confirmed are: ${list.map((one, index) => `${index + 1}. ${one.reference}`).join(', ')}.`,
  shown: (reference) => `Here is booking **${reference}**; its calendar file and itinerary were written again.`,
  cancelled: (reference, refund) =>
    `Booking **${reference}** is cancelled${refund === undefined ? '' : NOTHING.test(refund) ? '; its fare gives no refund' : `, and ${printedMoney(refund)} is refunded`}.`,
  alreadyCancelled: (reference) => `Booking ${reference} was cancelled before.`,
  bookingNotFound: (reference) => `There is no booking ${reference}. Say “my bookings” to see them all.`,
  manageFailed: (failure) => usage(failure),
  topic: (topic, facts, offer) => {
    const own =
      topic === 'baggage' && offer?.baggageKg !== undefined
        ? `Your ${offer.flights.join('+')} includes ${offer.baggageKg === 0 ? 'no checked baggage' : `${offer.baggageKg} kg of checked baggage`} per person.\n\n`
        : '';
    return `${own}This is what the skill's reference says about ${TOPICS[topic]}:\n\n${facts}`;
  },
  topicUnknown: (topic) =>
    `The skill's reference says nothing about ${TOPICS[topic]}, and I will not guess: please ask the airline.`,
  summary: (trip, bookings, lastMessage) =>
    [
      `Trip: ${tripWords(trip) || 'not settled yet'}`,
      ...(bookings.length === 0
        ? []
        : [`Bookings: ${bookings.map((one) => `${one.reference} (${one.status})`).join(', ')}`]),
      `The person last said: ${lastMessage}`,
    ].join('\n'),
};

function partyWords(trip: Trip): string {
  const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  const little = children(trip) === 0 ? '' : `, ${some(children(trip), 'child', 'children')}`;
  return some(adults(trip), 'adult', 'adults') + little;
}

/** What is known of the trip; empty where nothing is. */
function tripWords(trip: Trip): string {
  const complete = trip.from !== undefined && trip.to !== undefined && trip.date !== undefined;
  const route =
    trip.from !== undefined && trip.to !== undefined
      ? `${placeEn(trip.from)} → ${placeEn(trip.to)}`
      : trip.from !== undefined
        ? `from ${placeEn(trip.from)}`
        : trip.to !== undefined
          ? `to ${placeEn(trip.to)}`
          : undefined;
  const limit = maxPrice(trip);
  return [
    route,
    trip.date === undefined ? undefined : dayEn(trip.date),
    trip.returnDate === undefined
      ? trip.wantsReturn
        ? 'round trip'
        : complete
          ? 'one way'
          : undefined
      : `back ${dayEn(trip.returnDate)}`,
    complete || trip.adults !== undefined || trip.children !== undefined ? partyWords(trip) : undefined,
    trip.cabin !== undefined || complete
      ? trip.cabin === 'premium'
        ? 'premium economy'
        : (trip.cabin ?? 'economy')
      : undefined,
    trip.direct ? 'direct' : undefined,
    trip.departAfter !== undefined || trip.departBefore !== undefined
      ? `leaving ${trip.departAfter ?? '00:00'}–${trip.departBefore ?? '23:59'}`
      : undefined,
    limit === undefined ? undefined : `at most ${money(limit, currencyOf(trip))} in total`,
    trip.airline === undefined ? undefined : `only ${trip.airline}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function offerWords(offer: FlightOffer, currency: string): string {
  return `number ${offer.position}, ${offer.airline} ${offer.flights.join('+')} (${offer.departs} to ${offer.arrives}${offer.dayOffset}, ${offer.direct ? 'direct' : 'one stop'}, ${money(offer.total, currency)})`;
}

function searchFailed(failure: Failure, trip: Trip, proposal: Proposal | undefined): string {
  const remedies = readRemedies(failure);
  if (failure.kind === 'unknown-city') return unknownCity(failure, remedies, proposal);
  if (failure.kind !== 'no-flights') return `I found no flights. ${usage(failure)}`;
  const reasons = [
    remedies.noDirect ? 'there is no direct flight that day' : undefined,
    remedies.cheapest === undefined
      ? undefined
      : `the cheapest that day is ${printedMoney(remedies.cheapest)} in total`,
    remedies.airlines.length === 0
      ? undefined
      : `the airlines that fly it that day are ${remedies.airlines.join(', ')}`,
    remedies.departures.length === 0
      ? undefined
      : `departures that day are at ${nearTimes(remedies.departures, trip).join(', ')}`,
    remedies.noSeats
      ? 'there are not enough seats left in that cabin; another cabin, another day or fewer passengers may work'
      : undefined,
    remedies.noneBack ? 'there are flights out, but none back on that day' : undefined,
    remedies.days.length === 0 ? undefined : `days near it with flights are ${remedies.days.map(dayEn).join(', ')}`,
    remedies.noRoute
      ? 'no airline sells this route; a larger city near either end, or two separate trips, may work'
      : undefined,
  ].filter((reason) => reason !== undefined);
  const when = trip.date === undefined ? '' : ` on ${dayEn(trip.date)}`;
  return `I found no flights from ${trip.from?.en ?? ''} to ${trip.to?.en ?? ''}${when} that fit${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}. ${question(proposal)}`;
}

function unknownCity(failure: Failure, remedies: Remedies, proposal: Proposal | undefined): string {
  const city = /'(.+)'/.exec(failure.message)?.[1] ?? '';
  const names = remedies.cities
    .map((near) => `${near.place.en}${near.km === undefined ? '' : ` (${near.km.toLocaleString('en-US')} km)`}`)
    .join(', ');
  if (remedies.because === 'country') return `${city} is a country: please choose a city. I can book ${names}.`;
  if (remedies.because === 'near')
    return `${city} is not among the cities I can book. The nearest that are: ${names}. ${question(proposal)}`;
  if (names !== '') return `I do not know a city called “${city}”. Did you mean ${names}? ${question(proposal)}`;
  return `I do not know a city called “${city}”, and it is not among the supported ones. Please name another, or ask “which cities are supported?”.`;
}

function question(proposal: Proposal | undefined): string {
  switch (proposal?.kind) {
    case 'city':
      return `Shall I search ${(proposal.end === 'from' ? proposal.trip.from : proposal.trip.to)?.en ?? ''} instead?`;
    case 'day':
      return `Shall I search ${dayEn(proposal.trip.date ?? '')} instead?`;
    case 'stops':
      return 'Shall I search again with one stop allowed?';
    case 'price':
      return 'Shall I search again without the price limit?';
    case 'time':
      return 'Shall I search again for any time of day?';
    case 'airline':
      return 'Shall I search again with any airline?';
    case undefined:
      return 'Please try another date, city or condition.';
  }
}

/** Errors about values, in words; one that is not known here is quoted. */
function usage({ message }: Failure): string {
  const rules: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
    [
      /^Date (\S+) is in the past \(today is (\S+)\)/,
      (m) => `${dayEn(m[1] ?? '')} is in the past (today is ${dayEn(m[2] ?? '')}): please choose another day.`,
    ],
    [
      /^Date (\S+) is too far ahead.*up to (\d+) days, until (\S+)/,
      (m) =>
        `${dayEn(m[1] ?? '')} is too far ahead: flights are sold up to ${m[2]} days ahead, until ${dayEn(m[3] ?? '')}.`,
    ],
    [
      /^Return date (\S+) is before the departure date (\S+)/,
      (m) =>
        `The return on ${dayEn(m[1] ?? '')} is before the departure on ${dayEn(m[2] ?? '')}: which of the two should change?`,
    ],
    [/^At least 1 passenger/, () => 'At least one passenger is needed: how many are travelling?'],
    [
      /^Too many passengers: (\d+) given, at most (\d+)/,
      (m) => `One booking holds at most ${m[2]} passengers, and you said ${m[1]}: please split the group.`,
    ],
    [/^Children cannot travel without/, () => 'Children cannot travel without an adult: please add one.'],
    [
      /^Too many children.*at most (\d+)/,
      (m) => `There can be at most ${m[1]} children for each adult: please add an adult or split the group.`,
    ],
    [
      /^Origin and destination are the same city/,
      () => 'You would leave from and arrive in the same city: where would you like to go?',
    ],
    [
      /^Invalid passenger name '(.+)'/,
      (m) => `“${m[1]}” cannot stand on a ticket: please give the name as in the travel document, letters only.`,
    ],
    [/^Passenger '(.+)' is named twice/, (m) => `${m[1]} is named twice: are these two people?`],
    [
      /^The offer is for/,
      () =>
        'The number of names differs from the number of passengers searched for: please give the names or the number again.',
    ],
    [/^Key '.+' was already used for another booking \((\w+)\)/, (m) => `The same booking exists already (${m[1]}).`],
    [
      /^Booking (\w+) cannot be cancelled: it has departed/,
      (m) => `Booking ${m[1]} cannot be cancelled, as its flight has left.`,
    ],
    [/^Unknown airline/, () => 'No flights of that airline are sold here.'],
  ];
  for (const [pattern, words] of rules) {
    const match = pattern.exec(message);
    if (match !== null) return words(match);
  }
  return `The script says: ${message}${/[.!?]$/.test(message) ? '' : '.'}`;
}

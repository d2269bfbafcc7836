/** What went wrong, in English, with what would have worked. */
import type { Proposal } from '../dialogue/proposal.ts';
import { type Remedies, readRemedies } from '../dialogue/remedies.ts';
import type { Failure, Trip } from '../dialogue/state.ts';
import { dayEn, nearTimes, placeEn, printedMoney } from './format.ts';

export function searchFailed(failure: Failure, trip: Trip, proposal: Proposal | undefined): string {
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
  return `I found no flights from ${trip.from === undefined ? '' : placeEn(trip.from)} to ${trip.to === undefined ? '' : placeEn(trip.to)}${when} that fit${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}. ${question(proposal)}`;
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
    case 'airports':
      return `Shall I search all airports of ${proposal.trip[proposal.end]?.en ?? ''}?`;
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
export function usage({ message }: Failure): string {
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

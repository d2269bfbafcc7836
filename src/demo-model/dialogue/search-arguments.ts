/** A trip as arguments of `search_flights.py`, and what is still missing for that. */
import type { Language } from '../language.ts';
import { quoteWord } from '../request/shell-words.ts';
import { type Place, placeNamed } from '../understand/cities.ts';
import type { Trip } from './state.ts';

export type Missing = 'from' | 'to' | 'date' | 'return';

export function missingOf(trip: Trip): Missing[] {
  return [
    ...(trip.from === undefined ? ['from' as const] : []),
    ...(trip.to === undefined ? ['to' as const] : []),
    ...(trip.date === undefined ? ['date' as const] : []),
    ...(trip.wantsReturn && trip.returnDate === undefined ? ['return' as const] : []),
  ];
}

/** Without the language: the same search in another language is the same search. */
export function searchArguments(trip: Trip): string[] | undefined {
  if (trip.from === undefined || trip.to === undefined || trip.date === undefined) return undefined;
  const option = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [name, String(value)];
  return [
    ...option('--from', trip.from.query),
    ...option('--to', trip.to.query),
    ...option('--date', trip.date),
    ...option('--return', trip.wantsReturn === false ? undefined : trip.returnDate),
    ...option('--adults', adults(trip) === 1 ? undefined : adults(trip)),
    ...option('--children', children(trip) === 0 ? undefined : children(trip)),
    ...option('--cabin', trip.cabin === 'economy' ? undefined : trip.cabin),
    ...option('--currency', currencyOf(trip) === 'CNY' ? undefined : currencyOf(trip)),
    ...option('--max-price', maxPrice(trip)),
    ...option('--depart-after', trip.departAfter),
    ...option('--depart-before', trip.departBefore),
    ...(trip.direct ? ['--direct'] : []),
    ...option('--airline', trip.airline),
    ...option('--sort', trip.sort === 'price' ? undefined : trip.sort),
    ...option('--limit', trip.limit),
  ];
}

/** What a past search says of the trip. */
export function tripOf(argv: readonly string[]): Trip {
  const after = (name: string) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const place = (name: string) => {
    const query = after(name);
    return query === undefined ? undefined : (placeNamed(query) ?? { query, en: query, zh: query });
  };
  const [from, to, date, returnDate] = [place('--from'), place('--to'), after('--date'), after('--return')];
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(date === undefined ? {} : { date }),
    ...(returnDate === undefined ? {} : { returnDate, wantsReturn: true }),
    ...(after('--adults') === undefined ? {} : { adults: Number(after('--adults')) }),
    ...(after('--children') === undefined ? {} : { children: Number(after('--children')) }),
  };
}

export function commandLine(argv: readonly string[]): string {
  return argv.map(quoteWord).join(' ');
}

/** Equal for searches that ask the same of the same script, in whichever language. */
export function searchKey(argv: readonly string[]): string {
  const language = argv.indexOf('--lang');
  const asked = language < 0 ? argv : [...argv.slice(0, language), ...argv.slice(language + 2)];
  return commandLine(withPlaces(asked, (place) => place.query));
}

/** Cities by the names that the person reads while it runs; an airport by its code. */
export function inLanguage(argv: readonly string[], language: Language): string[] {
  const named = withPlaces(argv, (place) => (language === 'zh' && place.query === place.en ? place.zh : place.query));
  return [...named, ...languageOption(language)];
}

function withPlaces(argv: readonly string[], nameOf: (place: Place) => string): string[] {
  return argv.map((word, index) => {
    const option = argv[index - 1];
    const place = option === '--from' || option === '--to' ? placeNamed(word) : undefined;
    return place === undefined ? word : nameOf(place);
  });
}

export function languageOption(language: Language): string[] {
  return language === 'zh' ? ['--lang', 'zh'] : [];
}

export function adults(trip: Trip): number {
  return trip.adults ?? 1;
}

export function children(trip: Trip): number {
  return trip.children ?? 0;
}

export function currencyOf(trip: Trip): 'CNY' | 'USD' {
  return trip.currency ?? trip.homeCurrency ?? 'CNY';
}

/** For the whole party, as the script takes it. */
export function maxPrice(trip: Trip): number | undefined {
  if (trip.maxPrice === undefined) return undefined;
  return trip.perPerson ? trip.maxPrice * (adults(trip) + children(trip)) : trip.maxPrice;
}

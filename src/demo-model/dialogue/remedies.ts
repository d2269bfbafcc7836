/** What the script says would have worked, read from the lines below its error. */

import type { Day } from '../understand/calendar.ts';
import { findPlaces, type Place } from '../understand/cities.ts';
import type { Failure } from './state.ts';

interface NearCity {
  readonly place: Place;
  readonly km: number | undefined;
}

export interface Remedies {
  readonly cities: readonly NearCity[];
  /** How the cities are meant. */
  readonly because: 'similar' | 'near' | 'country' | undefined;
  readonly days: readonly Day[];
  /** The least that the whole party would pay, as printed: `CNY 1,820`. */
  readonly cheapest: string | undefined;
  readonly noDirect: boolean;
  readonly airlines: readonly string[];
  readonly departures: readonly string[];
  readonly noSeats: boolean;
  readonly noneBack: boolean;
  readonly noRoute: boolean;
}

export function readRemedies(failure: Failure): Remedies {
  const text = failure.remedies.join('\n');
  const list = (pattern: RegExp) => (pattern.exec(text)?.[1] ?? '').split(', ').filter((one) => one !== '');
  return {
    cities: cities(text),
    because: /That is a country/.test(text)
      ? 'country'
      : /is not served/.test(text)
        ? 'near'
        : /Did you mean/.test(text)
          ? 'similar'
          : undefined,
    days: list(/Days near it with flights: ([\d, -]+)\./),
    cheapest: /The cheapest costs ([A-Z]{3} [\d,.]*\d)/.exec(text)?.[1],
    noDirect: /no direct flight/i.test(text),
    airlines: list(/Airlines that do: ([A-Z\d, ]+)\./),
    departures: list(/Departures that day: ([\d:, ]+)\./),
    noSeats: /seats left in/.test(text),
    noneBack: /none back on/.test(text),
    noRoute: /No airline in the timetable sells this route/.test(text),
  };
}

/** `Los Angeles 洛杉矶 (LAX), 540 km` */
function cities(text: string): NearCity[] {
  const found = text.matchAll(/([A-Z][\p{L}'. -]*?) (\p{Script=Han}+) \(([A-Z/]{3,})\)(?:, ([\d,]+) km)?/gu);
  return [...found].flatMap((match) => {
    // "Did you mean Los Angeles": the name is the end of the words before the Chinese one.
    const place = findPlaces(match[2] ?? '')[0]?.place;
    const km = match[4] === undefined ? undefined : Number(match[4].replace(/,/g, ''));
    return place === undefined ? [] : [{ place, km }];
  });
}

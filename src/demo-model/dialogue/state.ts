/** What the messages add up to: the trip wished for, what the scripts said, what was done. Rebuilt for every request. */
import type { Language } from '../language.ts';
import type { FailureKind } from '../request/script-run.ts';
import type { Day } from '../understand/calendar.ts';
import type { Choice } from '../understand/choice.ts';
import type { Place } from '../understand/cities.ts';
import type { Aim } from '../understand/intent.ts';
import type { Passenger } from '../understand/names.ts';
import type { Cabin, Currency } from '../understand/wishes.ts';
import type { OfferList } from './offers.ts';

export interface Trip {
  readonly from?: Place;
  readonly to?: Place;
  readonly date?: Day;
  readonly returnDate?: Day;
  /** Of a month or another time that was named without a day: the first it may be. */
  readonly notBefore?: Day;
  /** Whether a way back is wanted, where it was said. */
  readonly wantsReturn?: boolean;
  readonly adults?: number;
  readonly children?: number;
  readonly cabin?: Cabin;
  /** As said. */
  readonly currency?: Currency;
  /** What prices are shown in where nothing is said: by the language, and by where the trip starts. */
  readonly homeCurrency?: Currency;
  readonly maxPrice?: number;
  /** The limit was said for one traveller: the script takes it for all. */
  readonly perPerson?: boolean;
  readonly departAfter?: string;
  readonly departBefore?: string;
  readonly direct?: boolean;
  readonly airline?: string;
  readonly sort?: 'price' | 'duration' | 'departure';
  /** How many flights to show, where more than usual were asked for. */
  readonly limit?: number;
}

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly remedies: readonly string[];
}

interface Search {
  /** The script's arguments as one text: equal for equal searches. */
  readonly key: string;
  readonly result: OfferList | Failure;
  readonly turn: number;
  /** How many attempts at booking there had been: one that failed on its price makes the result stale. */
  readonly attemptsBefore: number;
}

/** What the script printed of a booking, in its own words. */
export interface Receipt {
  readonly reference: string;
  /** One line a flight. */
  readonly flights: readonly string[];
  readonly total: string | undefined;
  readonly files: readonly string[];
}

export interface BookingAttempt {
  readonly offerId: string;
  readonly turn: number;
  readonly outcome:
    | { readonly kind: 'booked'; readonly receipt: Receipt }
    | { readonly kind: 'declined' }
    | { readonly kind: 'unasked' }
    | { readonly kind: 'not-run'; readonly message: string }
    | ({ readonly kind: 'failed' } & { readonly failure: Failure });
}

export interface BookingSeen {
  readonly reference: string;
  readonly status: 'confirmed' | 'cancelled';
  /** Its line of the list, in which a city or a flight is recognised. */
  readonly line: string;
}

export type Awaiting = 'route' | 'date' | 'return' | 'choice' | 'names' | 'consent' | 'which-booking' | undefined;

/** What the latest message brought. */
export interface Heard {
  readonly aim: Aim;
  /** What had been asked before it. */
  readonly awaiting: Awaiting;
  /** The trip is another one than before. */
  readonly changed: boolean;
  readonly chose: boolean;
  readonly named: boolean;
  /** It names days that only mean something once today is known. */
  readonly needsToday: boolean;
  /** Asks for the same search anew. */
  readonly again: boolean;
  readonly flights: boolean;
  /** Wants to pay less than what is shown, and changes nothing of the trip. */
  readonly cheaper: boolean;
  /** Speaks of money that the timetable does not count in. */
  readonly foreignMoney: boolean;
  /** A day was named that no calendar has: as it was said. */
  readonly noSuchDay: string | undefined;
  /** A day that has passed: as it was said. */
  readonly pastDay: string | undefined;
  /** Parts of the message that nothing was made of. */
  readonly leftOver: readonly string[];
}

export interface DialogueState {
  /** Index of the turn that is being looked at. */
  readonly turn: number;
  readonly language: Language;
  readonly today: Day | undefined;
  /** `HH:MM`, as the clock's script said it. */
  readonly time: string | undefined;
  /** The turn in which `today` was told. */
  readonly todayTurn: number;
  readonly trip: Trip;
  /** A flight is being arranged: asked for, and neither booked nor given up. */
  readonly arranging: boolean;
  /** Which flight of a result: wished before the result was there, or an offer's id. */
  readonly wish: Choice | undefined;
  readonly chosen: string | undefined;
  readonly passengers: readonly Passenger[];
  readonly contact: string | undefined;
  readonly search: Search | undefined;
  readonly attempts: readonly BookingAttempt[];
  /** What a "yes" makes of the trip, where a cheaper day was offered. */
  readonly proposed: Trip | undefined;
  /** Every booking seen, the latest list's order. */
  readonly bookings: readonly BookingSeen[];
  /** A cancelling was asked for without saying of which. */
  readonly cancelling: boolean;
  readonly heard: Heard;
}

export const EMPTY_HEARD: Heard = {
  aim: { kind: 'open' },
  awaiting: undefined,
  changed: false,
  chose: false,
  named: false,
  needsToday: false,
  again: false,
  flights: false,
  cheaper: false,
  foreignMoney: false,
  noSuchDay: undefined,
  pastDay: undefined,
  leftOver: [],
};

export const EMPTY_STATE: DialogueState = {
  turn: -1,
  language: 'en',
  today: undefined,
  time: undefined,
  todayTurn: -1,
  trip: {},
  arranging: false,
  wish: undefined,
  chosen: undefined,
  passengers: [],
  contact: undefined,
  search: undefined,
  attempts: [],
  proposed: undefined,
  bookings: [],
  cancelling: false,
  heard: EMPTY_HEARD,
};

export function isFailure(result: OfferList | Failure): result is Failure {
  return 'kind' in result;
}

/** The facts of a trip, and the phrases that state them. */
import type { Day } from './calendar.ts';
import type { Place } from './cities.ts';
import type { PartyWord } from './people.ts';

export type Cabin = 'economy' | 'premium' | 'business' | 'first';

/** Questions that the form does not force: who flies is never guessed. */
export type Open = 'adults' | 'infants';

export interface FlownLeg {
  readonly from: Place;
  readonly to: Place;
  readonly date: Day;
}

export interface Facts {
  readonly from?: Place;
  readonly to?: Place;
  readonly date?: Day;
  readonly returnDate?: Day;
  /** `YYYY-MM`: the cheapest day of it, in place of a date. */
  readonly cheapestOf?: string;
  /** Away, with `cheapestOf`. */
  readonly nights?: number;
  /** Several cities in a row; `from`, `to` and `date` are then those of the first and the last. */
  readonly legs?: readonly FlownLeg[];
  /** True if a way back is wanted; undefined where nothing was said. */
  readonly wantsReturn?: boolean;
  readonly adults?: number;
  readonly children?: number;
  readonly infantsLap?: number;
  readonly infantsSeat?: number;
  /** Children's ages, in the form's format. */
  readonly ages?: string;
  readonly cabin?: Cabin;
  readonly direct?: boolean;
  /** `HH:MM`, local to where it happens. */
  readonly departAfter?: string;
  readonly departBefore?: string;
  readonly arriveAfter?: string;
  readonly arriveBefore?: string;
  /** Codes. */
  readonly airlines?: readonly string[];
  readonly notAirlines?: readonly string[];
  readonly notAirports?: readonly string[];
  readonly maxStops?: number;
  /** Minutes. */
  readonly minConnection?: number;
  readonly maxConnection?: number;
  /** Checked, for each traveller. */
  readonly bags?: number;
  /** For all, in `currency`. */
  readonly maxPrice?: number;
  readonly currency?: string;
  /** Days earlier or later. */
  readonly flex?: number;
  readonly open?: readonly Open[];
}

/** A way back that is counted from the day of departure. */
interface Later {
  readonly days?: number;
  readonly dateOfMonth?: number;
}

export interface Said {
  readonly slot: keyof Facts | 'party';
  /** Undefined where it is unclear. */
  readonly value: Facts[keyof Facts] | PartyWord | undefined;
  readonly text: string;
  readonly index: number;
  readonly loose?: boolean;
  readonly relative?: boolean;
  readonly weekday?: number | undefined;
  readonly later?: Later;
  /** True for a number of bags for each traveller. */
  readonly each?: boolean;
  /** A place that is not on the list. */
  readonly guessed?: boolean;
}

type Read = (match: readonly (string | undefined)[], today: Day | undefined) => Omit<Said, 'text' | 'index'>[];
export interface Reader {
  readonly pattern: RegExp;
  readonly read: Read;
}

/** Marks where a phrase was removed. */
export const TAKEN = '\u0001';

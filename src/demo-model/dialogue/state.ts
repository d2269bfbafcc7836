/** The state after all messages: the trip wished for, script results, completed steps. Rebuilt for every request. */

import type { Passenger } from '../form-answer.ts';
import type { Language } from '../language.ts';
import type { Failure, RunOutcome } from '../script-run.ts';
import type { Day } from '../understand/calendar.ts';
import type { Choice } from '../understand/choice.ts';
import type { Aim } from '../understand/intent.ts';
import type { Facts } from '../understand/places.ts';
import type { OfferList } from './offers.ts';

export interface Trip extends Facts {
  /** Number of flights to show, where more than usual were asked for. */
  readonly limit?: number;
  /** Flights out of a round trip that were chosen: its list shows the ways back. */
  readonly outbound?: readonly string[];
  /** Conditions that are dropped where no flight meets them. */
  readonly rather?: readonly string[];
}

interface Search {
  /** The script's arguments as one text: equal for equal searches. */
  readonly key: string;
  readonly result: OfferList | Failure;
  readonly turn: number;
  /** Attempts at booking so far: one that failed on its price makes the result stale. */
  readonly attemptsBefore: number;
}

/** The script's own words about a booking. */
export interface Receipt {
  readonly reference: string;
  /** One line a flight. */
  readonly flights: readonly string[];
  readonly total: string | undefined;
  readonly files: readonly string[];
}

export interface BookingAttempt {
  readonly turn: number;
  readonly outcome: { readonly kind: 'booked'; readonly receipt: Receipt } | Exclude<RunOutcome, { kind: 'done' }>;
}

export interface BookingSeen {
  readonly reference: string;
  readonly status: 'confirmed' | 'cancelled';
  /** Its line of the list, in which a city is recognised. */
  readonly line: string;
}

export type Awaiting = 'trip' | 'return' | 'choice' | 'names' | 'consent' | 'which-booking' | undefined;

/** Facts of the latest message. */
export interface Heard {
  readonly aim: Aim;
  /** The question before it. */
  readonly awaiting: Awaiting;
  /** It is about the flight being arranged, or begins one. */
  readonly concerns: boolean;
  readonly changed: boolean;
  readonly chose: boolean;
  readonly named: boolean;
  /** It names days that only mean something once today is known. */
  readonly needsToday: boolean;
  /** Parts of the message that nothing was made of. */
  readonly leftOver: readonly string[];
  /** Fields of the form that were said in a way with two readings. */
  readonly unclear: readonly string[];
  /** The readings of a day that has two. */
  readonly readings: readonly Day[];
  /** It asks for a word when the price changes. */
  readonly watches: boolean;
  /** It asks for the same search once more. */
  readonly again: boolean;
  /** Ids of the offers that were asked about, with a blank between them. */
  readonly about?: string;
  /** The facts of a message that says to which days a booking moves. */
  readonly said?: Facts;
}

export interface DialogueState {
  /** Index of the turn that is being looked at. */
  readonly turn: number;
  readonly language: Language;
  readonly today: Day | undefined;
  /** The turn in which the model learned `today`. */
  readonly todayTurn: number;
  readonly trip: Trip;
  /** A flight is being arranged: asked for, and neither booked nor given up. */
  readonly arranging: boolean;
  readonly choice: Choice | undefined;
  readonly passengers: readonly Passenger[];
  readonly contact: string | undefined;
  readonly search: Search | undefined;
  readonly attempts: readonly BookingAttempt[];
  /** Every booking seen, the latest list's order. */
  readonly bookings: readonly BookingSeen[];
  /** A cancelling was asked for without saying of which. */
  readonly cancelling: boolean;
  /** The booking that the trip being arranged takes the place of. */
  readonly changing: string | undefined;
  readonly heard: Heard;
}

export const EMPTY_HEARD: Heard = {
  aim: { kind: 'open' },
  awaiting: undefined,
  concerns: false,
  changed: false,
  chose: false,
  named: false,
  needsToday: false,
  leftOver: [],
  unclear: [],
  readings: [],
  watches: false,
  again: false,
};

export const EMPTY_STATE: DialogueState = {
  turn: -1,
  language: 'en',
  today: undefined,
  todayTurn: -1,
  trip: {},
  arranging: false,
  choice: undefined,
  passengers: [],
  contact: undefined,
  search: undefined,
  attempts: [],
  bookings: [],
  cancelling: false,
  changing: undefined,
  heard: EMPTY_HEARD,
};

/** Everything that this model can say. One implementation a language, so that neither can forget a sentence. */
import type { FlightOffer, OfferList } from '../dialogue/offers.ts';
import type { BookingSeen, Receipt, Trip } from '../dialogue/state.ts';
import type { Missing } from '../dialogue/trip.ts';
import type { Failure } from '../request/script-run.ts';

export interface Words {
  readonly identity: string;
  readonly capabilities: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly farewell: string;
  /** Says that this model cannot do it, with the link that connects a real one. */
  readonly cannot: string;
  /** Before the question that is still open. */
  readonly notUnderstood: string;
  /** The same for a question about something else than flights. */
  readonly offTopic: string;
  /** Words that were said and not used. */
  leftOver(phrases: readonly string[]): string;
  readonly gaveUp: string;
  readonly declined: string;
  readonly unasked: string;
  readonly abandoned: string;
  readonly wontBook: string;
  /** Beside the card that says so itself. */
  readonly noBookings: string;
  readonly nothingToCancel: string;
  readonly nothingToChange: string;
  readonly cancelDeclined: string;
  readonly cancelUndecided: string;
  readonly noSkill: string;
  readonly noRunTool: string;
  readonly noUnloadTool: string;
  readonly noLoadTool: string;
  noScript(script: string, skill: string): string;
  loadFailed(skill: string, message: string): string;
  scriptFailed(script: string, message: string): string;
  notRun(message: string): string;
  cannotFollow(skill: string): string;
  skills(list: readonly { id: string; description: string }[]): string;
  skillLoaded(skill: string): string;
  skillUnloaded(skill: string): string;
  skillNotLoaded(skill: string): string;
  skillUnknown(skill: string, known: readonly string[]): string;
  referenceLoaded(path: string): string;
  referenceUnknown(path: string, known: readonly string[]): string;
  time(today: string, time: string | undefined): string;
  ask(missing: readonly Missing[], trip: Trip): string;
  /** Asks whether to search for the trip as understood. */
  askCheck(trip: Trip): string;
  /** @param isChange of a booking: who flies is known. */
  offers(list: OfferList, trip: Trip, isChange?: boolean): string;
  chosen(offer: FlightOffer, currency: string): string;
  /** @param given names so far. */
  askNames(trip: Trip, given: number): string;
  /** Before the question for the names, where Chinese ones were given for a flight abroad. */
  readonly latinNames: string;
  readonly askChoice: string;
  askConsent(offer: FlightOffer, currency: string): string;
  noSuchOffer(shown: number): string;
  booked(receipt: Receipt): string;
  priceChanged(was: string, now: string): string;
  readonly soldOut: string;
  bookingFailed(failure: Failure): string;
  searchFailed(failure: Failure, trip: Trip): string;
  /** Failure of a booking. */
  failed(failure: Failure): string;
  bookings(list: readonly BookingSeen[]): string;
  whichBooking(list: readonly BookingSeen[]): string;
  whichToChange(list: readonly BookingSeen[]): string;
  shown(reference: string): string;
  cancelled(reference: string, refund: string | undefined): string;
  /** @param receipt the booking as it is now. */
  changed(receipt: Receipt): string;
  readonly changeUndecided: string;
  notChanged(failure: Failure): string;
  cannotChange(reference: string): string;
  askChange(offer: FlightOffer, currency: string): string;
  alreadyCancelled(reference: string): string;
  bookingNotFound(reference: string): string;
  /** @param facts Markdown from the reference. */
  topic(facts: string): string;
  readonly topicUnknown: string;
  summary(trip: Trip, bookings: readonly BookingSeen[], lastMessage: string): string;
}

export const CONNECT_MODEL = 'skilldeck://settings/model';

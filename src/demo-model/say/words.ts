/** Everything that this model can say. One implementation a language, so that neither can forget a sentence. */
import type { FlightOffer, OfferList } from '../dialogue/offers.ts';
import type { Proposal } from '../dialogue/proposal.ts';
import type { Missing } from '../dialogue/search-arguments.ts';
import type { BookingSeen, Failure, Receipt, Trip } from '../dialogue/state.ts';
import type { Topic } from '../understand/topics.ts';

export interface Words {
  readonly identity: string;
  readonly capabilities: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly farewell: string;
  readonly pleasantry: string;
  /** What this model cannot do, with the link that connects a real one. */
  readonly cannot: string;
  /** Before the question that still stands. */
  readonly notUnderstood: string;
  readonly onlyTwoCurrencies: string;
  /** @param said a day that no calendar has, as the person put it. */
  pastDay(said: string, today: string | undefined): string;
  leftOver(phrases: readonly string[]): string;
  noSuchDay(said: string): string;
  readonly gaveUp: string;
  readonly declined: string;
  readonly unasked: string;
  readonly abandoned: string;
  readonly wontBook: string;
  /** Beside the card that says so itself. */
  readonly noBookings: string;
  readonly nothingToCancel: string;
  readonly cancelDeclined: string;
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
  ranScript(script: string, output: string): string;
  time(today: string, time: string | undefined): string;
  ask(missing: readonly Missing[], trip: Trip): string;
  offers(list: OfferList, trip: Trip): string;
  /** Nothing costs less on that day; `other` is the trip on another. */
  cheapest(list: OfferList, trip: Trip, other: Trip): string;
  chosen(offer: FlightOffer, currency: string): string;
  askNames(trip: Trip, known: readonly { name: string; type: 'adult' | 'child' }[]): string;
  readonly askChoice: string;
  noted(passengers: readonly { name: string; type: 'adult' | 'child' }[]): string;
  askConsent(offer: FlightOffer, currency: string): string;
  noSuchOffer(shown: number): string;
  booked(receipt: Receipt): string;
  priceChanged(was: string, now: string): string;
  soldOut(message: string): string;
  bookingFailed(failure: Failure): string;
  searchFailed(failure: Failure, trip: Trip, proposal: Proposal | undefined): string;
  bookings(list: readonly BookingSeen[]): string;
  whichBooking(list: readonly BookingSeen[]): string;
  shown(reference: string): string;
  cancelled(reference: string, refund: string | undefined): string;
  alreadyCancelled(reference: string): string;
  bookingNotFound(reference: string): string;
  manageFailed(failure: Failure): string;
  /** @param facts Markdown from the reference; of the chosen flight its own baggage. */
  topic(topic: Topic, facts: string, chosen: FlightOffer | undefined): string;
  topicUnknown(topic: Topic): string;
  summary(trip: Trip, bookings: readonly BookingSeen[], lastMessage: string): string;
}

export const CONNECT_MODEL = 'skilldeck://settings/model';

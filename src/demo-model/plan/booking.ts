/** The one command that books, and what became of it. */
import { createHash } from 'node:crypto';
import { SCRIPTS } from '../dialogue/observe.ts';
import type { FlightOffer } from '../dialogue/offers.ts';
import type { BookingAttempt } from '../dialogue/state.ts';
import { currentOffers, languageOption } from '../dialogue/trip.ts';
import type { Failure } from '../script-run.ts';
import type { LoadedSkill } from '../skills.ts';
import type { Answer } from '../wire.ts';
import { type Desk, runScript, say } from './desk.ts';

export function attemptOfTurn({ state }: Desk): BookingAttempt | undefined {
  const last = state.attempts.at(-1);
  return last?.turn === state.turn ? last : undefined;
}

export function planBooking(desk: Desk, skill: LoadedSkill, offer: FlightOffer, currency: string): Answer {
  const { state } = desk;
  const passengers = state.passengers.flatMap((one) => ['--passenger', `${one.name}:${one.type}`]);
  return runScript(desk, skill, SCRIPTS.book, [
    '--offer',
    offer.id,
    ...passengers,
    '--expect-total',
    String(offer.total),
    '--currency',
    currency,
    '--key',
    bookingKey(desk, offer),
    ...(state.contact === undefined ? [] : ['--contact', state.contact]),
    ...languageOption(state.language),
  ]);
}

/** A booking that failed, after the reference was read and, where its price or seats were the reason, the search repeated. */
export function planFailedBooking(desk: Desk, failure: Failure): Answer {
  const { words, state } = desk;
  const list = currentOffers(state);
  switch (failure.kind) {
    case 'price-changed': {
      const [, was = '', now = ''] = /was (.+), now (.+)$/.exec(failure.message) ?? [];
      return say(words.priceChanged(was, now));
    }
    case 'unavailable':
      return say(`${words.soldOut}${list === undefined ? '' : `\n\n${words.offers(list, state.trip)}`}`);
    default:
      return say(words.bookingFailed(failure));
  }
}

/**
 * The same for a retry of the same booking, another for the next one: the session's own text (its workspace is named
 * in it), what is booked for whom, and how many bookings this conversation has made and cancelled.
 */
function bookingKey(desk: Desk, offer: FlightOffer): string {
  const { state } = desk;
  const made = state.attempts.filter((attempt) => attempt.outcome.kind === 'booked').length;
  const cancelled = state.bookings.filter((booking) => booking.status === 'cancelled').length;
  const parts = [
    desk.session,
    offer.id,
    state.contact ?? '',
    made,
    cancelled,
    ...state.passengers.map((one) => `${one.name}:${one.type}`),
  ];
  return `demo-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`;
}

/** Listing, showing and cancelling what is booked, and asking which one is to be changed. */
import { SCRIPTS } from '../dialogue/observe.ts';
import type { BookingSeen } from '../dialogue/state.ts';
import type { LoadedSkill } from '../skills.ts';
import { readPosition } from '../understand/choice.ts';
import { placesIn } from '../understand/places.ts';
import type { Answer } from '../wire.ts';
import { type Desk, lastRunOf, manage, needReference, needSkill, notRun, say } from './desk.ts';

export function planBookings(desk: Desk, skillId: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const { aim } = desk.state.heard;
  const action = aim.kind === 'bookings' ? aim.action : 'cancel';
  if (action === 'list') return list(desk, skill.ready);
  const reference = aim.kind === 'bookings' ? aim.reference : undefined;
  if (action === 'show')
    return reference === undefined ? list(desk, skill.ready) : act(desk, skill.ready, 'show', reference);
  if (action === 'refund')
    return reference === undefined ? list(desk, skill.ready) : quote(desk, skill.ready, reference);
  return action === 'change' ? askWhichToChange(desk, skill.ready) : cancel(desk, skill.ready, reference);
}

function list(desk: Desk, skill: LoadedSkill): Answer {
  const { noBookings, bookings } = desk.words;
  return ofBookings(desk, skill, (all) => (all.length === 0 ? noBookings : bookings(all)));
}

/** The answer names the booking and its new day, which is a whole wish. */
function askWhichToChange(desk: Desk, skill: LoadedSkill): Answer {
  const { nothingToChange, whichToChange } = desk.words;
  return ofBookings(desk, skill, (all) => {
    const confirmed = all.filter(({ status }) => status === 'confirmed');
    return confirmed.length === 0 ? nothingToChange : whichToChange(confirmed);
  });
}

/** Says something of the bookings as they are now. */
function ofBookings(desk: Desk, skill: LoadedSkill, words: (all: readonly BookingSeen[]) => string): Answer {
  const done = lastRunOf(desk, SCRIPTS.manage);
  if (done === undefined) return manage(desk, skill, ['list']);
  return done.outcome.kind === 'done' ? say(words(desk.state.bookings)) : failed(desk, skill);
}

/** Says how much comes back if the booking is cancelled; the script quotes it and changes nothing. */
function quote(desk: Desk, skill: LoadedSkill, reference: string): Answer {
  const done = lastRunOf(desk, SCRIPTS.manage);
  if (done === undefined) return manage(desk, skill, ['cancel', reference, '--quote']);
  if (done.outcome.kind !== 'done') return failed(desk, skill, reference);
  const line = (en: string, zh: string) =>
    new RegExp(`^(?:${en}: |${zh}：)(.+)$`, 'm').exec((done.outcome as { output: string }).output)?.[1]?.trim();
  return say(
    desk.words.refund(reference, line('Refund', '退款') ?? '', line('Fee', '退票费') ?? '', line('Why', '原因') ?? ''),
  );
}

function act(desk: Desk, skill: LoadedSkill, action: 'show' | 'cancel', reference: string): Answer {
  const done = lastRunOf(desk, SCRIPTS.manage);
  if (done === undefined || done.argv[0] !== action) return manage(desk, skill, [action, reference]);
  if (done.outcome.kind !== 'done') return failed(desk, skill, reference);
  if (action === 'show') return say(desk.words.shown(reference));
  const refund = /^(?:Refund: |退款：)(.+)$/m.exec(done.outcome.output)?.[1];
  return say(desk.words.cancelled(reference, refund));
}

/** Cancels a booking; without a reference, the list says which one is meant, where only one can be. */
function cancel(desk: Desk, skill: LoadedSkill, named: string | undefined): Answer {
  const { state, words } = desk;
  if (named !== undefined) return act(desk, skill, 'cancel', named);
  const runs = lastRunOf(desk, SCRIPTS.manage);
  if (runs?.argv[0] === 'cancel') return act(desk, skill, 'cancel', runs.argv[1] ?? '');
  // An answer to "which one?" points into the list that was shown; a new wish looks at the list as it is now.
  const answering = state.heard.awaiting === 'which-booking';
  if (!answering && runs === undefined) return manage(desk, skill, ['list']);
  if (runs !== undefined && runs.outcome.kind !== 'done') return failed(desk, skill);
  const confirmed = state.bookings.filter((booking) => booking.status === 'confirmed');
  if (confirmed.length === 0) return say(words.nothingToCancel);
  const meant = whichBooking(confirmed, desk.turn.user, answering);
  return meant === undefined ? say(words.whichBooking(confirmed)) : act(desk, skill, 'cancel', meant.reference);
}

/** Finds a booking by reference, number in the list, or city; the only one where nothing of that is said. */
function whichBooking(confirmed: readonly BookingSeen[], text: string, isAnswer: boolean): BookingSeen | undefined {
  const referred = confirmed.find((booking) => text.toUpperCase().includes(booking.reference));
  if (referred !== undefined) return referred;
  const position = readPosition(text);
  if (position !== undefined) return confirmed[position - 1];
  const there = confirmed.filter(({ line }) =>
    placesIn(text).some((place) => line.includes(place.zh) || line.includes(place.en)),
  );
  if (placesIn(text).length > 0) return there.length === 1 ? there[0] : undefined;
  return confirmed.length === 1 && !isAnswer ? confirmed[0] : undefined;
}

function failed(desk: Desk, skill: LoadedSkill, reference?: string): Answer {
  const { words } = desk;
  const outcome = lastRunOf(desk, SCRIPTS.manage)?.outcome;
  const stopped = outcome && notRun(desk, outcome, words.cancelDeclined, words.cancelUndecided);
  if (stopped !== undefined) return stopped;
  if (outcome?.kind !== 'failed') return say(words.gaveUp);
  const loaded = needReference(desk, skill, 'reference.md');
  if ('answer' in loaded) return loaded.answer;
  const { failure } = outcome;
  if (failure.kind === 'not-found' && reference !== undefined) return say(words.bookingNotFound(reference));
  if (/already cancelled/.test(failure.message) && reference !== undefined)
    return say(words.alreadyCancelled(reference));
  return say(words.failed(failure));
}

/** The material of a plan: everything read from one request, and the few steps that any plan is made of. */

import { createHash } from 'node:crypto';
import { SCRIPTS } from '../dialogue/observe.ts';
import type { FlightOffer } from '../dialogue/offers.ts';
import type { BookingAttempt, BookingSeen, DialogueState } from '../dialogue/state.ts';
import { currentOffers, languageOption } from '../dialogue/trip.ts';
import type { Words } from '../en.ts';
import { type Failure, firstLine, type RunOutcome, readScriptRun, type ScriptRun } from '../script-run.ts';
import {
  type CatalogSkill,
  type LoadedSkill,
  purposeOf,
  quoteWord,
  SEARCH,
  type SkillFolders,
  type SkillReference,
  scriptsBeside,
  type Toolbox,
} from '../skills.ts';
import { positionIn } from '../understand/choice.ts';
import { placesIn } from '../understand/places.ts';
import type { Answer, PlannedCall, ToolUse, Turn } from '../wire.ts';

export interface Desk {
  readonly state: DialogueState;
  /** Tells this session from another: the workspace section and the first message. */
  readonly session: string;
  readonly turn: Turn;
  /** All of them, that one too. */
  readonly turns: readonly Turn[];
  readonly toolbox: Toolbox;
  readonly catalog: readonly CatalogSkill[];
  readonly folders: SkillFolders;
  readonly loaded: readonly LoadedSkill[];
  readonly words: Words;
}

/** A step of a plan: what it was after, or the answer that has to come first. */
export type Step<T> = { readonly ready: T } | { readonly answer: Answer };

export const say = (text: string): Answer => ({ text });

/** The skill's instructions in the context, or the call that brings them there. */
export function needSkill(desk: Desk, id: string): Step<LoadedSkill> {
  const loaded = desk.loaded.find((skill) => skill.id === id);
  if (loaded !== undefined) return { ready: loaded };
  // In load mode `once` the instructions have gone again, and the commands run in this turn say where the scripts are.
  if (scriptRuns(desk).length > 0)
    return { ready: { id, instructions: '', scripts: [], references: [], loadedReferences: [] } };
  const call = desk.toolbox.call('load-skill', { skill: id, path: 'SKILL.md', ...fileOf(desk, id, 'SKILL.md') });
  if (call === undefined) return { answer: say(desk.words.noLoadTool) };
  const tried = desk.turn.uses.find((use) => isSameCall(use, call));
  if (tried !== undefined) return { answer: say(desk.words.loadFailed(id, firstLine(tried.result).slice(0, 300))) };
  return { answer: { text: '', call } };
}

/** The call that looks for a skill which the list has no room for; once a turn, and undefined where nothing is left out. */
export function searchSkills({ toolbox, turn }: Desk, query: string): Answer | undefined {
  const call = turn.uses.some(({ name }) => name === SEARCH) ? undefined : toolbox.search(query);
  return call === undefined ? undefined : { text: '', call };
}

/** A reference's text, or the call that loads it; ready with nothing where the skill has none, or it would not load. */
export function needReference(desk: Desk, skill: LoadedSkill, path: string): Step<SkillReference | undefined> {
  const loaded = skill.loadedReferences.find((reference) => reference.path === path);
  if (loaded !== undefined) return { ready: loaded };
  if (!skill.references.includes(path)) return { ready: undefined };
  const tried = desk.turn.uses.some((use) => {
    const purpose = purposeOf(use, desk.folders);
    return purpose.ability === 'load-reference' && purpose.path === path;
  });
  const call = tried
    ? undefined
    : desk.toolbox.call('load-reference', { skill: skill.id, path, ...fileOf(desk, skill.id, path) });
  return call === undefined ? { ready: undefined } : { answer: { text: '', call } };
}

/** The call that runs one of the skill's scripts by the command that its instructions print. */
export function runScript(desk: Desk, skill: LoadedSkill, script: string, argv: readonly string[], text = ''): Answer {
  const printed = skill.scripts.find((one) => one.file === script)?.run;
  const before = skill.scripts.length > 0 ? undefined : scriptRuns(desk)[0]?.command;
  const run = printed ?? (before === undefined ? undefined : scriptsBeside(before)(script));
  if (run === undefined) return say(desk.words.noScript(script, skill.id));
  const command = [run, ...argv.map(quoteWord)].join(' ');
  const call = desk.toolbox.call('run-command', { skill: skill.id, command });
  return call === undefined ? say(desk.words.noRunTool) : { text, call };
}

/** The scripts that this turn has run so far, in order. */
function scriptRuns(desk: Desk): ScriptRun[] {
  return desk.turn.uses.flatMap((use) => readScriptRun(use) ?? []);
}

export function lastRunOf(desk: Desk, script: string): ScriptRun | undefined {
  return scriptRuns(desk).findLast((run) => run.script === script);
}

/** Says why a script did not run; undefined where it ran. */
export function notRun({ words }: Desk, outcome: RunOutcome, declined: string, undecided?: string): Answer | undefined {
  switch (outcome.kind) {
    case 'declined':
      return say(declined);
    case 'undecided':
      return undecided === undefined ? undefined : say(undecided);
    case 'unasked':
      return say(words.unasked);
    case 'not-run':
      return say(words.notRun(outcome.message));
    default:
      return undefined;
  }
}

/** The clock's script has told no time. */
export function clockFailed({ words }: Desk, outcome: RunOutcome): Answer {
  const problem = outcome.kind === 'failed' ? outcome.failure : outcome;
  return say(words.scriptFailed(SCRIPTS.time, 'message' in problem ? problem.message : problem.kind));
}

/** Runs the script for bookings. */
export const manage = (desk: Desk, skill: LoadedSkill, argv: readonly string[]): Answer =>
  runScript(desk, skill, SCRIPTS.manage, [...argv, ...languageOption(desk.state.language)]);

/** Its absolute path, where the request says in which folder the skill is. */
function fileOf(desk: Desk, skill: string, path: string): { file?: string } {
  const file = desk.folders.file(skill, path);
  return file === undefined ? {} : { file };
}

export const isSameCall = (use: ToolUse, call: PlannedCall): boolean =>
  use.name === call.name && JSON.stringify(use.arguments) === JSON.stringify(call.arguments);

// Listing, showing and cancelling what is booked, and asking which one is to be changed.

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
  const position = positionIn(text);
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

// The one command that books, and what became of it.

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

/** The aim of a message, given what the conversation is about. */
import { findTopic, positionIn } from '../understand/choice.ts';
import type { FactsRead } from '../understand/facts.ts';
import {
  type Aim,
  findBookingAim,
  HESITATES,
  isAboutFlying,
  isQuestion,
  speaksOfFlights,
} from '../understand/intent.ts';
import { callsOf, readNames } from '../understand/names.ts';
import { placesIn } from '../understand/places.ts';
import { asksForBags, flightMeant } from './offers.ts';
import type { DialogueState } from './state.ts';
import { currentOffers } from './trip.ts';

/** The aim of a message, given the subject of the conversation. */
export function aimOf(
  found: Aim,
  text: string,
  before: DialogueState,
  { facts, bare }: FactsRead,
  isNamed: boolean,
): Aim {
  const isTrip = facts.from !== undefined && facts.to !== undefined;
  const confirmed = before.bookings.filter(({ status }) => status === 'confirmed');
  const isAfter = !before.arranging && confirmed.length > 0;
  const isOpen = ['open', 'topic', 'abandon', 'no'].includes(found.kind);
  if (isAfter && !isTrip && (isOpen || (found.kind === 'bookings' && found.reference === undefined))) {
    const isDay = Object.keys(facts).some((key) => MOVING.test(key)) && placesIn(text).length === 0;
    const wish = findBookingAim(text, isDay);
    // One of several on a booking cannot be cancelled alone.
    const isOfOne = before.passengers.length > 1 && isOfOnePassenger(text, before);
    if ((wish === 'cancel' || wish === 'change') && isOfOne) return { kind: 'topic', topic: 'names' };
    // The only booking is meant; of several, the one is asked for.
    const [only, ...others] = confirmed;
    const reference = others.length === 0 ? only?.reference : undefined;
    // A booking told by its city is looked for in the list.
    const isTold = found.kind === 'bookings' && (found.action === 'list' || placesIn(text).length > 0);
    if (isTold && wish !== 'refund') return found;
    if (wish === 'change' && reference !== undefined) return { kind: 'change', reference, rest: text };
    if (wish !== undefined)
      return { kind: 'bookings', action: wish, ...(reference === undefined ? {} : { reference }) };
  }
  if (found.kind === 'open' && before.arranging && confirmed.length > 0 && findBookingAim(text, false) === 'cancel')
    return { kind: 'bookings', action: 'cancel' };
  // 我要订票: a wish, where nothing was asked.
  if (found.kind === 'yes' && !before.arranging && speaksOfFlights(text)) return { kind: 'open' };
  const isAsked = isQuestion(text);
  if (isAsked && before.arranging && found.kind === 'open' && IF_CANCELLED.test(text))
    return { kind: 'topic', topic: 'fares' };
  const offers = currentOffers(before)?.offers ?? [];
  // "Which of these have a bag?" and "does the first include one?" are about the list.
  const isOfList =
    asksForBags(text) || (found.kind === 'topic' && found.topic === 'baggage' && positionIn(text) !== undefined);
  if (found.kind === 'topic' && offers.length > 0 && isOfList) return { kind: 'open' };
  const isAdding =
    isAfter &&
    /\badd\b.*\bto (?:it|the|my|our|this)\b|\b(?:(?:one|1) more|another|an extra) (?:seat|person|passenger)\b|[加添](?:进去|到|上|一)/i.test(
      text,
    );
  // "How early should we be at Heathrow?" is about the booking, and no new trip to Heathrow.
  const isOfAirports = !before.arranging && isAboutFlying(text);
  if (!isTrip && (isAdding || (isAsked && found.kind === 'open' && facts.date === undefined && isOfAirports)))
    return { kind: 'topic', topic: findTopic(text) ?? 'other' };
  if (isAfter && isAsked && !isTrip && facts.date === undefined && found.kind === 'topic') return found;
  const isName =
    isNamed || (before.passengers.length > 0 && before.arranging && !isAsked && readNames(text).names.length > 0);
  const isNewDay = before.arranging && (facts.date ?? facts.returnDate) !== undefined && CHANGES.test(text);
  const saysTrip = isTrip || isNewDay || (!isAsked && (facts.from ?? facts.to ?? facts.date) !== undefined);
  if (found.kind === 'topic' && (isName || saysTrip || (found.topic === 'names' && before.arranging)))
    return { kind: 'open' };
  // "Change my flight to Friday": the one that is being arranged.
  const isArranged = found.kind === 'bookings' && found.action === 'change' && before.arranging;
  const keys = Object.keys(facts);
  // "Let me ask my wife first" counts no one.
  const isOfRule =
    isAsked && before.arranging && keys.length > 0 && keys.every((key) => PARTY.test(key)) && RULE.test(text);
  if (isOfRule) return { kind: 'topic', topic: findTopic(text) ?? 'other' };
  const hasFacts = found.kind === 'no' ? keys.some((key) => key !== 'adults' && key !== 'open') : keys.length > 0;
  const takes = flightMeant(text, offers, {})?.asks === false;
  if (
    found.kind === 'open' &&
    before.arranging &&
    !hasFacts &&
    !isName &&
    !takes &&
    bare.length === 0 &&
    HESITATES.test(text)
  )
    return { kind: 'no' };
  const isPolite = ['capabilities', 'greeting', 'thanks', 'abandon', 'more'].includes(found.kind);
  const isFollowUp =
    before.arranging && hasFacts && (isPolite || found.kind === 'no' || (found.kind === 'topic' && !isAsked));
  const isOfTrip =
    isPolite ||
    found.kind === 'no' ||
    found.kind === 'identity' ||
    (found.kind === 'bookings' && found.reference === undefined);
  return isArranged || isFollowUp || (isTrip && isOfTrip) ? { kind: 'open' } : found;
}

/** "Cancel her ticket", "change Isha's flight". */
const isOfOnePassenger = (text: string, { passengers }: DialogueState): boolean =>
  !/\b(?:everything|all|both|whole)\b|全|都|整/i.test(text) &&
  (/\b(?:her|his) (?:ticket|flight|seat|booking)\b|[她他]的?(?:票|机票|座位)/i.test(text) ||
    passengers.some(({ name }) => callsOf(name).some((call) => text.includes(call))));

/** "One lap baby for each adult, is that the rule?" */
const RULE = /规定|规则|只能|必须|是吧|\b(?:rules?|allowed|per (?:adult|person|passenger))\b/i;
const PARTY = /^(?:adults|children|ages|infants\w+|babies|open)$/;

const CHANGES = /改|换|推|\b(?:chang|mov|switch|mak|instead|shift|com(?:e|ing) home)\w*\b/i;

/** Facts that move a booking. */
const MOVING = /^(?:date|returnDate|(?:return)?(?:depart|arrive)(?:After|Before))$/i;

/** The rules for refunds, asked before anything is booked. */
const IF_CANCELLED = /\bback\b.*\bcancel|\bcancel\w*\b.*\b(?:back|lose)\b|取消.*(?:退|扣)/i;

/**
 * Reads the trip of a message. A fact that was heard is kept; words that were not understood cost only themselves.
 * What has two readings is left open, and asked.
 */

import type { Day } from './calendar.ts';
import { readConditions } from './conditions.ts';
import { addUp, findParty } from './party.ts';
import type { Facts, Place } from './places.ts';
import { type Known, Reading, type Slots, TAKEN } from './reading.ts';
import { fromPinyin, normalise, respelt, withDigits } from './text.ts';
import { DAY, tokensOf } from './tokens.ts';
import { readDays } from './when.ts';
import { readPlaces } from './where.ts';

export interface FactsRead {
  readonly facts: Facts;
  /** Places without a role: an answer to a question, or a new goal. */
  readonly bare: readonly Place[];
  /** Words that nothing was made of, as said. */
  readonly leftOver: readonly string[];
  /** Fields of the form that stay empty because what was said of them has two readings. */
  readonly unclear: readonly string[];
  /** Two readings of a day. */
  readonly readings: readonly Day[];
  /** It names days that only mean something once today is known. */
  readonly needsToday: boolean;
  /** Facts that are wishes rather than conditions. */
  readonly rather: readonly string[];
}

/** @param today a real day; where it is not known yet, any day, and `needsToday` says so. */
export function readFacts(message: string, today: Day, known: Known = { trip: {} }): FactsRead {
  const normal = normalise(message);
  const pinyin = fromPinyin(normal);
  const tokens = tokensOf(withDigits(respelt(pinyin)), today);
  const slots: Slots = {};
  const unclear = new Set<string>();
  const rather: string[] = [];
  const reader = new Reading(tokens);
  readConditions(reader, slots, today, rather, known, unclear);
  const readings = readDays(reader, slots, unclear, today, known);
  const bare = readPlaces(reader, slots, unclear, known);
  const found = findParty(reader.text, TAKEN);
  const party = addUp(found, tokens.text, known.trip);
  reader.text = found.rest;
  const { open, ...people } = party;
  if (found.members.length === 0 && known.trip.open?.includes('adults')) {
    const bare = /^\s*(\d{1,2})\s*(?:个|of us|please)?[.!。]?\s*$/i.exec(tokens.text)?.[1];
    if (bare !== undefined) slots.adults = Number(bare);
  }
  Object.assign(slots, people);
  if (reader.isPriceEach && slots.maxPrice !== undefined) {
    const { adults = 1, children = 0, infantsSeat = 0 } = { ...known.trip, ...people };
    slots.maxPrice *= adults + children + infantsSeat;
  }
  if (open.length > 0) slots.open = open;
  for (const one of open)
    for (const name of one === 'infants' ? ['infantsLap', 'infantsSeat'] : [one]) unclear.add(name);
  return {
    facts: slots as Facts,
    bare,
    leftOver: reader.leftOver(),
    unclear: [...unclear],
    readings: slots.legs === undefined ? readings : [],
    needsToday: [...tokens.text.matchAll(new RegExp(DAY, 'g'))].some(
      ([sign]) => tokens.token(sign).day?.relative === true,
    ),
    rather,
  };
}

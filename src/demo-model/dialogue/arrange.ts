/** Puts the facts of a message into the trip that is known. */
import { defined } from '../../shared/defined.ts';
import { addDays, daysBetween } from '../understand/calendar.ts';
import type { Facts, Place } from '../understand/places.ts';
import type { DialogueState, Trip } from './state.ts';
import { searchArguments, searchKey, withCurrency, withNights, withoutReplaced, withoutReturnTimes } from './trip.ts';

const NTH = ['\\bfirst\\b|第[一1]', '\\bsecond\\b|第[二2]', '\\bthird\\b|第[三3]'];
/** Another day for one of several flights: the one that is named, the last for a return, else the first. */
export function ofOneLeg(facts: Facts, { legs, date: first }: Trip, text: string): Facts {
  const { date, returnDate: said, wantsReturn: _, ...others } = facts;
  if (legs === undefined || first === undefined || facts.legs !== undefined) return facts;
  if ((date ?? said) === undefined) return others;
  const last = legs.at(-1)?.date ?? first;
  const isLonger = /\blonger\b|多[待住玩呆]/i.test(text);
  const returnDate = said !== undefined && isLonger ? addDays(last, daysBetween(first, said)) : said;
  const nth = NTH.findIndex((words) => new RegExp(words, 'i').test(text));
  const isLast = returnDate !== undefined || /\blast\b|最后/i.test(text);
  const at = isLast ? legs.length - 1 : Math.max(0, nth);
  // "A day later" was counted from the first.
  const ahead =
    date === undefined || !/\blater\b|\bearlier\b|[早晚后]/i.test(text) ? undefined : daysBetween(first, date);
  const moved = legs.map((leg, n) =>
    n === at
      ? { ...leg, date: returnDate ?? (ahead === undefined ? (date ?? leg.date) : addDays(leg.date, ahead)) }
      : leg,
  );
  return { ...others, legs: moved, date: moved[0]?.date ?? first };
}

export function bareEnd(trip: Trip, place: Place | undefined, facts: Facts, replaces: boolean): Facts {
  if (place === undefined || (facts.from !== undefined && facts.to !== undefined)) return {};
  if (trip.from?.en === place.en) return { from: place };
  if (trip.to?.en === place.en) return { to: place };
  if (facts.to !== undefined) return { from: place };
  if (facts.from !== undefined) return { to: place };
  return trip.from === undefined && trip.to !== undefined && !replaces ? { from: place } : { to: place };
}

/** The facts of a message change the trip; the rest stays. Another way is another journey. */
export function withTrip(state: DialogueState, facts: Facts): DialogueState {
  const { from, to } = facts;
  const isNext = !state.arranging && state.attempts.at(-1)?.outcome.kind === 'booked';
  const isOther =
    from !== undefined && to !== undefined && (from.en !== state.trip.from?.en || to.en !== state.trip.to?.en);
  const { adults, children, cabin, currency } = state.trip;
  const isWhole = isOther && state.trip.from !== undefined && state.trip.to !== undefined;
  const last = state.trip.legs?.at(-1);
  if (
    !isNext &&
    facts.legs === undefined &&
    last !== undefined &&
    from?.en === last.to.en &&
    to !== undefined &&
    facts.date !== undefined
  ) {
    const { date: _date, from: _from, to: _to, returnDate: _return, wantsReturn: _wants, ...others } = facts;
    return withTrip(state, { ...others, legs: [...(state.trip.legs ?? []), { from, to, date: facts.date }] });
  }
  const kept: Trip = isNext
    ? {}
    : isWhole
      ? defined({ adults, children, cabin, currency, ...(facts.date === undefined ? { date: state.trip.date } : {}) })
      : state.trip;
  // Days either side were of the day before.
  const { open, outbound, flex, ...all } = kept;
  const before = withoutReplaced(facts.date === undefined && flex !== undefined ? { ...all, flex } : all, facts);
  const answered = (one: string) =>
    one === 'adults' ? facts.adults !== undefined : facts.infantsLap !== undefined || facts.infantsSeat !== undefined;
  const stillOpen = [
    ...new Set([
      ...(facts.open ?? []),
      ...(open ?? []).filter((one) => !answered(one) && !(one === 'adults' && facts.open?.includes('infants'))),
    ]),
  ];
  const { open: _open, ...said } = facts;
  const merged: Trip = withNights({
    ...before,
    ...said,
    ...(facts.returnDate === undefined && facts.nights === undefined ? {} : { wantsReturn: true }),
  });
  // A return before the new departure is asked for again.
  const stale = facts.date !== undefined && facts.returnDate === undefined && (merged.returnDate ?? '~') <= facts.date;
  const { returnDate: _, ...oneWay } = merged;
  const dated = withCurrency(stale || merged.wantsReturn === false ? oneWay : merged, state);
  const same: Trip = stillOpen.length === 0 ? dated : { ...dated, open: stillOpen };
  // Another trip has other flights out; other times of the way back leave the way out.
  const { outbound: _out, ...was } = state.trip;
  const key = (one: Trip) => searchKey(searchArguments(withoutReturnTimes(one)) ?? []);
  const isSame = key(same) === key(was) && same.open === undefined;
  const trip: Trip = isSame && outbound !== undefined ? { ...same, outbound } : same;
  const changed = JSON.stringify(trip) !== JSON.stringify(state.trip);
  return {
    ...state,
    trip,
    arranging: true,
    choice: changed ? undefined : state.choice,
    passengers: isNext ? [] : state.passengers,
    changing: isOther ? undefined : state.changing,
    heard: { ...state.heard, concerns: true, changed },
  };
}

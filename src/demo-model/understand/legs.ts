/** Several flights in a row: cities in their order, a way back from another city, a stop of some nights. */
import { addDays, type Day, nextDate } from './calendar.ts';
import type { FlownLeg, Place } from './places.ts';
import { BACK, CORRECTION, type Known, OR, type Reading, type Slots } from './reading.ts';
import { DAY, PLACE } from './tokens.ts';

interface Hop {
  /** The city before it, where none is said. */
  readonly from: Place | undefined;
  readonly to: Place;
  readonly at: number;
}
type PlaceOf = (sign: string | undefined) => Place;

const P = `(${PLACE})`;
const isWay = ({ from, to }: Hop) => from?.en !== to.en;

/** The trip is then from the first to the last, and no return. */
export function inLegs(legs: readonly FlownLeg[], slots: Slots, unclear: Set<string>): Place[] {
  for (const name of ['date', 'return', 'from', 'to']) unclear.delete(name);
  delete slots.returnDate;
  delete slots.nights;
  Object.assign(slots, { legs, from: legs[0]?.from, to: legs.at(-1)?.to, date: legs[0]?.date, wantsReturn: false });
  return [];
}

/** The flights of a message that names three cities or more; none where it can be read as there and back. */
export function readLegs({ tokens }: Reading, place: PlaceOf, slots: Slots): FlownLeg[] {
  const days = tokens.text.match(new RegExp(DAY, 'g')) ?? [];
  const ordinary = tokens.text.replace(new RegExp(`\\bto ${P},? from ${P}`, 'i'), 'from $2 to $1');
  const start = new RegExp(PLACE).exec(ordinary)?.[0] ?? '';
  // "Then home", "home from Hanoi": to where it began.
  const text = ordinary
    .replace(/\bthen (?:back )?home\b(?! (?:to|from))/i, `then ${start}`)
    .replace(new RegExp(`\\b(?:home|back) from ${P}`, 'i'), (said, end: string) =>
      days.length > 2 ? `${end} to ${start}` : said,
    );
  if (new RegExp(`${P},? (?:or|或者?|还是) ?${P}`, 'i').test(text)) return [];
  const ordered = inOrder(text, place);
  const isThereAndBack = days.length < 3;
  const jaw = ordered.length > 2 && !isThereAndBack ? [] : openJaw(text, place, slots);
  if (jaw.length > 0) return jaw;
  const said = [
    ...text.matchAll(
      new RegExp(`${P}(?:${DAY})?${HOP}(?=${P})|(?<=then |home |back |再|然后|最后)(?:to |飞|去|到|回)?${P}`, 'gu'),
    ),
  ]
    .map(
      ({ 1: start, 2: end, 3: next, index: at }) =>
        ({ from: start && place(start), to: place(end ?? next), at }) as Hop,
    )
    .filter(isWay);
  for (const hops of [ordered, said]) {
    const legs = hops.length < 2 ? [] : flown(hops, { ...tokens, text }, place);
    if (legs.length > 1) return legs;
  }
  return [];
}

export const HOP = '\\s*(?:(?:back )?to\\b|→|⇄|↔|[-=]+>|>|—+|–|-|飞往|飞到|飞回|飞|到|去|回|至|\\s)\\s*';
const STARTS =
  /(?:\b(?:from(?: and (?:back )?to)?|leav\w+|start\w*(?: and (?:end|finish|return)\w*)?(?: in| from)?|based in)|[从由自])\s*$/i;
const SEQUENCE = /\bthen\b|\bafter that\b|\bonwards?\b|\bon to\b|接着|然后|先.*再|再.*最后/i;
const BACK_FROM = new RegExp(
  `(?:\\b(?:(?:back|home|return(?:ing)?|fly(?:ing)?(?: back| home)?|com(?:e|ing) (?:back|home))(?: to ${PLACE}(?: on ${DAY},?)?(?: but)?)? (?:from|out of)|into ${PLACE}[^${PLACE.slice(1, -1)}]{0,24}?out of) |回(?:来|程|去)?(?:的?时候?)?(?:再|则|是)?从)${P}|从${P}(?:再)?(?:飞)?[回返](?!头)|进[，,、]?${P}出`,
  'giu',
);

/** "Into Rome, home from Venice": the way back starts in another city. */
function openJaw(text: string, place: PlaceOf, { date, returnDate }: Slots): FlownLeg[] {
  // "I fly from Oslo …, home from Rome": the last that is said.
  const match = [...text.matchAll(BACK_FROM)].at(-1);
  if (match === undefined || date === undefined || returnDate === undefined) return [];
  const jaw = place(match[1] ?? match[2] ?? match[3]);
  const others = [...text.matchAll(new RegExp(PLACE, 'g'))]
    .map(({ 0: sign, index: at }) => ({
      one: place(sign),
      isStart: STARTS.test(text.slice(0, at)) || /^出发|^起飞/.test(text.slice(at + 1)),
    }))
    .filter(({ one }) => one.en !== jaw.en);
  const start = (others.find(({ isStart }) => isStart) ?? others[0])?.one;
  const goals = [...new Set(others.map(({ one }) => one).filter((one) => one.en !== start?.en))];
  const [goal] = goals;
  if (start === undefined || goal === undefined || goals.some((one) => one.en !== goal.en)) return [];
  return [
    { from: start, to: goal, date },
    { from: jaw, to: start, date: returnDate },
  ];
}

/** Cities in the order of words such as "then". */
function inOrder(text: string, place: PlaceOf): Hop[] {
  if (!SEQUENCE.test(text) || OR.test(text) || CORRECTION.test(text)) return [];
  const stops = [...text.matchAll(new RegExp(PLACE, 'g'))].map(({ 0: sign, index: at }) => ({ one: place(sign), at }));
  // "Starting in Brussels", after the rest.
  const start = stops.findIndex(({ at }, n) => n > 1 && n === stops.length - 1 && STARTS.test(text.slice(0, at)));
  const route = start < 0 ? stops : [...stops.splice(start, 1), ...stops];
  return route
    .flatMap(({ one, at }, n): Hop[] => (n === 0 ? [] : [{ from: route[n - 1]?.one, to: one, at }]))
    .filter(isWay);
}

const EACH = /(\d{1,2}) (?:nights?|days?) (?:in )?each|每(?:个城市|个地方|站|地|处)(?:待|玩|住|停)?(\d{1,2})(?:天|晚)/;
/** Each way with the day beside it, the days of a list in their order, or so many nights in each city. */
function flown(hops: readonly Hop[], { text, token }: Reading['tokens'], place: PlaceOf): FlownLeg[] {
  // "The 19th" of a later leg is the first after the day before it.
  let last: Day | undefined;
  const days = [...text.matchAll(new RegExp(DAY, 'g'))].flatMap(({ 0: sign, index: at }) => {
    const { days: [first] = [], date, until: [until] = [] } = token(sign).day ?? { days: [] };
    last = first ?? (date === undefined || last === undefined ? last : nextDate(date, last));
    return last === undefined ? [] : [{ at, day: last }, ...(until === undefined ? [] : [{ at, day: until }])];
  });
  const nights = EACH.exec(text);
  // "Three nights in Rome and four in Athens", 在大阪玩三天.
  const stays = new Map(
    [
      ...text.matchAll(
        new RegExp(`(\\d{1,2})(?: (?:nights?|days?))? in ${P}|${P}(?:待|玩|住|停)(\\d{1,2})[天晚]`, 'gu'),
      ),
    ].map(([, n, city, zhCity, zh]) => [place(city ?? zhCity).en, Number(n ?? zh)]),
  );
  const [start] = days;
  const dayOf = (at: number, n: number): Day | undefined => {
    const until = hops[n + 1]?.at ?? text.length;
    const before = hops[n - 1]?.at ?? -1;
    if (days.length === hops.length) return days[n]?.day;
    if (days.length === 1 && nights !== null && start !== undefined)
      return addDays(start.day, n * Number(nights[1] ?? nights[2]));
    const stayed = hops.slice(0, n).map(({ to }) => stays.get(to.en));
    if (days.length === 1 && stays.size > 0 && start !== undefined && !stayed.includes(undefined))
      return stayed.reduce<Day>((day, stay) => addDays(day, stay ?? 0), start.day);
    const isAfter = hops.every((hop, i) =>
      days.some((day) => day.at > hop.at && day.at < (hops[i + 1]?.at ?? text.length)),
    );
    const own = isAfter
      ? days.find((day) => day.at > at && day.at < until)
      : days.findLast((day) => day.at < at && day.at > before);
    return own?.day;
  };
  const legs: FlownLeg[] = [];
  for (const [n, { from = legs.at(-1)?.to, to, at }] of hops.entries()) {
    const date = dayOf(at, n);
    if (from === undefined || date === undefined) return [];
    legs.push({ from, to, date });
  }
  const [one, two, ...more] = legs;
  const isThereAndBack = more.length === 0 && two?.from.en === one?.to.en && two?.to.en === one?.from.en;
  const gaps = legs.filter(({ from }, n) => n > 0 && from.en !== legs[n - 1]?.to.en).length;
  const isJaw = gaps === 1 && legs.at(-1)?.to.en === one?.from.en;
  return (gaps > 0 && !isJaw) || isThereAndBack || new Set(legs.map(({ to }) => to.en)).size < 2 ? [] : legs;
}

interface Stopover {
  readonly sign: string;
  readonly nights: number;
}
const NO_PLACES = `[^${PLACE.slice(1, -1)}]`;
const STOPOVER = new RegExp(
  `\\b(?:via|through|stop\\w*(?:[- ]?over)?(?: (?:in|at))?) ${P}${NO_PLACES}{0,16}?(\\d{1,2}) (?:nights?|days?)|(\\d{1,2}) (?:nights?|days?) in ${P} on the way|(?:中途|途中|路上|顺路|顺便)${NO_PLACES}{0,3}${P}(?:停|待|住|玩)留?(\\d{1,2})[天晚]|[经在]${P}(?:停|中转)留?(\\d{1,2})[天晚]`,
  'iu',
);
/** "Via Singapore, three nights there": a stop that is long enough for two flights. */
export function stopoverIn(text: string): Stopover | undefined {
  const match = STOPOVER.exec(text);
  const [, a, n1, n2, b, c, n3, d, n4] = match ?? [];
  const sign = a ?? b ?? c ?? d;
  // On the way back it is none of the way out.
  const isBack = BACK.test(text.slice(0, match?.index).slice(-12));
  return sign === undefined || isBack ? undefined : { sign, nights: Number(n1 ?? n2 ?? n3 ?? n4) };
}

export function atStopover({ nights }: Stopover, stop: Place, slots: Slots, known: Known): FlownLeg[] {
  const { from = known.trip.from, to = known.trip.to, date = known.trip.date } = slots;
  if (from === undefined || to === undefined || date === undefined || [from.en, to.en].includes(stop.en)) return [];
  return [
    { from, to: stop, date },
    { from: stop, to, date: addDays(date, nights) },
  ];
}

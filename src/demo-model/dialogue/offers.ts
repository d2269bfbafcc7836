/** The flights of a search, from the readable table that the script prints. */
import { positionsIn } from '../../shared/text/text.ts';
import { FLIGHT, positionIn } from '../understand/choice.ts';
import { isQuestion } from '../understand/intent.ts';
import { zhNumber } from '../understand/numbers.ts';
import { airlinesIn, type Facts } from '../understand/places.ts';
import { withDigits } from '../understand/text.ts';

export interface FlightOffer {
  readonly id: string;
  /** From 1, as the person sees it. */
  readonly position: number;
  readonly flights: readonly string[];
  /** Names as printed. */
  readonly airline: string;
  /** `HH:MM`, local, of the way out. */
  readonly departs: string;
  readonly arrives: string;
  /** Days between leaving and arriving: `+1`, or empty. */
  readonly dayOffset: string;
  /** Duration of the whole trip. */
  readonly minutes: number;
  readonly direct: boolean;
  readonly total: number;
  /** 0 where none is included; undefined where it is not said. */
  readonly baggageKg: number | undefined;
}

export interface OfferList {
  /** Flights out: what can be booked comes with the way back. */
  readonly isOut: boolean;
  readonly offers: readonly FlightOffer[];
  readonly matching: number;
  readonly currency: string;
}

/** Ids of offers by the sample airlines, or by Duffel. */
const OFFER_ID = /\boff_\w{10,}\b|\b[A-Z]{6}(?:-\d{6}-[A-Z\d.]+){1,5}-[YWCF]\d{2}(?:\d{2})?[A-Z]-[A-Z\d]{2}\b/;

const MONEY = /^[^\d]{1,5}[\d,]+(?:\.\d+)?$/;

/** Columns are two spaces or more apart; a return trip's second line has no number. */
export function readOffers(output: string): OfferList | undefined {
  const rows = output.split('\n').map((line) => line.trimEnd().split(/ {2,}/));
  const isOut = /One row for each flight out|每个去程一行/.test(output);
  const offers: FlightOffer[] = [];
  for (const cells of rows) {
    const line = readLine(cells);
    if (line === undefined) continue;
    const id = isOut ? line.flights.join(',') : OFFER_ID.exec(cells.join('  '))?.[0];
    const last = offers.at(-1);
    if (id !== undefined && /^\d+$/.test(cells[0] ?? '')) {
      const total =
        (isOut
          ? cells.findLast((cell) => MONEY.test(cell))
          : cells[cells.findIndex((cell) => cell.includes(id)) - 1]) ?? '';
      const bag = /(?:^|\s)(\d+)\s*kg\b/.exec(cells.join('  '))?.[1];
      offers.push({
        ...line,
        id,
        position: Number(cells[0]),
        total: Number(total.replace(/[^\d.]/g, '')),
        baggageKg: bag === undefined ? 0 : Number(bag),
      });
    } else if (last !== undefined && (cells[0] ?? '') === '') {
      offers.splice(-1, 1, {
        ...last,
        flights: [...last.flights, ...line.flights],
        minutes: last.minutes + line.minutes,
        direct: last.direct && line.direct,
      });
    }
  }
  if (offers.length === 0) return undefined;
  const currency = / · (?:货币 )?([A-Z]{3})$/m.exec(output)?.[1] ?? 'CNY';
  const matching = /^(?:共 )?(\d+) (?:match|个方案)/m.exec(output)?.[1];
  return { isOut, offers, matching: Number(matching ?? offers.length), currency };
}

type Line = Omit<FlightOffer, 'id' | 'position' | 'total' | 'baggageKg'>;

function readLine(cells: readonly string[]): Line | undefined {
  const [, flights = '', airline = ''] = cells;
  if (!/^[A-Z\d]{2}\d{1,4}(?:\+[A-Z\d]{2}\d{1,4})*$/.test(flights)) return undefined;
  const times = cells.flatMap((cell) => {
    const match = /\b[A-Z]{3} (\d\d:\d\d)([+-]\d)?$/.exec(cell);
    return match === null ? [] : [{ time: match[1] ?? '', offset: match[2] ?? '' }];
  });
  const [departs, arrives] = times;
  const duration = cells
    .map((cell) => /^(?:(\d+) ?(?:h|小时))? ?(?:(\d+) ?(?:min|分钟?))?$/.exec(cell))
    .find((match) => match !== null && match[0] !== '');
  if (departs === undefined || arrives === undefined) return undefined;
  return {
    flights: flights.split('+'),
    airline,
    departs: departs.time,
    arrives: arrives.time,
    dayOffset: arrives.offset,
    minutes: Number(duration?.[1] ?? 0) * 60 + Number(duration?.[2] ?? 0),
    direct: cells.some((cell) => cell === 'direct' || cell === '直飞'),
  };
}

/** The fastest is the cheapest where both take as long. */
export function bestOf(offers: readonly FlightOffer[]) {
  const cheapest = offers.reduce((a, b) => (b.total < a.total ? b : a));
  return { cheapest, fastest: offers.reduce((a, b) => (b.minutes < a.minutes ? b : a), cheapest) };
}

// The flight on the screen that a message is about.

/** Words that take something, rather than ask for other flights. */
const TAKES =
  /\b(?:i(?:'ll| will)? ?(?:choose|take|have|go|pick|want)|let'?s (?:take|go|do|have|book)|(?:go|going) (?:for|with|back to)|choose|pick|take|book|give (?:me|us)|back to|looks? (?:good|fine|nice|great|ok)|please|is (?:fine|good|great|perfect)|works|the (?:\S+ ){0,4}(?:one|flight)|that one|whichever)\b|就|那[个班趟]|选|订|要|吧|可以|看着行|换/i;
const ASKS =
  /[?？]|\b(?:when|what(?:'s)?|how (?:long|much|many|about)|does|is (?:there|it)|which(?! ?ever)|(?:is|are|does|do) the)\b|几点|多久|多少|什么时候|区别|差别|不同|会不会|[吗呢]\s*$|哪/i;

const clock = (time: string): number => Number(time.replace(':', ''));
const earliest = (one: FlightOffer): number => clock(one.departs);
const latest = (one: FlightOffer): number => -clock(one.departs);
const lands = (one: FlightOffer): number => Number(one.dayOffset) * 2400 + clock(one.arrives);
/** Figure by which the named offer is the least. */
const QUALITIES: readonly (readonly [RegExp, (one: FlightOffer) => number])[] = [
  [/便宜|省.?钱|\bcheap\w*|lowest|\bsaves? (?:\w+ )?money\b/i, ({ total }) => total],
  [/最快|最短|\b(?:fast|quick|short)e(?:st|r)\b/i, ({ minutes }) => minutes],
  [/最早到|\b(?:gets?|arriv\w*|lands?|be)\b.*\b(?:earliest|first)\b/i, lands],
  [
    /最早|头一?班|\bearliest\b|\bfirst flight\b|\bearly (?:one|flight)\b|\b(?:leaves?|departs?|goes) first\b/i,
    earliest,
  ],
  [/最晚|末班|\blatest\b|\b(?:last|late) (?:one|flight)\b/i, latest],
];

/** "Which of these have a bag?" */
export const asksForBags = (text: string): boolean =>
  /\b(?:which|any|ones|these|those)\b.*\b(?:bags?|luggage|suitcases?)\b|(?:哪|有没有).*(?:行李|托运)/i.test(text);

const COMPARES = /\b(?:difference|differ|compare\w*|versus|vs\.?|better)\b|区别|差别|不同|比较|哪个(?:更?好|划算)/i;
/** "The difference between 1 and 2". */
export function comparedIn(text: string, offers: readonly FlightOffer[]): FlightOffer[] {
  if (asksForBags(text)) {
    const some = offers.filter(({ baggageKg }) => baggageKg !== 0);
    return some.length > 0 ? some : [...offers];
  }
  const said = COMPARES.test(text)
    ? (withDigits(text).match(/(?<![\d:])\d(?![\d:])|[一二三四五六](?=[个和跟与]|班)/g) ?? [])
    : [];
  const positions = COMPARES.test(text) ? positionsIn(text) : [];
  return offers.filter(
    ({ position }) => positions.includes(position) || said.some((one) => (zhNumber(one) ?? Number(one)) === position),
  );
}

/** One of the flights shown, and whether the message asks about it rather than takes it. */
interface Meant {
  readonly offer: FlightOffer;
  readonly asks: boolean;
}

/** The one flight that airline, time, place in the order or number tell; undefined where several or none fit. @param facts what else the message says. */
export function flightMeant(text: string, offers: readonly FlightOffer[], facts: Facts): Meant | undefined {
  const isWish =
    /\b(?:can|could) (?:i|we|you) (?:take|have|book|go|do|move|change|get)\b|[能可]以?不?[能可]?以?(?:订|要|选|换)/i.test(
      text,
    );
  const asks = (ASKS.test(text) || isQuestion(text)) && !isWish;
  const last = /\bthe last one\b|最后[一1]?[个条]/i.test(text) ? offers.at(-1) : undefined;
  if (last !== undefined) return { offer: last, asks };
  // "Not the Ryanair, the one after it".
  const beside = /\bthe (?:one|flight) (after|before)\b|(后|前)面?[一1]?[个班趟]/i.exec(text);
  const base = airlinesIn(text)[0];
  if (beside !== null && base !== undefined) {
    const at = offers.findIndex((one) => one.flights[0]?.startsWith(base));
    const offer = at < 0 ? undefined : offers[at + (/after|后/i.test(beside[0]) ? 1 : -1)];
    if (offer !== undefined) return { offer, asks };
  }
  const position = /\b(?:lands?|arrives?|in|there|leaves?|departs?|goes) first\b/i.test(text)
    ? undefined
    : (positionIn(text) ?? (asks || base !== undefined ? positionsIn(text)[0] : undefined));
  const named = text.match(FLIGHT);
  if (position !== undefined || named !== null) {
    // "The first of the BA ones" is counted among those of the airline.
    const ofAirline = offers.filter((one) => base !== undefined && one.flights[0]?.startsWith(base));
    const offer =
      named !== null
        ? offers.find((one) => named.every((flight) => one.flights.includes(flight)))
        : ofAirline.length > 0
          ? ofAirline[(position ?? 0) - 1]
          : offers.find((one) => one.position === position);
    return offer === undefined ? undefined : { offer, asks };
  }
  const quality = QUALITIES.find(([said]) => said.test(text))?.[1];
  // Flights that are not on the screen may be meant as well.
  const isAny = /\bany(?:thing)?\b|有没有/i.test(text);
  if (isAny ? quality === undefined : !asks && quality === undefined && !TAKES.test(text)) return undefined;
  const shown = [...new Set(offers.map((one) => one.flights[0]?.slice(0, 2) ?? ''))];
  const codes = [
    ...airlinesIn(text),
    ...shown.filter((code) => code !== '' && new RegExp(`\\b${code}\\b`, 'i').test(text)),
  ];
  const said = /(?<![\d:])(\d{1,2})[:.](\d\d)(?!\d)/.exec(text);
  const at = said === null ? undefined : `${(said[1] ?? '').padStart(2, '0')}:${said[2]}`;
  const compared = /\blater?\b|晚(?:一点|些|的那班)/i.test(text)
    ? latest
    : /\bearl(?:y|ier)\b|早(?:一点|些|的那班)/i.test(text)
      ? earliest
      : undefined;
  const { departAfter, departBefore, arriveAfter, arriveBefore } = facts;
  let fitting = offers.filter(
    (one) =>
      (!/\b(?:stop|connect|chang)\w*\b|中转|转机|经停/i.test(text) ||
        !QUALITIES[0]?.[0].test(text) ||
        !one.direct ||
        offers.every(({ direct }) => direct)) &&
      (codes.length === 0 || codes.some((code) => one.flights[0]?.startsWith(code))) &&
      (facts.direct !== true || one.direct) &&
      (facts.bags === undefined || facts.bags === 0 || one.baggageKg !== 0) &&
      (at === undefined || one.departs === at || one.arrives === at) &&
      (departAfter === undefined || one.departs >= departAfter) &&
      (departBefore === undefined || one.departs <= departBefore) &&
      (arriveAfter === undefined || one.arrives >= arriveAfter) &&
      (arriveBefore === undefined || one.arrives <= arriveBefore),
  );
  const isNarrowed = codes.length > 0 || at !== undefined || fitting.length < offers.length;
  const rank = quality ?? (isNarrowed ? compared : undefined);
  const middle =
    departAfter === undefined || departBefore === undefined
      ? undefined
      : (clock(departAfter) + clock(departBefore)) / 2;
  // "The nine o'clock one": the nearest.
  if (rank === undefined && middle !== undefined && fitting.length > 1)
    fitting = fitting
      .toSorted((a, b) => Math.abs(clock(a.departs) - middle) - Math.abs(clock(b.departs) - middle))
      .slice(0, 1);
  if (rank !== undefined) {
    fitting = [...fitting].sort((a, b) => rank(a) - rank(b) || a.position - b.position).slice(0, 1);
  } else if (!isNarrowed) return undefined;
  const [offer, ...others] = fitting;
  // A question of several is answered of the first, which the answer names.
  const isOfOne = asks && /\bthe\b.*\b(?:one|flight)\b|那[班个趟]/i.test(text);
  return offer === undefined || (others.length > 0 && !isOfOne) ? undefined : { offer, asks: asks || isAny };
}

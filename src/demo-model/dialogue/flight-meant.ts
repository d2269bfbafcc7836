/** The flight on the screen that a message is about. */
import { FLIGHT, positionIn } from '../understand/choice.ts';
import { airlinesIn, type Facts } from '../understand/places.ts';
import type { FlightOffer } from './offers.ts';

/** Words that take something, rather than ask for other flights. */
const TAKES =
  /\b(?:i(?:'ll| will)? ?(?:choose|take|have|go|pick|want)|let'?s (?:take|go|do|have|book)|(?:go|going) (?:for|with|back to)|choose|pick|take|book|give (?:me|us)|back to|looks? (?:good|fine|nice|great|ok)|please|is (?:fine|good|great|perfect)|works|the (?:\S+ ){0,4}(?:one|flight)|that one|whichever)\b|就|那[个班趟]|选|订|要|吧|可以|看着行|换/i;
const ASKS =
  /[?？]|\b(?:when|what time|how (?:long|much|many)|does|is (?:there|it)|which (?:terminal|airport))\b|几点|多久|多少|什么时候|吗\s*$|哪个/i;

/** One of the flights shown, and whether the message asks about it rather than takes it. */
export interface Meant {
  readonly offer: FlightOffer;
  readonly asks: boolean;
}

/** The one flight that airline, time, place in the order or number tell; undefined where several or none fit. @param facts what else the message says. */
export function flightMeant(text: string, offers: readonly FlightOffer[], facts: Facts): Meant | undefined {
  const asks = ASKS.test(text) && !/\b(?:can|could) (?:i|we) (?:take|have|book|go)\b/i.test(text);
  const position = positionIn(text);
  const named = text.match(FLIGHT);
  if (position !== undefined || named !== null) {
    const offer = offers.find((one) =>
      named === null ? one.position === position : named.every((flight) => one.flights.includes(flight)),
    );
    return offer === undefined ? undefined : { offer, asks };
  }
  const quality = /便宜|\bcheap\w*|lowest/i.test(text)
    ? 'price'
    : /最快|最短|\b(?:fast|quick|short)est\b/i.test(text)
      ? 'time'
      : /最早|头一?班|\bearliest\b|\bfirst flight\b/i.test(text)
        ? 'early'
        : /最晚|末班|\blatest\b|\blast (?:one|flight)\b/i.test(text)
          ? 'late'
          : undefined;
  if (!asks && quality === undefined && !TAKES.test(text)) return undefined;
  const shown = [...new Set(offers.map((one) => one.flights[0]?.slice(0, 2) ?? ''))];
  const codes = [
    ...airlinesIn(text),
    ...shown.filter((code) => code !== '' && new RegExp(`\\b${code}\\b`, 'i').test(text)),
  ];
  const said = /(?<![\d:])(\d{1,2})[:.](\d\d)(?!\d)/.exec(text);
  const at = said === null ? undefined : `${(said[1] ?? '').padStart(2, '0')}:${said[2]}`;
  const isCompared = /\blater\b|晚(?:一点|些|的那班)/i.test(text)
    ? 'late'
    : /\bearlier\b|早(?:一点|些|的那班)/i.test(text)
      ? 'early'
      : undefined;
  const { departAfter, departBefore, arriveAfter, arriveBefore } = facts;
  let fitting = offers.filter(
    (one) =>
      (codes.length === 0 || codes.some((code) => one.flights[0]?.startsWith(code))) &&
      (at === undefined || one.departs === at || one.arrives === at) &&
      (departAfter === undefined || one.departs >= departAfter) &&
      (departBefore === undefined || one.departs <= departBefore) &&
      (arriveAfter === undefined || one.arrives >= arriveAfter) &&
      (arriveBefore === undefined || one.arrives <= arriveBefore),
  );
  const isNarrowed = codes.length > 0 || at !== undefined || fitting.length < offers.length;
  const order = quality ?? (isNarrowed ? isCompared : undefined);
  if (order !== undefined) {
    const rank = (one: FlightOffer) =>
      order === 'price'
        ? one.total
        : order === 'time'
          ? one.minutes
          : Number(one.departs.replace(':', '')) * (order === 'late' ? -1 : 1);
    fitting = [...fitting].sort((a, b) => rank(a) - rank(b) || a.position - b.position).slice(0, 1);
  } else if (!isNarrowed) return undefined;
  const [offer, ...others] = fitting;
  return offer === undefined || others.length > 0 ? undefined : { offer, asks };
}

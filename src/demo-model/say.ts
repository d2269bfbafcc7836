/** Failures of scripts in Chinese: scripts print errors in English only. Unknown ones are quoted. */
import type { FlightOffer, OfferList } from './dialogue/offers.ts';
import type { BookingSeen, Receipt, Trip } from './dialogue/state.ts';
import type { Missing } from './dialogue/trip.ts';
import type { Failure } from './script-run.ts';
import { parts, weekday } from './understand/days.ts';

/** Everything that this model can say. One implementation a language, so that neither can forget a sentence. */
export interface Words {
  readonly identity: string;
  readonly capabilities: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly farewell: string;
  /** Says that this model cannot do it, with the link that connects a real one. */
  readonly cannot: string;
  /** Before the question that is still open. */
  readonly notUnderstood: string;
  /** The same for a question about something else than flights. */
  readonly offTopic: string;
  /** Words that were said and not used, in one friendly line. */
  leftOver(phrases: readonly string[]): string;
  /** A day has two readings. */
  askWhich(days: readonly string[]): string;
  /** No flight met what was rather wished for. */
  readonly wishesDropped: string;
  /** A typed yes: the card has the button. */
  readonly pressButton: string;
  /** One of the flights shown, in full. */
  about(offer: FlightOffer, currency: string): string;
  refund(reference: string, refund: string, fee: string, why: string): string;
  readonly gaveUp: string;
  readonly declined: string;
  readonly unasked: string;
  readonly abandoned: string;
  readonly wontBook: string;
  /** Beside the card that says so itself. */
  readonly noBookings: string;
  readonly nothingToCancel: string;
  readonly nothingToChange: string;
  readonly cancelDeclined: string;
  readonly cancelUndecided: string;
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
  time(today: string, time: string | undefined): string;
  ask(missing: readonly Missing[], trip: Trip): string;
  /** Asks whether to search for the trip as understood. */
  askCheck(trip: Trip): string;
  /** @param isChange of a booking: who flies is known. */
  offers(list: OfferList, trip: Trip, isChange?: boolean): string;
  chosen(offer: FlightOffer, currency: string): string;
  /** @param given names so far. */
  askNames(trip: Trip, given: number): string;
  /** Before the question for the names, where Chinese ones were given for a flight abroad. */
  readonly latinNames: string;
  readonly askChoice: string;
  askConsent(offer: FlightOffer, currency: string): string;
  noSuchOffer(shown: number): string;
  booked(receipt: Receipt): string;
  priceChanged(was: string, now: string): string;
  readonly soldOut: string;
  bookingFailed(failure: Failure): string;
  searchFailed(failure: Failure, trip: Trip): string;
  /** Failure of a booking. */
  failed(failure: Failure): string;
  bookings(list: readonly BookingSeen[]): string;
  whichBooking(list: readonly BookingSeen[]): string;
  whichToChange(list: readonly BookingSeen[]): string;
  shown(reference: string): string;
  cancelled(reference: string, refund: string | undefined): string;
  /** @param receipt the booking as it is now. */
  changed(receipt: Receipt): string;
  readonly changeUndecided: string;
  notChanged(failure: Failure): string;
  cannotChange(reference: string): string;
  askChange(offer: FlightOffer, currency: string): string;
  alreadyCancelled(reference: string): string;
  bookingNotFound(reference: string): string;
  /** @param facts Markdown from the reference. */
  topic(facts: string): string;
  readonly topicUnknown: string;
  summary(trip: Trip, bookings: readonly BookingSeen[], lastMessage: string): string;
}

export const CONNECT_MODEL = 'skilldeck://settings/model';

/** Days, money and spans of time as people write them. */
const WEEKDAYS = { zh: '一二三四五六日', en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] } as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function dayZh(value: string): string {
  const { year, month, date } = parts(value);
  return `${year}年${month}月${date}日（周${WEEKDAYS.zh[weekday(value)] ?? ''}）`;
}

export function dayEn(value: string): string {
  const { year, month, date } = parts(value);
  return `${WEEKDAYS.en[weekday(value)] ?? ''} ${date} ${MONTHS[month - 1] ?? ''} ${year}`;
}

/** Takes `YYYY-MM`. */
export function monthZh(value: string): string {
  const { year, month } = parts(value);
  return `${year}年${month}月`;
}

export function monthEn(value: string): string {
  const { year, month } = parts(value);
  return `${MONTHS[month - 1] ?? ''} ${year}`;
}

const SIGNS: Readonly<Record<string, string>> = { CNY: 'CN¥', USD: 'US$', EUR: '€', GBP: '£', JPY: 'JP¥', HKD: 'HK$' };

export function moneyEn(amount: number, currency: string): string {
  const sign = SIGNS[currency] ?? `${currency} `;
  const digits = Number.isInteger(amount) ? 0 : 2;
  return sign + amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const moneyZh = (amount: number, currency: string): string => moneyEn(amount, currency).replace('CN¥', '¥');

/** `CNY 1,820` as the script prints it, in the sign people know. */
export function printedMoney(text: string, money: typeof moneyEn): string {
  const match = /^(CNY|USD) ([\d,]+(?:\.\d+)?)$/.exec(text.trim());
  return match === null ? text : money(Number((match[2] ?? '').replace(/,/g, '')), match[1] ?? '');
}

/** @param units of hours and of minutes, with the space before them. */
export function span(minutes: number, [hour, minute]: readonly [string, string]): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours}${hour}`] : []), ...(rest > 0 || hours === 0 ? [`${rest}${minute}`] : [])].join(
    ' ',
  );
}

const day = (value: string | undefined): string => dayZh(value ?? '');
/** An empty answer leaves the line out. */
const RULES: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/reference\.md|--\w|^Nothing was booked/, () => ''],
  [/^Unknown (?:origin|destination) city '(.+)'/, (m) => `没有找到城市“${m[1]}”。`],
  [/^No flights found from .* on (\d{4}-\d\d-\d\d)/, (m) => `${day(m[1])}没有符合条件的航班。`],
  // Suggestions and reasons come in the language of the search.
  [/\p{Script=Han}.*[。？]$/u, (m) => m.input],
  [/^Date (\S+) is in the past \(today is (\S+)\)/, (m) => `${day(m[1])}已经过去了（今天是 ${day(m[2])}）。`],
  [/^Date (\S+) is too far ahead.*until (\S+)/, (m) => `${day(m[1])}太远了，目前最晚可订 ${day(m[2])}。`],
  [/^Return date (\S+) is before the departure date (\S+)/, (m) => `返程 ${day(m[1])}早于去程 ${day(m[2])}。`],
  [/^Too many passengers: (\d+) given, at most (\d+)/, (m) => `一次最多订 ${m[2]} 人，现在是 ${m[1]} 人。`],
  [/^Children cannot travel without/, () => '儿童需要有成人陪同。'],
  [/^Too many children.*at most (\d+)/, (m) => `每位成人最多带 ${m[1]} 位儿童。`],
  [/^Origin and destination are the same city/, () => '出发地和目的地是同一个城市。'],
  [/^Invalid passenger name '(.+)'/, (m) => `姓名“${m[1]}”不符合要求，请按证件填写，只用文字。`],
  [
    /^Passenger name '(.+)' is not in Latin letters/,
    (m) => `跨境航班的姓名要和护照一致，用拼音填写，例如 ZHANG SAN；“${m[1]}”需要改成拼音。`,
  ],
  [/^Ask for the name as in the passport/, () => ''],
  [/^Passenger '(.+)' is named twice/, (m) => `乘客“${m[1]}”出现了两次。`],
  [/^Key '.+' was already used for another booking \((\w+)\)/, (m) => `同样的预订已经存在（${m[1]}）。`],
  [/^Booking (\w+) cannot be cancelled: it has departed/, (m) => `预订 ${m[1]} 的航班已经起飞，不能取消。`],
];

export function reasons({ message, remedies }: Failure): string {
  return [message, ...remedies]
    .map((line) => {
      const found = RULES.map(([pattern, say]) => ({ match: pattern.exec(line), say })).find(
        ({ match }) => match !== null,
      );
      return found?.match == null ? `“${line}”。` : found.say(found.match);
    })
    .join('');
}

/** A person's answer to one of the skill's forms: a title, then a line for each field, `- Label: value`. */

import { defined } from '../shared/defined.ts';
import { currencyNamed } from './understand/money.ts';
import { airlinesIn, airportsIn, type Cabin, type Facts, placeSaid } from './understand/places.ts';

export interface Passenger {
  readonly name: string;
  readonly type: 'adult' | 'child' | 'infant' | 'infant-seat';
}

export interface FormAnswer {
  readonly facts?: Facts;
  readonly passengers?: readonly Passenger[];
  readonly contact?: string;
}

type Read = (value: string) => Partial<Facts>;

const CABINS: Readonly<Record<string, Cabin>> = {
  经济舱: 'economy',
  Economy: 'economy',
  超级经济舱: 'premium',
  'Premium economy': 'premium',
  商务舱: 'business',
  公务舱: 'business',
  Business: 'business',
  头等舱: 'first',
  First: 'first',
};

/** Cabin in a fare's name: Economy Standard, 经济舱标准. */
export const readCabin = (fare: string): Cabin | undefined =>
  Object.entries(CABINS).find(([name]) => fare.startsWith(name))?.[1];

const number =
  (key: keyof Facts): Read =>
  (value) => ({ [key]: Number(value) });
const word =
  (key: keyof Facts): Read =>
  (value) => ({ [key]: value });

/** Fields by both of their labels. */
const FIELDS: readonly (readonly [en: string, zh: string, keys: readonly (keyof Facts)[], read: Read])[] = [
  ['From', '出发城市', ['from'], (value) => ({ from: place(value) })],
  ['To', '到达城市', ['to'], (value) => ({ to: place(value) })],
  ['Departure date', '出发日期', ['date'], word('date')],
  ['Return date', '返程日期', ['returnDate'], (value) => ({ returnDate: value, wantsReturn: true })],
  ['Adults', '成人', ['adults'], number('adults')],
  ['Children (2 to 11)', '儿童（2–11 岁）', ['children'], number('children')],
  ['Infants under 2 on a lap', '不占座婴儿（2 岁以下）', ['infantsLap'], number('infantsLap')],
  ['Infants under 2 with a seat', '占座婴儿（2 岁以下）', ['infantsSeat'], number('infantsSeat')],
  ['Ages of the children on the day of travel', '小孩出行当天的年龄', ['ages'], word('ages')],
  ['Cabin', '舱位', ['cabin'], (value) => defined({ cabin: CABINS[value] })],
  ['Direct flights only', '只看直飞', ['direct'], (value) => ({ direct: /^(?:是|yes)$/.test(value) })],
  ['Leave after', '几点以后出发', ['departAfter'], word('departAfter')],
  ['Leave before', '几点以前出发', ['departBefore'], word('departBefore')],
  ['Arrive after', '几点以后到', ['arriveAfter'], word('arriveAfter')],
  ['Arrive before', '几点以前到', ['arriveBefore'], word('arriveBefore')],
  ['Stops at most', '最多中转几次', ['maxStops'], number('maxStops')],
  ['Shortest connection in minutes', '中转至少几分钟', ['minConnection'], number('minConnection')],
  ['Longest connection in minutes', '中转最多几分钟', ['maxConnection'], number('maxConnection')],
  ['Only these airlines', '只坐这些航空公司', ['airlines'], (value) => ({ airlines: airlinesIn(value) })],
  ['Not these airlines', '不坐这些航空公司', ['notAirlines'], (value) => ({ notAirlines: airlinesIn(value) })],
  ['Not through these airports', '不经这些机场', ['notAirports'], (value) => ({ notAirports: airportsIn(value) })],
  ['Checked bags for each traveller', '每人托运行李件数', ['bags'], number('bags')],
  ['Total price at most', '总价不超过', ['maxPrice'], number('maxPrice')],
  ['Currency', '货币', ['currency'], (value) => defined({ currency: currencyNamed(value) })],
  ['Cheapest day of a month', '某个月里最便宜的一天', ['cheapestOf'], word('cheapestOf')],
  [
    'Nights away, with the cheapest day of a month',
    '往返间隔几晚（配合最便宜的一天）',
    ['nights'],
    (value) => ({ nights: Number(value), wantsReturn: true }),
  ],
  ['Several cities in a row', '连续去几个城市', ['legs'], readLegs],
  ['Days earlier or later', '前后浮动几天', ['flex'], number('flex')],
];
const PASSENGERS = /^(?:乘客|Passengers)$/;
const CONTACT = /^(?:行程单邮箱|E-mail for the itinerary)$/;
/** Label of the one field that was changed; the others keep their values. */
const CHANGE = /^(?:Change to “.+”|修改“.+”)[:：]$/;
/** Text of an emptied field. */
const NONE = /^(?:无|none)$/;

export const isSkip = (text: string): boolean => /^(?:（我跳过了表单|\(I skipped the form )/.test(text);

/** Undefined for anything else. A summary has the lines of an answer in one. */
export function readFormAnswer(text: string): FormAnswer | undefined {
  const [title = '', ...lines] = text.trim().split(/\s+- (?=[^:：]+[:：])/);
  if (!/[:：]$/.test(title) || lines.length === 0) return undefined;
  const isChange = CHANGE.test(title.trim());
  let facts: Partial<Facts> = isChange ? {} : { wantsReturn: false, adults: 1, children: 0, direct: false };
  let passengers: Passenger[] | undefined;
  let contact: string | undefined;
  for (const line of lines) {
    const [, label = '', said = ''] = /^([^:：]+)[:：]\s*([\s\S]+)$/.exec(line) ?? [];
    const value = said.trim();
    const field = FIELDS.find(([en, zh]) => en === label.trim() || zh === label.trim());
    if (PASSENGERS.test(label.trim())) passengers = readPassengers(value);
    else if (CONTACT.test(label.trim())) contact = value;
    else if (field === undefined) return undefined;
    else facts = { ...facts, ...(NONE.test(value) ? emptied(field[2]) : field[3](value)) };
  }
  if (passengers !== undefined) return { passengers, ...(contact === undefined ? {} : { contact }) };
  const isWhole = facts.from !== undefined && facts.to !== undefined && (facts.date ?? facts.cheapestOf) !== undefined;
  return isWhole || isChange ? { facts: { ...facts, ...(isChange ? {} : ALL_CONDITIONS(facts)) } as Facts } : undefined;
}

/** A fact that is removed, by its key: merging it over the trip removes it. */
const emptied = (keys: readonly (keyof Facts)[]): Partial<Facts> =>
  Object.fromEntries([
    ...keys.map((key) => [key, undefined]),
    ...(keys.includes('returnDate') ? [['wantsReturn', false]] : []),
  ]) as Partial<Facts>;

/** A whole answer says by an empty field that the condition is gone. */
const ALL_CONDITIONS = (facts: Partial<Facts>): Partial<Facts> =>
  Object.fromEntries(
    FIELDS.flatMap(([, , keys]) => keys)
      .filter((key) => facts[key] === undefined && key !== 'returnDate' && key !== 'cabin' && key !== 'currency')
      .map((key) => [key, undefined]),
  ) as Partial<Facts>;

/** Reads a place without the code behind its name. */
const place = (value: string) => placeSaid(value.replace(/ ?\([^)]*\)$/, ''));

/** `Paris (PAR) → Rome (ROM) (2027-04-02), …` */
function readLegs(value: string): Partial<Facts> {
  const each = value.matchAll(/([^→,，]+?) → ([^→]+?) ?[(（](\d{4}-\d\d-\d\d)[)）]/g);
  const legs = [...each].map(([, from = '', to = '', date = '']) => ({
    from: place(from.trim()),
    to: place(to.trim()),
    date,
  }));
  const [first, last] = [legs[0], legs.at(-1)];
  return first === undefined || last === undefined
    ? {}
    : { legs, from: first.from, to: last.to, date: first.date, wantsReturn: false };
}

const TYPES: readonly (readonly [RegExp, Passenger['type']])[] = [
  [/^(?:child|儿童)$/i, 'child'],
  [/^(?:infant-seat|infant with a seat|占座婴儿)$/i, 'infant-seat'],
  [/^(?:infant|infant on a lap|婴儿|不占座婴儿)$/i, 'infant'],
];

export function readPassengers(value: string): Passenger[] {
  const each = value.matchAll(/([^,、()（）]+?) ?[(（]([^)）]+)[)）]/g);
  return [...each].map(([, name = '', type = '']) => ({
    name: name.trim(),
    type: TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'adult',
  }));
}

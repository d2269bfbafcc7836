/** A person's answer to one of the skill's forms: a title, then a line for each field, `- Label: value`. */

import { placeNamed, unknownPlace } from '../understand/cities.ts';
import type { Cabin, Facts } from '../understand/facts.ts';

export interface Passenger {
  readonly name: string;
  readonly type: 'adult' | 'child';
}

export interface FormAnswer {
  readonly facts?: Facts;
  readonly passengers?: readonly Passenger[];
  readonly contact?: string;
}

const FIELDS: Readonly<Record<string, string>> = {
  出发城市: 'from',
  From: 'from',
  到达城市: 'to',
  To: 'to',
  出发日期: 'date',
  'Departure date': 'date',
  返程日期: 'return',
  'Return date': 'return',
  成人: 'adults',
  Adults: 'adults',
  '儿童（2–11 岁）': 'children',
  'Children (2 to 11)': 'children',
  舱位: 'cabin',
  Cabin: 'cabin',
  只看直飞: 'direct',
  'Direct flights only': 'direct',
  乘客: 'passengers',
  Passengers: 'passengers',
  行程单邮箱: 'contact',
  'E-mail for the itinerary': 'contact',
};
const CABINS: Readonly<Record<string, Cabin>> = {
  经济舱: 'economy',
  Economy: 'economy',
  超级经济舱: 'premium',
  'Premium economy': 'premium',
  商务舱: 'business',
  Business: 'business',
  头等舱: 'first',
  First: 'first',
};

export const isSkip = (text: string): boolean => /^(?:（我跳过了表单|\(I skipped the form )/.test(text);

/** Undefined for anything else. A summary has the lines of an answer in one. */
export function readFormAnswer(text: string): FormAnswer | undefined {
  const [title = '', ...lines] = text.trim().split(/\s+- (?=[^:：]+[:：])/);
  if (!/[:：]$/.test(title) || lines.length === 0) return undefined;
  const values: Record<string, string> = {};
  for (const line of lines) {
    const [, label = '', value = ''] = /^([^:：]+)[:：]\s*([\s\S]+)$/.exec(line) ?? [];
    const field = FIELDS[label.trim()];
    if (field === undefined) return undefined;
    values[field] = value.trim();
  }
  const { from, to, date, adults, passengers, contact } = values;
  if (passengers !== undefined) {
    return { passengers: readPassengers(passengers), ...(contact === undefined ? {} : { contact }) };
  }
  if (from === undefined || to === undefined || date === undefined) return undefined;
  const cabin = CABINS[values.cabin ?? ''];
  return {
    facts: {
      from: place(from),
      to: place(to),
      date,
      ...(values.return === undefined ? { wantsReturn: false } : { returnDate: values.return, wantsReturn: true }),
      adults: Number(adults ?? 1),
      children: Number(values.children ?? 0),
      ...(cabin === undefined ? {} : { cabin }),
      direct: /^(?:是|yes)$/.test(values.direct ?? ''),
    },
  };
}

/** Without the code behind the name. */
function place(value: string) {
  const name = value.replace(/ ?\([^)]*\)$/, '');
  return placeNamed(name) ?? unknownPlace(name);
}

function readPassengers(value: string): Passenger[] {
  const each = value.matchAll(/([^,、()（）]+?) ?[(（]([^)）]+)[)）]/g);
  return [...each].map(([, name = '', type = '']) => ({
    name: name.trim(),
    type: /^(?:child|儿童)$/.test(type) ? 'child' : 'adult',
  }));
}

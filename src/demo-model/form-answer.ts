/** A person's answer to one of the skill's forms: a title, then a line for each field, `- Label: value`. */

import { defined } from '../shared/defined.ts';
import fields from './data/fields.json' with { type: 'json' };
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

const CABINS: Readonly<Record<string, string>> = fields.cabins;

/** Cabin in a fare's name: Economy Standard, 经济舱标准. */
export const readCabin = (fare: string): Cabin | undefined =>
  Object.entries(CABINS).find(([name]) => fare.startsWith(name))?.[1] as Cabin | undefined;

/** Readers of values by the kind of their field. */
const READ: Readonly<Record<string, (value: string, key: string) => Partial<Facts>>> = {
  number: (value, key) => ({ [key]: Number(value) }),
  word: (value, key) => ({ [key]: value }),
  place: (value, key) => ({ [key]: place(value) }),
  airlines: (value, key) => ({ [key]: airlinesIn(value) }),
  airports: (value, key) => ({ [key]: airportsIn(value) }),
  yes: (value, key) => ({ [key]: /^(?:是|yes)$/.test(value) }),
  return: (value) => ({ returnDate: value, wantsReturn: true }),
  nights: (value) => ({ nights: Number(value), wantsReturn: true }),
  cabin: (value) => defined({ cabin: CABINS[value] as Cabin | undefined }),
  currency: (value) => defined({ currency: currencyNamed(value) }),
  legs: readLegs,
};
const FIELDS = fields.fields.map(({ key, ...field }) => ({ ...field, key: key as keyof Facts }));
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
    const field = FIELDS.find(({ en, zh }) => en === label.trim() || zh === label.trim());
    if (PASSENGERS.test(label.trim())) passengers = readPassengers(value);
    else if (CONTACT.test(label.trim())) contact = value;
    else if (field === undefined) return undefined;
    else facts = { ...facts, ...(NONE.test(value) ? emptied(field.key) : READ[field.kind]?.(value, field.key)) };
  }
  if (passengers !== undefined) return { passengers, ...(contact === undefined ? {} : { contact }) };
  const isWhole = facts.from !== undefined && facts.to !== undefined && (facts.date ?? facts.cheapestOf) !== undefined;
  return isWhole || isChange ? { facts: { ...facts, ...(isChange ? {} : ALL_CONDITIONS(facts)) } as Facts } : undefined;
}

/** A fact that is removed, by its key: merging it over the trip removes it. */
const emptied = (key: keyof Facts): Partial<Facts> => ({
  [key]: undefined,
  ...(key === 'returnDate' ? { wantsReturn: false } : {}),
});

/** A whole answer says by an empty field that the condition is gone. */
const ALL_CONDITIONS = (facts: Partial<Facts>): Partial<Facts> =>
  Object.fromEntries(
    FIELDS.map(({ key }) => key)
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

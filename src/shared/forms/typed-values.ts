/** Reads values as people and models write them (`12 January 2027`, `LHR`, `premium_economy`, `two`) into the fields of a form. */

import { isRecord } from '../defined.ts';
import {
  dayIn,
  type FormAnswers,
  type FormField,
  type FormListItem,
  type FormOption,
  type FormScalar,
  isBlank,
  isDay,
} from './forms.ts';

/** Letters without accents, in lower case. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** `departure_date`, `departureDate` and "Departure date" are one name. */
const squashed = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]+/gu, '');

const two = (part: string): string => part.padStart(2, '0');
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Each alternative is a day later than the one before it. */
const AHEAD = [/^(?:today|今天)$/i, /^(?:tomorrow|明天)$/i, /^(?:(?:the )?day after tomorrow|后天)$/i, /^大后天$/];
/** Common ways to type a day: `2027/3/5`, `2027年3月5日`, `20270305`; a year may be missing. */
const YEAR_FIRST = /^(?:(\d{4})\s*[-/.年])?\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})(?:\s*[-/.]\s*(\d{4}|\d{2}))?$/;
const DAY_NAMED = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)?[\s-]+([a-z]{3,9})\.?(?:,?[\s-]+(\d{4}))?$/i;
const MONTH_NAMED = /^([a-z]{3,9})\.?\s+(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+|[\s（(]*(?:周|星期|礼拜)[一二三四五六日天][)）]?$/i;

const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Year, month and day of a text; the year may be missing. `3/4` is in March or April, so only `monthFirst` decides it. */
function partsOf(
  text: string,
  monthFirst: boolean | undefined,
): readonly [string | undefined, string, string] | undefined {
  const digits = DIGITS.exec(text);
  if (digits !== null) return [digits[1], digits[2] ?? '', digits[3] ?? ''];
  const [, one = '', other = '', late] = YEAR_LAST.exec(text) ?? [];
  if (one !== '') {
    const year = late?.length === 2 ? `20${late}` : late;
    const isMonthFirst = Number(one) > 12 ? false : Number(other) > 12 ? true : monthFirst;
    if (isMonthFirst === undefined) return undefined;
    return isMonthFirst ? [year, one, other] : [year, other, one];
  }
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return [first[1], first[2] ?? '', first[3] ?? ''];
  const [, day = '', name = '', year] = DAY_NAMED.exec(text) ?? [];
  if (monthNumber(name) > 0) return [year, String(monthNumber(name)), day];
  const [, named = '', date = '', after] = MONTH_NAMED.exec(text) ?? [];
  return monthNumber(named) > 0 ? [after, String(monthNumber(named)), date] : undefined;
}

/**
 * @param today from which "tomorrow" and a day without a year count. As it came where it is no day.
 * @param monthFirst whether `3/4` is in March; undefined: it could be either, so it is no day.
 */
export function typedDay(text: string, today: string, monthFirst?: boolean): string {
  const trimmed = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1')
    .replace(WEEKDAY, '');
  const ahead = AHEAD.findIndex((word) => word.test(trimmed));
  if (ahead >= 0) return dayIn(`+${ahead}d`, today) ?? today;
  const parts = partsOf(trimmed, monthFirst);
  if (parts === undefined) return text.trim();
  const [given, month, date] = parts;
  const day = `${given ?? today.slice(0, 4)}-${two(month)}-${two(date)}`;
  return given === undefined && day < today ? `${Number(day.slice(0, 4)) + 1}${day.slice(4)}` : day;
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBERS_ZH = '零一二三四五六七八九十';

/** The one number in a text, such as `2 adults`, `US$1,200`, `两位`. */
function typedNumber(text: string): number | undefined {
  const digits = text.replace(/(\d),(?=\d{3}\b)/g, '$1').match(/-?\d+(?:\.\d+)?/g) ?? [];
  if (digits.length > 0) return digits.length === 1 ? Number(digits[0]) : undefined;
  const words = (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => NUMBERS.includes(word));
  if (words.length > 0) return words.length === 1 ? NUMBERS.indexOf(words[0] ?? '') : undefined;
  const characters = [...text.replaceAll('两', '二')].filter((character) => NUMBERS_ZH.includes(character));
  return characters.length === 1 ? NUMBERS_ZH.indexOf(characters[0] ?? '') : undefined;
}

/** By value, name in either language, code or further word; then without what is in brackets, behind a comma, or last. */
function optionMeant(options: readonly FormOption[], given: string): FormOption | undefined {
  const outside = given.replace(/[(（][^)）]*[)）]/g, ' ').trim();
  const inside = /[(（]([^)）]+)[)）]/.exec(given)?.[1] ?? '';
  const words = outside.split(/\s+/);
  // "Rome or Milan" is neither.
  const isOne = !/\b(?:or|and|not)\b|[/|&或和]/i.test(given);
  const shorter = words.slice(1).map((_, index) => words.slice(0, words.length - 1 - index).join(' '));
  for (const text of isOne ? [given, outside, inside, outside.split(/[,，]/)[0] ?? '', ...shorter] : [given]) {
    const wanted = squashed(text);
    if (wanted === '') continue;
    const parts: ((option: FormOption) => readonly string[])[] = [
      ({ value }) => [value],
      ({ label }) => [label],
      ({ also = '', code = '' }) => [also, code],
      ({ words = '' }) => words.split(','),
    ];
    for (const part of parts) {
      const found = options.find((option) => part(option).some((one) => squashed(one) === wanted));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function readScalar(field: FormField, value: unknown, today: string): FormScalar | undefined {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? '' : String(value).trim();
  if (text === '') return undefined;
  switch (field.kind) {
    case 'number':
      return Array.isArray(value) ? undefined : typedNumber(text);
    case 'yes-no':
      return /^(?:true|yes|y|1|是|要|对)$/i.test(text)
        ? true
        : /^(?:false|no|n|0|否|不|不要)$/i.test(text)
          ? false
          : undefined;
    case 'choice':
    case 'search':
      return optionMeant(field.options ?? [], text)?.value;
    case 'date': {
      const day = typedDay(text, today);
      return isDay(day) ? day : undefined;
    }
    default:
      return text;
  }
}

/** The value under the field's own name or another; `first_name+last_name` names two that make one. */
function givenFor(
  { name, label, short, also = [] }: FormField,
  given: Readonly<Record<string, unknown>>,
): readonly [readonly string[], unknown] {
  const keys = Object.keys(given);
  if (!isBlank(given[name] as FormScalar)) return [[name], given[name]];
  for (const one of [name, label, short ?? '', ...also]) {
    const found = one
      .split('+')
      .map((part) => keys.find((key) => squashed(part) !== '' && squashed(key) === squashed(part)));
    const known = found.flatMap((key) => (key === undefined || isBlank(given[key] as FormScalar) ? [] : [key]));
    if (known.length === found.length)
      return [known, found.length === 1 ? given[known[0] ?? ''] : known.map((key) => given[key]).join(' ')];
  }
  return [[], undefined];
}

function readItem({ fields = [] }: FormField, item: unknown, today: string): FormListItem {
  const [title] = fields;
  const given = isRecord(item) ? item : title === undefined ? {} : { [title.name]: item };
  const entries = fields.flatMap((inner) => {
    const value = readScalar(inner, givenFor(inner, given)[1] ?? '', today) ?? inner.initial;
    return value === undefined ? [] : [[inner.name, value] as const];
  });
  return Object.fromEntries(entries);
}

function readField(field: FormField, value: unknown, today: string): FormAnswers[string] | undefined {
  const many = Array.isArray(value) ? value : [value];
  if (field.kind === 'list') return many.map((item) => readItem(field, item, today));
  if (field.kind !== 'choices') return readScalar(field, value, today);
  const all = many.flatMap((one) => (typeof one === 'string' ? one.split(/[,，、]/) : String(one)));
  const meant = all.map((one) => optionMeant(field.options ?? [], one)?.value);
  return meant.every((one) => one !== undefined) ? meant : undefined;
}

export interface KnownValues {
  readonly values: FormAnswers;
  /** Fields whose value does not fit: left empty, without a default. */
  readonly misfits: readonly string[];
  /** Given names that no field has, and values, as `hat: red`. */
  readonly unknown: readonly string[];
}

/** Prefills fields with what the model knows. An `unclear` field has no default: only the user knows. */
export function knownValues(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  today: string,
  unclear: readonly string[] = [],
): KnownValues {
  // `{"passengers": {"adults": 2}}`: a group that is no field is its parts.
  const groups = Object.entries(values).filter(([, value]) => isRecord(value));
  const flat: Record<string, unknown> = Object.fromEntries(
    groups.flatMap(([, group]) => Object.entries(group as object)),
  );
  Object.assign(
    flat,
    Object.fromEntries(Object.entries(values).filter(([, value]) => !isRecord(value) && !isBlank(value as FormScalar))),
  );
  const misfits: string[] = [];
  const used = new Set<string>();
  const known: FormAnswers = {};
  for (const field of fields) {
    const [keys, value] = givenFor(field, flat);
    for (const key of keys) used.add(key);
    const read = keys.length === 0 ? undefined : readField(field, value, today);
    if (read !== undefined) known[field.name] = read;
    else if (keys.length > 0) misfits.push(field.name);
    else if (field.initial !== undefined && !unclear.includes(field.name)) known[field.name] = field.initial;
  }
  const unknown = Object.entries(flat).flatMap(([name, value]) =>
    used.has(name) ? [] : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
  return { values: known, misfits, unknown };
}

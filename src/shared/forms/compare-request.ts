/**
 * The user's request, beside what a quote would give: the facts of the request, and `terms` of the quote's card, both
 * by the fields of the skill's request form.
 */
import { type CardText, type CardValue, moneySchema } from '../cards/plain-card.ts';
import type { Compared } from './compared.ts';
import { type Facts, factOf } from './current-request.ts';
import { valueText } from './form-words.ts';
import { FORM_LANGUAGES, type FormField, type FormLanguage, isDay, replacedFields } from './forms.ts';

/** The request form's fields in each language: the quote is read in either. */
export type FieldsByLanguage = Readonly<Record<FormLanguage, readonly FormField[]>>;

/** In the order of the form, what differs first. A field that was not asked for, or of which the quote says nothing, is left out. */
export function compareRequest(fields: FieldsByLanguage, asked: Facts, terms: Facts): readonly Compared[] {
  const replaced = replacedFields(fields.en, asked);
  const rows = fields.en.flatMap((field, index): Compared[] => {
    if (replaced.includes(field.name)) return [];
    const wanted = factOf(asked, field.name);
    const is = factOf(terms, field.name);
    if (!isSaid(wanted) || !isSaid(is, true)) return [];
    const differs = !fits(field, wanted, is, asked);
    // None of something is only worth a word where there is some.
    if (wanted === 0 && !differs) return [];
    const texts = (value: unknown) => shown(field, fields.zh[index] ?? field, value, asked);
    const label = inBoth((language) => {
      const own = language === 'zh' ? (fields.zh[index] ?? field) : field;
      return own.short ?? own.label;
    });
    const found =
      field.compare === 'none-of' && differs ? listOf(is).filter((one) => listOf(wanted).includes(one)) : is;
    return [{ field: field.name, label, asked: texts(wanted), is: texts(found), differs }];
  });
  return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)];
}

function isSaid(value: unknown, orNo = false): boolean {
  if (value === undefined || value === null || value === '') return false;
  return Array.isArray(value) ? value.length > 0 || orNo : value !== false || orNo;
}

function fits(field: FormField, asked: unknown, is: unknown, facts: Facts): boolean {
  switch (field.compare) {
    case 'none-of':
      return !listOf(is).some((one) => listOf(asked).includes(one));
    case 'only':
      return listOf(is).every((one) => listOf(asked).includes(one));
    case 'at-most':
    case 'at-least': {
      const [most, amount] = [rank(asked), rank(is)];
      const isOtherUnit =
        field.unit !== undefined && unitOf(is) !== undefined && unitOf(is) !== (facts[field.unit] ?? unitOf(is));
      if (most === undefined || amount === undefined || isOtherUnit) return false;
      return field.compare === 'at-most' ? amount <= most : amount >= most;
    }
    case undefined:
      return sameDay(field, asked, is, facts) ?? isSame(asked, is);
  }
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(String);

/** A day that may be missed by some days; undefined where it may not. */
function sameDay({ within }: FormField, asked: unknown, is: unknown, facts: Facts): boolean | undefined {
  const days = within === undefined ? 0 : Number(facts[within] ?? 0);
  const [one, other] = [rank(asked), rank(is)];
  return days > 0 && one !== undefined && other !== undefined ? Math.abs(one - other) <= days : undefined;
}

/** A place asked for by its city is any of that city's; one that names its airport is that one alone. */
function isSame(asked: unknown, is: unknown): boolean {
  if (Array.isArray(asked) || Array.isArray(is)) {
    const [wanted, found] = [asked, is].map((value) => (Array.isArray(value) ? value : [value]));
    return wanted?.length === found?.length && (wanted ?? []).every((one, index) => isSame(one, found?.[index]));
  }
  if (!isNode(asked)) return namesOf(is).includes(String(asked).toLowerCase());
  if (!('code' in asked)) return Object.keys(asked).every((key) => isNode(is) && isSame(asked[key], is[key]));
  return 'airport' in asked && isNode(is)
    ? asked.code === is.code
    : namesOf(is).includes(String(asked.code).toLowerCase());
}

const isNode = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);

const namesOf = (value: unknown): readonly string[] =>
  (isNode(value) ? [value.code, value.cityCode, value.city, value.cityZh] : [value])
    .filter((name) => name !== undefined)
    .map((name) => String(name).toLowerCase());

const CLOCK = /^(\d{2}):(\d{2})(?:([+-]\d))?$/;
const DAY_MS = 86_400_000;

/** Numbers and sums as they are, times of day in minutes, days in days. */
function rank(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const money = moneySchema.safeParse(value);
  if (money.success) return money.data.amount;
  if (typeof value !== 'string') return undefined;
  const [, hours, minutes, days = '0'] = CLOCK.exec(value) ?? [];
  if (hours !== undefined) return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
  return isDay(value) ? Date.parse(value) / DAY_MS : undefined;
}

const unitOf = (value: unknown): string | undefined => moneySchema.safeParse(value).data?.currency;

const inBoth = (say: (language: FormLanguage) => string): CardText => {
  const texts = Object.fromEntries(FORM_LANGUAGES.map((language) => [language, say(language)]));
  return texts.en === texts.zh ? (texts.en ?? '') : texts;
};

function shown(en: FormField, zh: FormField, value: unknown, facts: Facts): CardValue {
  const money = moneySchema.safeParse(value);
  if (money.success) return money.data;
  if (typeof value === 'number') {
    const currency = en.unit === undefined ? undefined : facts[en.unit];
    return typeof currency === 'string' ? { amount: value, currency } : value;
  }
  if (en.kind === 'date' && typeof value === 'string') return { date: value };
  return inBoth((language) => textOf(language === 'zh' ? zh : en, value, language));
}

function textOf(field: FormField, value: unknown, language: FormLanguage): string {
  if (Array.isArray(value)) {
    const between = language === 'zh' ? '、' : ', ';
    return value.map((one) => textOf(field, one, language)).join(between);
  }
  if (!isNode(value)) return valueText(field, typeof value === 'boolean' ? value : String(value), language);
  const { code, city, cityZh, airport, airportZh } = value;
  const own = language === 'zh' ? (airportZh ?? cityZh ?? city) : (airport ?? city);
  if (code === undefined)
    return Object.values(value)
      .map((one) => textOf(field, one, language))
      .join(' ');
  return own === undefined ? String(code) : `${String(own)} (${String(code)})`;
}

/**
 * The user's request, beside what a quote would give: the facts of the request, and `terms` of the quote's card, both
 * by the fields of the skill's request form.
 */
import { type CardText, type CardValue, cardHeadSchema, moneySchema } from '../cards/card.ts';
import { parseCard } from '../cards/registry.ts';
import type { CallView, SessionState } from '../session-state.ts';
import type { Compared } from './compared.ts';
import { valueText } from './form-words.ts';
import {
  type ChangedFact,
  FORM_LANGUAGES,
  type Form,
  type FormAnswers,
  type FormField,
  type FormLanguage,
  formIn,
  isBlank,
  isDay,
  replacedFields,
  todayHere,
} from './forms.ts';
import { knownValues } from './typed-values.ts';

/**
 * The user's current request, in the facts of a skill's request form: filled in, answered, or searched for.
 * Read from the session alone, so that every host and every past moment shows the same.
 */
export type Facts = Readonly<Record<string, unknown>>;

export interface CurrentRequest {
  readonly skill: string;
  /** Form that was shown; undefined before any was: then the skill's folder has it. */
  readonly form: Form | undefined;
  /** Values of fields, as the form or the search's own card gives them; fitted by `requestValues`. */
  readonly facts: Facts;
  readonly unused: readonly string[];
  readonly unclear: readonly string[];
  /** The call whose form waits for an answer. */
  readonly waiting: string | undefined;
}

/** Undefined where nothing is asked for, and after it was done: a record such as a booking ends a request. */
export function currentRequest({ messages, calls, catalog }: SessionState): CurrentRequest | undefined {
  let request: CurrentRequest | undefined;
  for (const message of messages) {
    if (message.role === 'user') {
      const { form: reply } = message;
      const isAnswer = reply !== undefined && reply.callId === request?.waiting;
      if (request === undefined) continue;
      request =
        isAnswer && reply.outcome === 'submitted'
          ? { ...request, facts: reply.answers, unused: [], unclear: [], waiting: undefined }
          : { ...changed(request, message.fact), waiting: undefined };
    }
    if (message.role !== 'tool') continue;
    const call = Object.hasOwn(calls, message.callId) ? calls[message.callId] : undefined;
    if (request !== undefined) request = changed(request, call?.approval?.fact);
    const form = formIn(call?.data);
    if (form?.request === true && form.id !== undefined) {
      const { values, unused = [], unclear = [] } = form;
      request = { skill: form.id.split('/')[0] ?? '', form, facts: values, unused, unclear, waiting: message.callId };
      continue;
    }
    const head = cardHeadSchema.safeParse(call?.data);
    if (!head.success || call === undefined) continue;
    if (endsRequest(call)) request = undefined;
    else if (isFacts(head.data.query)) request = searched(request, head.data.query, skillOf(call, catalog));
  }
  return request;
}

/** One that was removed stays in the facts as null, so that the name of a day in a search does not bring it back. */
function changed(request: CurrentRequest, fact: ChangedFact | undefined): CurrentRequest {
  if (fact === undefined) return request;
  const unclear = request.unclear.filter((name) => name !== fact.field);
  return { ...request, facts: { ...request.facts, [fact.field]: fact.value }, unclear };
}

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A run that asked for an approval and made a record. */
const endsRequest = (call: CallView): boolean =>
  call.approval?.decision !== undefined && call.status === 'done' && (parseCard(call.data)?.records.length ?? 0) > 0;

/** By the path of the script that ran. */
const skillOf = ({ script, arguments: json }: CallView, catalog: SessionState['catalog']): string | undefined =>
  catalog.find(({ id }) => [script?.command, json].some((text) => text?.split(/[/\\]/).includes(id)))?.id;

function searched(
  before: CurrentRequest | undefined,
  query: Facts,
  skill: string | undefined,
): CurrentRequest | undefined {
  const owner = skill ?? before?.skill;
  if (owner === undefined) return before;
  const known = before?.skill === owner ? before : undefined;
  const facts = { ...known?.facts, ...query };
  const isAnswered = known?.waiting === undefined;
  return {
    skill: owner,
    form: known?.form,
    facts,
    unused: isAnswered ? [] : known.unused,
    unclear: isAnswered ? [] : known.unclear,
    waiting: undefined,
  };
}

/** A search may name a day by the field's name and "Date". */
const factOf = (facts: Facts, name: string): unknown =>
  Object.hasOwn(facts, name) ? facts[name] : facts[`${name}Date`];

const asScalars = (own: unknown): readonly unknown[] =>
  isFacts(own) ? [own.cityCode, own.code, own.city, own.cityZh, own.name] : [own];

/** Items with a place as its city's code. */
const asItems = (own: unknown): unknown =>
  !Array.isArray(own)
    ? own
    : own.map((item: unknown) =>
        isFacts(item)
          ? Object.fromEntries(
              Object.entries(item).map(([key, value]) => [key, asScalars(value).find((one) => one !== undefined)]),
            )
          : item,
      );

/** A search may name a day by the field's name and "Date", and a place by an object with its code and names. */
export function requestValues(fields: readonly FormField[], facts: Facts): FormAnswers {
  const given = fields.flatMap(({ name, kind }) => {
    const own = factOf(facts, name);
    const listed =
      kind === 'text' && Array.isArray(own) ? [own.join(', ')] : kind === 'list' ? [asItems(own)] : asScalars(own);
    return [[name, listed] as const];
  });
  const values: FormAnswers = {};
  const replaced = replacedFields(fields, facts);
  for (const field of fields) {
    if (replaced.includes(field.name)) continue;
    for (const one of given.find(([name]) => name === field.name)?.[1] ?? []) {
      const { initial: _default, ...bare } = field;
      const fitted = knownValues([bare], { [field.name]: one }, todayHere()).values[field.name];
      if (isBlank(fitted) || fitted === undefined) continue;
      values[field.name] = fitted;
      break;
    }
  }
  return values;
}

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

/** Validates form answers: the same check while typing, on the terminal, and in the core. */
import {
  dayIn,
  type Form,
  type FormAnswers,
  type FormField,
  type FormListItem,
  type FormOption,
  type FormValue,
  isBlank,
  isDay,
  replacedFields,
} from './forms.ts';
import { folded } from './typed-values.ts';

const plain = (text: string): string => folded(text).replace(/[\s'’-]+/g, '');

/** Beginnings of the words of a name; a script without spaces has one at every character. */
function beginnings(name: string): string[] {
  const parts = folded(name).split(/[\s'’()/-]+/);
  const at = (index: number) => plain(parts.slice(index).join(' '));
  const words = parts.map((_, index) => at(index));
  return /\p{Script=Han}/u.test(name)
    ? [...words, ...[...plain(name)].map((_, index, all) => all.slice(index).join(''))]
    : words;
}

/**
 * Match score of an option for the typed text: 0 for no match. A name is found by the beginning of each of its words,
 * never by the middle of one; the whole name, codes and the beginning of the name rank first.
 */
export function rankOption({ label, also = '', code = '', words = '' }: FormOption, query: string): number {
  const wanted = plain(query);
  if (wanted === '') return 1;
  const names = [label, also].map(plain);
  // A city before the airports that are found by its name.
  if (names.includes(wanted)) return 5;
  const codes = [code, ...words.split(/[\s,]+/)].map(plain);
  if (codes.includes(wanted)) return 4;
  if (names.some((name) => name.startsWith(wanted))) return 3;
  if (codes.some((one) => one.startsWith(wanted))) return 2;
  return [label, also].some((name) => beginnings(name).some((one) => one.startsWith(wanted))) ? 1 : 0;
}

const FAULT_CODES = [
  ...(['required', 'wrong-type', 'too-short', 'too-long', 'pattern', 'email', 'date', 'date-time'] as const),
  ...(['too-early', 'too-late', 'before-other', 'same-as-other', 'number', 'whole', 'too-small'] as const),
  ...(['too-big', 'step', 'not-an-option', 'too-few', 'too-many', 'twice'] as const),
] as const;
type FaultCode = (typeof FAULT_CODES)[number];

export interface FormFault {
  readonly code: FaultCode;
  /** The limit that was passed, the other field's label, or what fits instead. */
  readonly limit?: string | number;
}

/** Keyed by field; a field of a list item is `passengers.0.name`. Empty if all answers are valid. */
export type FormFaults = Readonly<Record<string, FormFault>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:\d{2})?$/;

export interface FormChecks {
  /** `YYYY-MM-DD`, of the person's own calendar. */
  readonly today: string;
  /** `formPatterns()`, which the page loads where a field has a pattern: the core checks each answer anyway. */
  readonly matches: (pattern: string, text: string) => boolean;
}

export function checkAnswers(form: Pick<Form, 'fields'>, answers: FormAnswers, checks: FormChecks): FormFaults {
  const faults: Record<string, FormFault> = {};
  const replaced = replacedFields(form.fields, answers);
  for (const field of form.fields) {
    if (replaced.includes(field.name)) continue;
    const value = answers[field.name];
    const fault = checkField(field, value, checks) ?? checkAgainst(field, value, form.fields, answers);
    if (fault !== undefined) faults[field.name] = fault;
    if (field.kind === 'list' && isListValue(value)) Object.assign(faults, checkItems(field, value, checks));
  }
  return faults;
}

export const isListValue = (value: FormValue | undefined): value is FormListItem[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object');

function checkItems(field: FormField, items: readonly FormListItem[], checks: FormChecks): Record<string, FormFault> {
  const faults: Record<string, FormFault> = {};
  for (const [index, item] of items.entries()) {
    for (const inner of field.fields ?? []) {
      const fault = checkField(inner, item[inner.name], checks);
      if (fault !== undefined) faults[`${field.name}.${index}.${inner.name}`] = fault;
    }
  }
  return faults;
}

function checkField(field: FormField, value: FormValue | undefined, checks: FormChecks): FormFault | undefined {
  if (isBlank(value) || value === undefined) {
    return field.required
      ? { code: field.minItems === undefined ? 'required' : 'too-few', limit: field.minItems ?? 1 }
      : undefined;
  }
  switch (field.kind) {
    case 'number':
      return typeof value === 'number' ? checkNumber(field, value) : { code: 'number' };
    case 'yes-no':
      return typeof value === 'boolean' ? undefined : { code: 'wrong-type' };
    case 'choices':
    case 'list':
      return checkMany(field, value);
    default:
      return typeof value === 'string' ? checkText(field, value.trim(), checks) : { code: 'wrong-type' };
  }
}

function checkText(field: FormField, value: string, { today, matches }: FormChecks): FormFault | undefined {
  const { minLength, maxLength, pattern, patternHint } = field;
  switch (field.kind) {
    case 'choice':
    case 'search':
      return field.options?.some((option) => option.value === value) === true ? undefined : { code: 'not-an-option' };
    case 'date':
      return isDay(value) ? checkDay(field, value, today) : { code: 'date' };
    case 'date-time':
      return DATE_TIME.test(value) && isDay(value.slice(0, 10))
        ? checkDay(field, value.slice(0, 10), today)
        : { code: 'date-time' };
    case 'email':
      return EMAIL.test(value) && value.length <= 254 ? undefined : { code: 'email' };
    default: {
      const length = [...value].length;
      if (minLength !== undefined && length < minLength) return { code: 'too-short', limit: minLength };
      if (maxLength !== undefined && length > maxLength) return { code: 'too-long', limit: maxLength };
      if (pattern === undefined || matches(pattern, value)) return undefined;
      return { code: 'pattern', ...(patternHint === undefined ? {} : { limit: patternHint }) };
    }
  }
}

function checkDay(field: FormField, value: string, today: string): FormFault | undefined {
  const [from, to] = [dayIn(field.from, today), dayIn(field.to, today)];
  if (from !== undefined && value < from) return { code: 'too-early', limit: from };
  return to !== undefined && value > to ? { code: 'too-late', limit: to } : undefined;
}

function checkNumber({ min, max, step, integer }: FormField, value: number): FormFault | undefined {
  if (!Number.isFinite(value)) return { code: 'number' };
  if (integer === true && !Number.isInteger(value)) return { code: 'whole' };
  if (min !== undefined && value < min) return { code: 'too-small', limit: min };
  if (max !== undefined && value > max) return { code: 'too-big', limit: max };
  if (step === undefined) return undefined;
  const steps = (value - (min ?? 0)) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? undefined : { code: 'step', limit: step };
}

function checkMany(field: FormField, value: FormValue): FormFault | undefined {
  if (!Array.isArray(value)) return { code: 'wrong-type' };
  const { minItems, maxItems, options } = field;
  if (field.kind === 'choices') {
    if (!value.every((one) => options?.some((option) => option.value === one))) return { code: 'not-an-option' };
    if (new Set<unknown>(value).size < value.length) return { code: 'twice' };
  } else if (!isListValue(value)) return { code: 'wrong-type' };
  if (minItems !== undefined && value.length < minItems) return { code: 'too-few', limit: minItems };
  return maxItems !== undefined && value.length > maxItems ? { code: 'too-many', limit: maxItems } : undefined;
}

/** Days and times as text. A day and a time are compared by their days. */
function isBefore(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}

/** Checks constraints between fields. */
function checkAgainst(
  field: FormField,
  value: FormValue | undefined,
  fields: readonly FormField[],
  answers: FormAnswers,
): FormFault | undefined {
  if (isBlank(value)) return undefined;
  const other = (name: string | undefined) => {
    const found = name === undefined ? undefined : fields.find((one) => one.name === name);
    const theirs = found === undefined ? undefined : answers[found.name];
    return found === undefined || isBlank(theirs) ? undefined : { label: found.label, value: theirs };
  };
  const earlier = other(field.notBefore);
  if (earlier !== undefined && isBefore(String(value), String(earlier.value)))
    return { code: 'before-other', limit: earlier.label };
  const twin = other(field.differsFrom);
  return twin !== undefined && twin.value === value ? { code: 'same-as-other', limit: twin.label } : undefined;
}

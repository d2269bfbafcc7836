/**
 * A form that the model asks the user to fill in: fields read from a small JSON Schema (`form-schema.ts`). The result
 * of the `ask_user` call holds it as `data`, complete with the options of its searches, so that the log alone shows it
 * again. The answer is a user message whose `form` names the call.
 */
import { z } from 'zod';
import { perObject } from '../defined.ts';

export const FORM_LANGUAGES = ['en', 'zh'] as const;
export type FormLanguage = (typeof FORM_LANGUAGES)[number];

const FIELD_KINDS = [
  'text',
  'long-text',
  'email',
  'date',
  'date-time',
  'number',
  'yes-no',
  'choice',
  'choices',
  'search',
  'list',
] as const satisfies readonly string[];
type FieldKind =
  | 'text'
  | 'long-text'
  | 'email'
  | 'date'
  | 'date-time'
  | 'number'
  | 'yes-no'
  /** One of a few. */
  | 'choice'
  /** Several of a few. */
  | 'choices'
  /** One of many, found by typing. */
  | 'search'
  /** The same few fields once for each of several things, such as passengers. */
  | 'list';

/** Comparison of a fact with what was asked; without one of these it has to be the same. */
export const COMPARISONS = ['at-most', 'at-least', 'none-of', 'only'] as const;

const optionSchema = z.object({
  value: z.string(),
  label: z.string(),
  /** Its name in the other language. */
  also: z.string().optional(),
  code: z.string().optional(),
  /** Other words that find it. */
  words: z.string().optional(),
});
export type FormOption = z.infer<typeof optionSchema>;

const scalar = z.union([z.string().max(5_000), z.number(), z.boolean()]);
export type FormScalar = z.infer<typeof scalar>;

const plainFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** In place of the label, where there is little room. */
  short: z.string().optional(),
  /** Rarely needed: folded away until it has a value or is opened. */
  more: z.literal(true).optional(),
  /** Below the field. */
  hint: z.string().optional(),
  /** Placeholder of the empty field. */
  example: z.string().optional(),
  required: z.boolean(),
  initial: scalar.optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  /** Description of a value that matches `pattern`. */
  patternHint: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  integer: z.boolean().optional(),
  /** `YYYY-MM-DD`, `today`, or days from today as `+330d`. */
  from: z.string().optional(),
  to: z.string().optional(),
  /** Name of a date field that this one is not before. */
  notBefore: z.string().optional(),
  /** Name of a field that this one is not the same as. */
  differsFrom: z.string().optional(),
  compare: z.enum(COMPARISONS).optional(),
  /** Name of the field that holds the currency of this one. */
  unit: z.string().optional(),
  /** Names of fields that this one, where it has a value, takes the place of. */
  insteadOf: z.array(z.string()).optional(),
  /** Other names under which a model may give its value. */
  also: z.array(z.string()).optional(),
  /** Name of the field with the days by which this one may be missed. */
  within: z.string().optional(),
  options: z.array(optionSchema).optional(),
  kind: z.enum(FIELD_KINDS as readonly FieldKind[]),
});

const fieldSchema = plainFieldSchema.extend({
  /** For `choices` and `list`. */
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  /** For `list`: the name of one item. */
  itemLabel: z.string().optional(),
  fields: z.array(plainFieldSchema).optional(),
});
export type FormField = z.infer<typeof fieldSchema>;

export const listItem = z.record(z.string().max(100), scalar);
export type FormListItem = z.infer<typeof listItem>;
export const answersSchema = z.record(
  z.string().max(100),
  z.union([scalar, z.array(z.string().max(1_000)).max(200), z.array(listItem).max(50)]),
);
export type FormAnswers = z.infer<typeof answersSchema>;
export type FormValue = FormAnswers[string];

/** `SKILL/ID` of a form. */
export const formId = z.string().max(300);

/** The answers that a form was last sent with. */
export const recentRequestSchema = z.object({ form: formId, answers: answersSchema, at: z.string() });
export type RecentRequest = z.infer<typeof recentRequestSchema>;

export const formSchema = z.object({
  kind: z.literal('form'),
  version: z.literal(1),
  /** `SKILL/ID` of a form that a skill defines. */
  id: z.string().optional(),
  language: z.enum(FORM_LANGUAGES),
  title: z.string(),
  message: z.string().optional(),
  submitLabel: z.string().optional(),
  fields: z.array(fieldSchema).min(1),
  values: answersSchema,
  /** Its fields are the facts of what the user wants: the screen shows them while it is worked on. */
  request: z.literal(true).optional(),
  /** Words of the user that no field holds. */
  unused: z.array(z.string()).optional(),
  /** Names of fields that were left empty because what was said has two readings. */
  unclear: z.array(z.string()).optional(),
});
export type Form = z.infer<typeof formSchema>;

/** One fact of the request that the user changed, which the text beside it says in words; null: removed. */
export const changedFactSchema = z.object({
  field: z.string().max(100),
  value: z.union([answersSchema.valueType, z.null()]),
});
export type ChangedFact = z.infer<typeof changedFactSchema>;

export const FORM_OUTCOMES = ['submitted', 'skipped'] as const;
export const formReplySchema = z.object({
  /** Id of the `ask_user` call. */
  callId: z.string(),
  outcome: z.enum(FORM_OUTCOMES),
  answers: answersSchema,
});
export type FormReply = z.infer<typeof formReplySchema>;

const read = perObject((data: object): Form | undefined =>
  'kind' in data && data.kind === 'form' ? formSchema.safeParse(data).data : undefined,
);

/** The form in a call's `data`, or undefined where it is none that this version shows. Read once for each object. */
export function formIn(data: unknown): Form | undefined {
  return typeof data === 'object' && data !== null ? read(data) : undefined;
}

export function isBlank(value: FormValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** Names of the fields in whose place another one has a value. */
export const replacedFields = (
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): readonly string[] =>
  fields.flatMap(({ name, insteadOf = [] }) => (isBlank(values[name] as FormValue | undefined) ? [] : insteadOf));

/** @returns `YYYY-MM-DD`; undefined for what is no day. @param today of the person's own calendar. */
export function dayIn(text: string | undefined, today: string): string | undefined {
  if (text === undefined) return undefined;
  if (text === 'today') return today;
  const ahead = /^\+(\d{1,4})d$/.exec(text)?.[1];
  if (ahead === undefined) return isDay(text) ? text : undefined;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + Number(ahead));
  return day.toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The day on the wall calendar of this machine. */
export function todayHere(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

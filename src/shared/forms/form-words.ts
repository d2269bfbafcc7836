/** A form and its answers as text: for the model, and where no form can be drawn. */

import { translatorFor } from '../messages/translate.ts';
import type { FormFaults } from './form-check.ts';
import {
  type Form,
  type FormField,
  type FormLanguage,
  type FormListItem,
  type FormReply,
  type FormValue,
  isBlank,
  replacedFields,
} from './forms.ts';

/**
 * The person's message: plain words in the form's language, one line a field that was filled in. The model reads this
 * and nothing else.
 */
export function replyText(form: Form, { outcome, answers }: Pick<FormReply, 'outcome' | 'answers'>): string {
  const t = translatorFor(form.language);
  if (outcome === 'skipped') return t('forms.reply.skipped', { title: form.title });
  const colon = t('forms.reply.colon');
  const replaced = replacedFields(form.fields, answers);
  const lines = form.fields.flatMap((field) => {
    const value = answers[field.name];
    return isBlank(value) || value === undefined || replaced.includes(field.name)
      ? []
      : [`- ${field.label}${colon}${valueText(field, value, form.language)}`];
  });
  return [`${form.title}${colon.trimEnd()}`, ...lines].join('\n');
}

/**
 * The person's message for one field that was changed on the screen; the others stay as they are.
 * @param value undefined: removed.
 */
export function changeText(
  form: Pick<Form, 'title' | 'language'>,
  field: FormField,
  value: FormValue | undefined,
): string {
  const t = translatorFor(form.language);
  const said = isBlank(value) || value === undefined ? t('common.none') : valueText(field, value, form.language);
  const colon = t('forms.reply.colon');
  return `${t('forms.reply.change', { title: form.title })}${colon.trimEnd()}\n- ${field.label}${colon}${said}`;
}

/** A value as a person reads it: an option's name with its code, yes or no. */
export function valueText(field: FormField, value: FormValue, language: FormLanguage): string {
  const t = translatorFor(language);
  if (typeof value === 'boolean') return t(value ? 'forms.reply.yes' : 'forms.reply.no');
  if (!Array.isArray(value)) return optionText(field, String(value));
  return value
    .map((one) => (typeof one === 'string' ? optionText(field, one) : itemText(field, one, language)))
    .join(t('forms.reply.comma'));
}

function itemText(field: FormField, item: FormListItem, language: FormLanguage): string {
  const parts: string[] = [];
  for (const inner of field.fields ?? []) {
    const value = item[inner.name];
    if (isBlank(value) || value === undefined) continue;
    const said = valueText(inner, value, language);
    // From one to another.
    if (inner.differsFrom === undefined || parts.length !== 1) parts.push(said);
    else parts[0] = `${parts[0]} → ${said}`;
  }
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return first;
  return language === 'zh' ? `${first}（${rest.join('，')}）` : `${first} (${rest.join(', ')})`;
}

function optionText(field: FormField, value: string): string {
  const option = field.options?.find((one) => one.value === value);
  if (option === undefined) return value;
  return option.code === undefined ? option.label : `${option.label} (${option.code})`;
}

/** Describes a field's error in one sentence that says what is valid. */
/** The part of a form, or of a request, that says what the model did with a person's words. */
export interface FormReading {
  readonly fields: Form['fields'];
  readonly unused?: readonly string[] | undefined;
  /** Names of fields. */
  readonly unclear?: readonly string[] | undefined;
}

/** Unused words, and fields that could be read in two ways; may be empty. */
export function notUsedText({ fields, unused = [], unclear = [] }: FormReading, language: FormLanguage): string {
  const t = translatorFor(language);
  const quoted = (words: readonly string[]): string =>
    words.map((one) => t('forms.quoted', { words: one })).join(t('forms.reply.comma'));
  const labels = fields.filter(({ name }) => unclear.includes(name)).map(({ label }) => label);
  return [
    unused.length === 0 ? '' : t('forms.unused', { words: quoted(unused) }),
    labels.length === 0 ? '' : t('forms.unclear', { fields: quoted(labels) }),
  ]
    .filter((one) => one !== '')
    .join(' ');
}

export function faultText({ code, limit = '' }: FormFaults[string], language: FormLanguage): string {
  // Its own words say more than that the format is wrong.
  if (code === 'pattern' && limit !== '') return String(limit);
  return translatorFor(language)(`forms.faults.${code}`, { limit }).trim();
}

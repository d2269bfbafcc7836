/**
 * Prefills fields with what the model knows; values that do not fit are omitted and reported. An `unclear` field has no
 * default either: only the user knows.
 */
import type { FormAnswers, FormField, FormListItem, FormOption, FormScalar } from './forms.ts';

export function knownValues(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  unclear: readonly string[] = [],
): { readonly values: FormAnswers; readonly dropped: readonly string[] } {
  const known: FormAnswers = Object.fromEntries(
    fields.flatMap(({ name, initial }) => (initial === undefined || unclear.includes(name) ? [] : [[name, initial]])),
  );
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) {
      dropped.push(`there is no field "${name}"`);
      continue;
    }
    if (value === null || value === undefined || value === '') continue;
    const fitting = fitted(field, value);
    if (fitting === undefined) dropped.push(`"${name}"`);
    else known[name] = fitting;
  }
  return { values: known, dropped };
}

function fitted(field: FormField, value: unknown): FormAnswers[string] | undefined {
  if (field.kind === 'list') {
    return Array.isArray(value) ? value.flatMap((item): FormListItem[] => fitItem(field, item) ?? []) : undefined;
  }
  if (field.kind === 'choices') {
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((one) => optionMeant(field.options ?? [], String(one))?.value ?? []);
  }
  return fitScalar(field, value);
}

function fitItem(field: FormField, item: unknown): FormListItem[] | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const entries = (field.fields ?? []).flatMap((inner) => {
    const value = fitScalar(inner, (item as Readonly<Record<string, unknown>>)[inner.name]) ?? inner.initial;
    return value === undefined ? [] : [[inner.name, value] as const];
  });
  return [Object.fromEntries(entries)];
}

function fitScalar(field: Pick<FormField, 'kind' | 'options'>, value: unknown): FormScalar | undefined {
  switch (field.kind) {
    case 'number': {
      const number = typeof value === 'string' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    }
    case 'yes-no':
      return typeof value === 'boolean' ? value : undefined;
    case 'choice':
    case 'search':
      return optionMeant(field.options ?? [], String(value))?.value;
    default:
      return typeof value === 'string' ? value : undefined;
  }
}

/** Matches by value, by a name in either language, or by code. */
function optionMeant(options: readonly FormOption[], given: string): FormOption | undefined {
  const wanted = given.trim().toLowerCase();
  const by = (part: (option: FormOption) => string | undefined) =>
    options.find((option) => part(option)?.toLowerCase() === wanted);
  return by(({ value }) => value) ?? by(({ label }) => label) ?? by(({ also }) => also) ?? by(({ code }) => code);
}

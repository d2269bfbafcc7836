import { type Form, type FormAnswers, isBlank } from '../../../shared/forms/forms.ts';

/**
 * Preferences for fields of which nothing is known: not for one that was left open as unclear, nor for one that would be
 * the same as a field it has to differ from.
 */
export function preferredFor({ fields, values, unclear = [] }: Form, preferences: FormAnswers): FormAnswers {
  const isTwin = (name: string, value: unknown) =>
    fields.some(
      (one) =>
        (one.differsFrom === name && values[one.name] === value) ||
        (one.name === name && one.differsFrom !== undefined && values[one.differsFrom] === value),
    );
  return Object.fromEntries(
    fields.flatMap(({ name }): [string, FormAnswers[string]][] => {
      const value = preferences[name];
      if (value === undefined || isBlank(value) || !isBlank(values[name])) return [];
      return unclear.includes(name) || isTwin(name, value) ? [] : [[name, value]];
    }),
  );
}

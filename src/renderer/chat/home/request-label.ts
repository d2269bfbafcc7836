import { valueText } from '../../../shared/forms/form-words.ts';
import { type Form, type FormAnswers, isBlank } from '../../../shared/forms/forms.ts';
import { dateInWords } from '../../cards/local-time.ts';
import type { Words } from '../../shared/words.ts';

/** Places and days, without the code behind a name: enough to know it again. */
export function requestLabel(words: Words, form: Form, answers: FormAnswers): string {
  return form.fields
    .flatMap((field) => {
      const value = answers[field.name];
      if (value === undefined || isBlank(value) || !['search', 'date', 'text'].includes(field.kind)) return [];
      if (field.kind === 'date') return [dateInWords(words, String(value))];
      return [valueText(field, value, form.language).replace(/ \([^)]*\)$/, '')];
    })
    .join(' · ');
}

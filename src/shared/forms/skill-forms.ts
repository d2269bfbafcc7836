/**
 * The forms that a skill's `forms.md` defines: a separate fence for each, so that the file stays a text to read.
 *
 *     ```json form
 *     { "id": "search", "title": {"en": "Your trip", "zh": "行程"}, "fields": { "type": "object", … } }
 *     ```
 */

import { z } from 'zod';
import { defined } from '../defined.ts';
import { inLanguage, MAX_OPTIONS } from './form-schema.ts';
import type { FormLanguage, FormOption } from './forms.ts';

export const FORMS_FILE = 'forms.md';

const words = z.union([z.string().min(1), z.object({ en: z.string(), zh: z.string() }).partial()]);
export const skillFormSchema = z.strictObject({
  id: z.string().regex(/^[a-z\d][a-z\d-]{0,63}$/, 'small letters, digits and hyphens'),
  title: words,
  message: words.optional(),
  submitLabel: words.optional(),
  /** Its fields are the facts of a request to this skill. One form a skill. */
  request: z.literal(true).optional(),
  fields: z.record(z.string(), z.unknown()),
});
export type SkillForm = z.infer<typeof skillFormSchema>;

export interface FormBlock {
  /** Line of the fence's start, from 1. */
  readonly line: number;
  readonly form?: SkillForm;
  /** Error of the fence; then there is no `form`. */
  readonly fault?: string;
}

const FENCE = /^```json form[ \t]*$([\s\S]*?)^```[ \t]*$/gm;

/** Every block, the broken ones too: lint says what is wrong, and the others work. */
export function formBlocks(markdown: string): readonly FormBlock[] {
  const text = markdown.replace(/\r\n?/g, '\n');
  const seen = new Set<string>();
  let requested = false;
  return [...text.matchAll(FENCE)].map((match): FormBlock => {
    const line = text.slice(0, match.index).split('\n').length;
    let value: unknown;
    try {
      value = JSON.parse(match[1] ?? '');
    } catch (error) {
      return { line, fault: `it is not valid JSON (${error instanceof Error ? error.message : String(error)})` };
    }
    const parsed = skillFormSchema.safeParse(value);
    if (!parsed.success) {
      const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the form'}: ${message}`);
      return { line, fault: faults.join('; ') };
    }
    if (seen.has(parsed.data.id)) return { line, fault: `there is another form with the id "${parsed.data.id}"` };
    if (parsed.data.request && requested) return { line, fault: 'another form of this skill is the "request" already' };
    requested ||= parsed.data.request === true;
    seen.add(parsed.data.id);
    return { line, form: parsed.data };
  });
}

const optionsSchema = z
  .array(z.object({ value: z.string(), label: words, code: z.string().optional(), words: z.string().optional() }))
  .max(MAX_OPTIONS);

/** The options in a skill's file; a text says why there are none. @param file its name, for that text. */
export function parseOptions(json: string, file: string, language: FormLanguage): readonly FormOption[] | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return `"${file}" is not valid JSON`;
  }
  const parsed = optionsSchema.safeParse(value);
  if (!parsed.success)
    return `"${file}" must be a list of {"value", "label", "code"?, "words"?} with at most ${MAX_OPTIONS} entries`;
  return parsed.data.map(({ value: own, label, code, words: others }) => {
    const also = typeof label === 'string' ? undefined : label[language === 'zh' ? 'en' : 'zh'];
    return {
      value: own,
      label: inLanguage(label, language) ?? own,
      ...defined({ also, code, words: others }),
    };
  });
}

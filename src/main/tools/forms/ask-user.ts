/**
 * Asks the user with a form. The call's result says that the form is on screen and ends the run: the answers arrive as
 * the user's next message (docs/decisions/0018). Offered only if the host can show one.
 */

import { z } from 'zod';
import { defined } from '../../../shared/defined.ts';
import { compileFields } from '../../../shared/forms/form-schema.ts';
import { knownValues } from '../../../shared/forms/form-values.ts';
import { answersSchema, type Form, type FormField, type FormLanguage } from '../../../shared/forms/forms.ts';
import { defineTool } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ToolContext } from '../types.ts';
import { compileSkillForm, findSkillForm, unsupported } from './skill-form.ts';

const DESCRIPTION = [
  'Ask the person for several facts at once by a form with proper fields (dates, numbers, choices, a search among many).',
  'Use it when two or more facts are missing that only the person knows; for one, ask in words.',
  'Give `form` for a form that a skill defines ("SKILL/ID"), with `values` for what you know already; or `title` and `fields`.',
  'The run ends with this call: the answers come as the next message. The person may skip the form or answer in words; do not ask the same again.',
  'Never ask for payment data, passwords or codes.',
].join(' ');

export const askUser = defineTool({
  name: 'ask_user',
  group: 'workspace',
  description: DESCRIPTION,
  schema: z.object({
    form: z
      .string()
      .max(200)
      .optional()
      .describe('A form that a skill defines, as "SKILL/ID". Then leave out `title` and `fields`.'),
    title: z.string().max(200).optional().describe('What the form is about, in a few words.'),
    message: z.string().max(2_000).optional().describe('One or two sentences above the fields.'),
    fields: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'A small JSON Schema: {"type":"object","required":[…],"properties":{…}}. Each property: "title", "description", and type "string" (enum; format date, date-time, email; minLength, maxLength, pattern), "integer" or "number" (minimum, maximum, step), "boolean", or "array" whose items have an enum, or are objects of such fields.',
      ),
    values: z.record(z.string(), z.unknown()).optional().describe('By field, what is known already: it is filled in.'),
    unused: z
      .array(z.string().max(200))
      .max(20)
      .optional()
      .describe('What the person said that no field holds, in their own words: it is shown beside the form.'),
    unclear: z
      .array(z.string().max(100))
      .max(30)
      .optional()
      .describe('Names of fields left empty as what was said has two readings: they are marked.'),
    submitLabel: z.string().max(60).optional().describe('On the button, such as "Search".'),
    language: z.enum(['en', 'zh']).optional().describe("Of the form; the person's own where it is left out."),
  }),
  ready: ({ form, fields, title, message, submitLabel, language: wanted, values = {}, ...heard }, context) => ({
    async execute() {
      const language = wanted ?? languageOf(context);
      const asked = await (form === undefined
        ? ownForm(title, fields, language)
        : findSkillForm(form, context).then(async (found) =>
            compileSkillForm(found, language, await loadPatternFault()),
          ));
      const known = knownValues(asked.fields, values, heard.unclear);
      const data: Form = {
        ...asked,
        ...defined({ message, submitLabel }),
        values: answersSchema.parse(known.values),
        ...heardOf(heard, asked.fields),
      };
      const dropped =
        known.dropped.length === 0 ? '' : ` Not filled in, as it does not fit: ${known.dropped.join('; ')}.`;
      return {
        ok: true,
        content: `The form "${data.title}" is on the screen, with the fields ${data.fields.map(({ name }) => name).join(', ')}. Its answers come as the person's next message.${dropped}`,
        data,
        endsRun: true,
      };
    },
  }),
});

const loadPatternFault = async () => (await import('../../../shared/text/foreign-pattern.ts')).patternFault;

type Asked = Omit<Form, 'values'>;

async function ownForm(title: string | undefined, fields: unknown, language: FormLanguage): Promise<Asked> {
  if (fields === undefined) {
    throw new ToolFailure(
      'Bad arguments for ask_user: give "form" (a skill\'s, as "SKILL/ID"), or "title" and "fields".',
    );
  }
  if (title === undefined || title.trim() === '') {
    throw new ToolFailure('Bad arguments for ask_user: "title" is missing. Say in a few words what the form is about.');
  }
  const compiled = compileFields(fields, { language, patternFault: await loadPatternFault() });
  if ('faults' in compiled) throw unsupported(compiled.faults);
  return { kind: 'form', version: 1, language, title: title.trim(), fields: [...compiled.fields] };
}

/** Without what is empty: an older version reads the same form. */
function heardOf(
  {
    unused = [],
    unclear = [],
  }: { readonly unused?: readonly string[] | undefined; readonly unclear?: readonly string[] | undefined },
  fields: readonly FormField[],
): Pick<Form, 'unused' | 'unclear'> {
  const words = [...new Set(unused.map((one) => one.trim()).filter((one) => one !== ''))];
  const names = unclear.filter((name) => fields.some((field) => field.name === name));
  return defined({
    unused: words.length === 0 ? undefined : words,
    unclear: names.length === 0 ? undefined : names,
  });
}

/** Language of the user's last message. */
function languageOf(context: ToolContext): FormLanguage {
  const last = context.host.state().messages.findLast((message) => message.role === 'user');
  return last !== undefined && /\p{Script=Han}/u.test(last.text) ? 'zh' : 'en';
}

/** A form as a skill's `forms.md` defines it, and the options that it takes from a file of the skill's. */
import path from 'node:path';
import { z } from 'zod';
import { cardHeadSchema } from '../../shared/cards/card.ts';
import { defined } from '../../shared/defined.ts';
import { compareRequest, currentRequest } from '../../shared/forms/compare-request.ts';
import type { Compared } from '../../shared/forms/compared.ts';
import { checkAnswers } from '../../shared/forms/form-check.ts';
import { compileFields, inLanguage, type SchemaContext } from '../../shared/forms/form-schema.ts';
import { faultText } from '../../shared/forms/form-words.ts';
import {
  answersSchema,
  type Form,
  type FormAnswers,
  type FormField,
  type FormLanguage,
  type FormOption,
  todayHere,
} from '../../shared/forms/forms.ts';
import { FORMS_FILE, formBlocks, parseOptions, type SkillForm } from '../../shared/forms/skill-forms.ts';
import { knownValues } from '../../shared/forms/typed-values.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { readBytes, withFileInside } from '../skills/discovery/contained-file.ts';
import { defineTool, type ToolContext, ToolFailure } from './define-tool.ts';
import { findSkill, readSkill } from './skills.ts';

/** Bytes: the options are logged with each form that is asked. */
const MAX_OPTIONS_BYTES = 256 * 1024;
const MAX_FORMS_BYTES = 1024 * 1024;

export interface FoundForm {
  /** `SKILL/ID` */
  readonly id: string;
  readonly definition: SkillForm;
  /** The options of a file; a text says why there are none. */
  optionsFrom(file: string, language: FormLanguage): readonly FormOption[] | string;
}

/** @param given `SKILL/ID`; `ID` of the only skill that is loaded. @throws ToolFailure that names the skills, or the forms of the skill. */
async function findSkillForm(given: string, context: ToolContext): Promise<FoundForm> {
  const [only, ...others] = context.host.state().loadedSkills;
  const reference = given.includes('/') || only === undefined || others.length > 0 ? given : `${only.id}/${given}`;
  const slash = reference.indexOf('/');
  if (slash < 1)
    throw new ToolFailure(`"${reference}" names no form: give it as "SKILL/ID", such as "book-flight/search".`);
  const entry = findSkill(reference.slice(0, slash), context);
  const { dir } = (await readSkill(entry.id, context)).summary;
  const text = readBounded(dir, FORMS_FILE, MAX_FORMS_BYTES);
  if (text === undefined)
    throw new ToolFailure(`The skill "${entry.id}" has no ${FORMS_FILE}. Give "title" and "fields" instead.`);
  const blocks = formBlocks(text);
  const wanted = reference.slice(slash + 1);
  const definition = blocks.find(({ form }) => form?.id === wanted)?.form;
  if (definition === undefined) throw new ToolFailure(noForm(entry.id, wanted, blocks));
  return {
    id: `${entry.id}/${wanted}`,
    definition,
    optionsFrom: (file, language) => readOptions(dir, file, language),
  };
}

/** @throws ToolFailure that names what the form asks for and this version cannot draw. */
function compileSkillForm(
  { id, definition, optionsFrom }: FoundForm,
  language: FormLanguage,
  patternFault?: SchemaContext['patternFault'],
): Omit<Form, 'values'> {
  const localised = (path: string): readonly FormOption[] | string => optionsFrom(path, language);
  const compiled = compileFields(definition.fields, { language, optionsFrom: localised, patternFault });
  if ('faults' in compiled) throw unsupported(compiled.faults);
  const [message, submitLabel] = [definition.message, definition.submitLabel].map((text) => inLanguage(text, language));
  return {
    kind: 'form',
    version: 1,
    id,
    language,
    title: inLanguage(definition.title, language) ?? id,
    ...defined({ message, submitLabel, request: definition.request }),
    fields: [...compiled.fields],
  };
}

/** The form with the facts of a request to the skill in this folder; undefined where it has none that works. */
export function requestFormIn(dir: string, skill: string, language: FormLanguage): Omit<Form, 'values'> | undefined {
  const text = readBounded(dir, FORMS_FILE, MAX_FORMS_BYTES);
  const definition = formBlocks(text ?? '').find(({ form }) => form?.request)?.form;
  if (definition === undefined) return undefined;
  try {
    const optionsFrom = (file: string, wanted: FormLanguage) => readOptions(dir, file, wanted);
    return compileSkillForm({ id: `${skill}/${definition.id}`, definition, optionsFrom }, language);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

const unsupported = (faults: readonly string[]): ToolFailure =>
  new ToolFailure(
    `The form cannot be shown:\n${faults.map((fault) => `- ${fault}`).join('\n')}\nMend these and call ask_user again, or ask in words.`,
  );

function noForm(skill: string, wanted: string, blocks: ReturnType<typeof formBlocks>): string {
  const ids = blocks.flatMap(({ form }) => (form === undefined ? [] : [`${skill}/${form.id}`]));
  const broken = blocks.flatMap(({ line, fault }) => (fault === undefined ? [] : [`${FORMS_FILE}:${line}: ${fault}`]));
  const there =
    ids.length === 0 ? `It defines none: give "title" and "fields" instead.` : `Its forms: ${ids.join(', ')}.`;
  const faults = broken.length === 0 ? '' : ` Not readable: ${broken.join('; ')}.`;
  return `The skill "${skill}" has no form "${wanted}". ${there}${faults}`;
}

function readOptions(dir: string, file: string, language: FormLanguage): readonly FormOption[] | string {
  const text = readBounded(dir, file, MAX_OPTIONS_BYTES);
  if (text === undefined)
    return `there is no readable file "${file}" of up to ${MAX_OPTIONS_BYTES / 1024} KiB in the skill's folder`;
  return parseOptions(text, file, language);
}

/** Undefined for a file that is missing, too large, or outside. */
function readBounded(dir: string, file: string, most: number): string | undefined {
  const opened = withFileInside(dir, path.join(dir, file), (fd, size) =>
    size > most
      ? undefined
      : readBytes(fd, size)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
  );
  return opened.fault === undefined ? opened.value : undefined;
}

// The user's wishes beside what a skill's quote would give.

/** Undefined where nothing was asked of this skill, or its card has no `terms`. */
export function askedBeside(
  state: SessionState,
  skill: { readonly id: string; readonly dir: string },
  preview: unknown,
): readonly Compared[] | undefined {
  const terms = cardHeadSchema.safeParse(preview).data?.terms;
  if (typeof terms !== 'object' || terms === null) return undefined;
  const request = currentRequest(state);
  if (request?.skill !== skill.id) return undefined;
  const [en, zh] = [requestFormIn(skill.dir, skill.id, 'en'), requestFormIn(skill.dir, skill.id, 'zh')];
  if (en === undefined || zh === undefined) return undefined;
  const compared = compareRequest({ en: en.fields, zh: zh.fields }, request.facts, { ...terms });
  return compared.length === 0 ? undefined : compared;
}

/**
 * Asks the user with a form. The call's result says that the form is on screen and ends the run: the answers arrive as
 * the user's next message (docs/decisions/0018). Offered only if the host can show one.
 */
const DESCRIPTION = [
  'Ask the person for several facts at once by a form with proper fields (dates, numbers, choices, a search among many).',
  'Use it when two or more facts are missing that only the person knows; for one, ask in words.',
  'Give `form` for a form that a skill defines ("SKILL/ID"), with `values` for what you know already; or `title` and `fields`.',
  'The run ends with this call: the answers come as the next message. The person may skip the form or answer in words; do not ask the same again.',
  'Never ask for payment data, passwords or codes.',
].join(' ');

export const askUser = defineTool('ask_user', 'workspace', {
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
      const known = knownValues(asked.fields, values, todayHere(), heard.unclear);
      const refused = await misfitsOf(asked, known.values);
      const misfits = [
        ...known.misfits,
        ...refused.filter(({ fault }) => !LATER.has(fault.code)).map(({ name }) => name),
      ];
      const fitting = Object.entries(known.values).filter(([name]) => !misfits.includes(name));
      const data: Form = {
        ...asked,
        ...defined({ message, submitLabel }),
        values: answersSchema.parse(Object.fromEntries(fitting)),
        ...heardOf(
          { unused: [...(heard.unused ?? []), ...known.unknown], unclear: [...(heard.unclear ?? []), ...misfits] },
          asked.fields,
        ),
      };
      const dropped = [
        ...known.misfits.map((name) => `"${name}" (${JSON.stringify(values[name] ?? 'as given')} does not fit)`),
        ...refused.map(({ name, fault }) => `"${name}" (${faultText(fault, 'en')})`),
        ...known.unknown.map((text) => `${text} (no such field)`),
      ];
      const note = dropped.length === 0 ? '' : ` Not taken, so the person is asked: ${dropped.join('; ')}.`;
      return {
        ok: true,
        content: `The form "${data.title}" is on the screen, with the fields ${data.fields.map(({ name }) => name).join(', ')}. Its answers come as the person's next message.${note}`,
        data,
        endsRun: true,
      };
    },
  }),
});

/** Faults of a day that the person may see and correct in the form. */
const LATER: ReadonlySet<string> = new Set(['too-early', 'too-late', 'before-other']);
/** Faults of a field that is not filled in yet. */
const OPEN: ReadonlySet<string> = new Set(['required', 'too-few']);

/** Known values that the form would refuse. */
async function misfitsOf(asked: Asked, values: FormAnswers) {
  const { formPatterns } = await import('../../shared/text/foreign-pattern.ts');
  const faults = checkAnswers(asked, values, { today: todayHere(), matches: formPatterns() });
  return Object.entries(faults).flatMap(([name, fault]) =>
    OPEN.has(fault.code) || name.includes('.') ? [] : [{ name, fault }],
  );
}

const loadPatternFault = async () => (await import('../../shared/text/foreign-pattern.ts')).formFaults();

type Asked = Omit<Form, 'values'>;

async function ownForm(title: string | undefined, fields: unknown, language: FormLanguage): Promise<Asked> {
  if (fields === undefined) {
    throw new ToolFailure(
      'Bad arguments for ask_user: give "form" (a skill\'s, as "SKILL/ID"), or "title" and "fields".',
    );
  }
  if (title === undefined || title.trim() === '')
    throw new ToolFailure('Bad arguments for ask_user: "title" is missing. Say in a few words what the form is about.');
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

function languageOf(context: ToolContext): FormLanguage {
  const last = context.host.state().messages.findLast((message) => message.role === 'user');
  return last !== undefined && /\p{Script=Han}/u.test(last.text) ? 'zh' : 'en';
}

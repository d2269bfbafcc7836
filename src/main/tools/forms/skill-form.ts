/** A form as a skill's `forms.md` defines it, and the options that it takes from a file of the skill's. */
import path from 'node:path';
import { defined } from '../../../shared/defined.ts';
import { compileFields } from '../../../shared/forms/form-schema.ts';
import { inLanguage, type SchemaContext } from '../../../shared/forms/form-schema-parts.ts';
import type { Form, FormLanguage, FormOption } from '../../../shared/forms/forms.ts';
import { FORMS_FILE, formBlocks, parseOptions, type SkillForm } from '../../../shared/forms/skill-forms.ts';
import { readInto, withFileInside } from '../../skills/discovery/contained-file.ts';
import { findSkill, readSkill } from '../skill-tools/skill-ids.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ToolContext } from '../types.ts';

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

/** @param reference `SKILL/ID`. @throws ToolFailure that names the skills, or the forms of the skill. */
export async function findSkillForm(reference: string, context: ToolContext): Promise<FoundForm> {
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
export function compileSkillForm(
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

export const unsupported = (faults: readonly string[]): ToolFailure =>
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
  const opened = withFileInside(dir, path.join(dir, file), (fd, size) => {
    if (size > most) return undefined;
    const bytes = Buffer.alloc(size);
    return bytes
      .subarray(0, readInto(fd, bytes))
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  });
  return opened.fault === undefined ? opened.value : undefined;
}

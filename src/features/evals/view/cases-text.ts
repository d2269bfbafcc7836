/** The files of cases as text: read into rows, and changed so that all that is not touched stays as it was written. */
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import type { z } from 'zod';
import { type EvalCase, evalsFileSchema, type TriggerCase, triggersFileSchema } from '../../../shared/evals.ts';
import type { KnownDetail } from '../../../shared/messages/detail.ts';
import { readCasesText } from '../read-cases-text.ts';

export const CASES_FILE = 'evals/evals.json';
export const SENTENCES_FILE = 'evals/triggers.json';

export type Rows<T> =
  | { readonly kind: 'rows'; readonly rows: readonly T[] }
  /** The first fault. */
  | { readonly kind: 'broken'; readonly detail: KnownDetail };

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

const change = (text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string =>
  applyEdits(text, modify(text, path, value, { ...FORMAT, isArrayInsertion }));

function read<T, R>(text: string, file: string, schema: z.ZodType<T>, rowsOf: (file: T) => readonly R[]): Rows<R> {
  if (text.trim() === '') return { kind: 'rows', rows: [] };
  const found = readCasesText(text, file, schema);
  return 'value' in found ? { kind: 'rows', rows: rowsOf(found.value) } : { kind: 'broken', detail: found };
}

export const readCaseRows = (text: string): Rows<EvalCase> =>
  read(text, CASES_FILE, evalsFileSchema, ({ evals }) => evals);
export const readSentences = (text: string): Rows<TriggerCase> =>
  read(text, SENTENCES_FILE, triggersFileSchema, (rows) => rows);

/** Adds a case at the end; its id is free. */
export function withCase(text: string, skill: string, rows: readonly EvalCase[], added: Omit<EvalCase, 'id'>): string {
  let number = rows.length + 1;
  while (rows.some(({ id }) => id === `case-${number}`)) number += 1;
  const one = { id: `case-${number}`, ...added };
  if (text.trim() === '') return `${JSON.stringify({ skill_name: skill, evals: [one] }, null, 2)}\n`;
  return change(text, ['evals', rows.length], one, true);
}

export const withoutCase = (text: string, index: number): string => change(text, ['evals', index], undefined);

/** `undefined` and empty values remove the field. Expectations keep the name that the file gives them. */
export function withField(text: string, index: number, field: keyof EvalCase, value: unknown, now: EvalCase): string {
  const name = field === 'expectations' && now.expectations === undefined && now.assertions !== undefined;
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return change(text, ['evals', index, name ? 'assertions' : field], isEmpty ? undefined : value);
}

export function withSentence(text: string, rows: readonly TriggerCase[], added: TriggerCase): string {
  if (text.trim() === '') return `${JSON.stringify([added], null, 2)}\n`;
  return change(text, [rows.length], added, true);
}

export const withoutSentence = (text: string, index: number): string => change(text, [index], undefined);

/** A sentence may be under either of its names. */
export function withSentenceField(text: string, index: number, changed: Partial<TriggerCase>): string {
  const file = JSON.parse(text) as readonly Record<string, unknown>[];
  const name = file[index]?.query === undefined ? 'prompt' : 'query';
  return Object.entries(changed).reduce(
    (now, [field, value]) => change(now, [index, field === 'query' ? name : field], value),
    text,
  );
}

/** 1-based line of a case in the text, to go there. */
export function lineOfCase(text: string, index: number): number {
  // An edit of its id changes text on its line.
  const [edit] = modify(text, ['evals', index, 'id'], '', FORMAT);
  return text.slice(0, edit?.offset ?? 0).split('\n').length;
}

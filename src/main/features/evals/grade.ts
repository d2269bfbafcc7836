/** Grades a run without a model: skills, calls, files, text, limits. Each grade carries what of the run shows it. */
import picomatch from 'picomatch';
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';
import type { Check, Graded } from '../../../shared/evals/benchmark.ts';
import type { EvalCase } from '../../../shared/evals/cases.ts';
import type { JsonValue } from '../../../shared/json.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import type { RunFacts } from './run-facts.ts';

export interface OutputFiles {
  /** Relative to `WORK_DIR`; those of `OUTPUT_DIR` begin with `out/`. */
  readonly paths: readonly string[];
  /** Undefined for a file that is no text, or too large to look at. */
  text(path: string): Promise<string | undefined>;
}

/** Characters of evidence. */
const MAX_EVIDENCE = 300;

export async function grade(one: EvalCase, facts: RunFacts, files: OutputFiles): Promise<Graded[]> {
  const { firstAnswer, lastEvent, loads, references, text } = facts;
  const named = (given: readonly string[]) => given.join(', ') || 'none';
  const choice = firstAnswer ?? lastEvent;
  return [
    ...(facts.failure === undefined ? [] : [checked('run', 'completes', {}, false, facts.failure, lastEvent)]),
    ...(one.loads ?? []).map((id) =>
      checked('skills', 'loads', { id }, loads.includes(id), `Loaded: ${named(loads)}`, choice),
    ),
    ...(one.must_not_load ?? []).map((id) =>
      checked('skills', 'avoids', { id }, !loads.includes(id), `Loaded: ${named(loads)}`, choice),
    ),
    ...(one.references ?? []).map((path) =>
      checked(
        'skills',
        'reference',
        { path },
        references.some((loaded) => loaded === path || loaded.endsWith(`/${path}`)),
        `References loaded: ${named(references)}`,
        lastEvent,
      ),
    ),
    ...(one.calls ?? []).map((call) => gradeCall(call, facts)),
    ...(await Promise.all((one.output_files ?? []).map((wanted) => gradeFile(wanted, files, lastEvent)))).flat(),
    ...(one.regex ?? []).map((source) => {
      const found = new RegExp(source, 'u').exec(text);
      return checked('text', 'answer', { source }, found !== null, found?.[0] ?? text, lastEvent);
    }),
    ...within('tokens', one.max_tokens, facts.tokens, lastEvent),
    ...within('seconds', one.max_seconds, facts.seconds, lastEvent),
  ];
}

const cut = (evidence: string): string =>
  evidence.length > MAX_EVIDENCE ? `${evidence.slice(0, MAX_EVIDENCE - 1)}…` : evidence;

/** A grade for a sentence of the author's. */
export const judged = (text: string, passed: boolean, evidence: string): Graded => ({
  text,
  passed,
  evidence: cut(evidence),
  grader: 'judge',
});

function checked(
  grader: Graded['grader'],
  code: Check,
  values: Readonly<Record<string, string | number>>,
  passed: boolean,
  evidence: string,
  at: number,
): Graded {
  const text = translatorFor('en')(`evals.checks.${code}`, values);
  return { text, passed, evidence: cut(evidence), grader, check: { code, values }, at };
}

function within(code: 'tokens' | 'seconds', most: number | undefined, took: number, at: number): Graded[] {
  if (most === undefined) return [];
  const unit = code === 'tokens' ? 'tokens' : 's';
  return [checked('limits', code, { most }, took <= most, `${took} ${unit}`, at)];
}

function gradeCall({ name, arguments: wanted }: NonNullable<EvalCase['calls']>[number], facts: RunFacts): Graded {
  const { calls, lastEvent } = facts;
  const own = calls.filter((call) => call.name === name);
  const found = own.find((call) => wanted === undefined || holds(parsed(call.arguments), wanted));
  const names = [...new Set(calls.map((call) => call.name))].join(', ') || 'none';
  const shown = found ?? own.at(-1);
  const evidence = shown?.arguments ?? `Tools called: ${names}`;
  const at = shown?.seq ?? lastEvent;
  return wanted === undefined
    ? checked('calls', 'calls', { name }, found !== undefined, evidence, at)
    : checked('calls', 'callsWith', { name, given: JSON.stringify(wanted) }, found !== undefined, evidence, at);
}

/** True where `value` has everything that `wanted` has; lists are compared whole. */
function holds(value: unknown, wanted: JsonValue): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted)) return false;
  if (Array.isArray(wanted)) {
    const items = value as unknown[];
    return items.length === wanted.length && wanted.every((item, index) => holds(items[index], item));
  }
  return Object.entries(wanted).every(
    ([key, inner]) => Object.hasOwn(value, key) && holds((value as Record<string, unknown>)[key], inner),
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

type WantedFile = NonNullable<EvalCase['output_files']>[number];

/** One file that matches the path must hold everything asked of it. */
async function gradeFile(
  { path, contains = [], matches = [], schema }: WantedFile,
  files: OutputFiles,
  at: number,
): Promise<Graded[]> {
  const isWanted = picomatch(path, { dot: true });
  const found = files.paths.filter((one) => isWanted(one));
  const there = found.length > 0;
  const evidence = there ? found.join(', ') : `Files: ${files.paths.slice(0, 20).join(', ') || 'none'}`;
  const texts = await Promise.all(found.map(async (file) => ({ file, text: await files.text(file) })));
  const check = (
    code: Check,
    values: Readonly<Record<string, string>>,
    passes: (text: string) => boolean | string,
  ): Graded => {
    const graded = (passed: boolean, shown: string) => checked('files', code, { path, ...values }, passed, shown, at);
    let why = there ? `No such text in ${found.join(', ')}` : `There is no ${path}`;
    for (const { file, text } of texts) {
      const result = text === undefined ? 'It is no text' : passes(text);
      if (result === true) return graded(true, file);
      if (typeof result === 'string') why = `${file}: ${result}`;
    }
    return graded(false, why);
  };
  return [
    checked('files', 'writes', { path }, there, evidence, at),
    ...contains.map((part) => check('contains', { part }, (text) => text.includes(part))),
    ...matches.map((source) => check('matches', { source }, (text) => new RegExp(source, 'u').test(text))),
    ...(schema === undefined ? [] : [check('schema', {}, (text) => fits(text, schema))]),
  ];
}

function fits(text: string, schema: Record<string, JsonValue>): true | string {
  try {
    const result = z.fromJSONSchema(schema).safeParse(JSON.parse(text));
    return result.success ? true : z.prettifyError(result.error).split('\n').join(' ');
  } catch (error) {
    return messageOf(error);
  }
}

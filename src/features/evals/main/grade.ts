/** Grades a run without a model: skills, calls, files, text, limits. Each grade carries what of the run shows it. */

import { setImmediate } from 'node:timers/promises';
import { globMatcher } from '../../../main/runner/glob-match.ts';
import { compileParameters } from '../../../main/skills/tools-file.ts';
import { type JsonValue, parsedJson } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';
import type { Check, EvalCase, Graded } from '../../../shared/evals.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { matchOf } from '../../../shared/text/foreign-pattern.ts';
import type { RunFacts } from './runs.ts';

export interface OutputFiles {
  /** Relative to `WORK_DIR`; those of `OUTPUT_DIR` begin with `out/`. */
  readonly paths: readonly string[];
  /** Undefined for a file that is no text, or too large to look at. */
  text(path: string): Promise<string | undefined>;
}

/** Characters of evidence. */
const MAX_EVIDENCE = 300;

/** @param signal ends it between two patterns, each of which may take half a second. */
export async function grade(
  one: EvalCase,
  facts: RunFacts,
  files: OutputFiles,
  signal: AbortSignal,
): Promise<Graded[]> {
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
    ...(await eachOf(one.output_files ?? [], signal, (wanted) => gradeFile(wanted, files, lastEvent, signal))).flat(),
    ...(await eachOf(one.regex ?? [], signal, (source) => {
      const match = matched(source, text);
      const found = typeof match === 'object' ? match.found : undefined;
      const evidence = typeof match === 'string' ? match : (found ?? text);
      return checked('text', 'answer', { source }, found !== undefined, evidence, lastEvent);
    })),
    ...within('tokens', one.max_tokens, facts.tokens, lastEvent),
    ...within('seconds', one.max_seconds, facts.seconds, lastEvent),
  ];
}

/** One after another; what else waits has its turn in between. */
async function eachOf<T, R>(all: readonly T[], signal: AbortSignal, of: (one: T) => R | Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) {
    await setImmediate();
    if (signal.aborted) break;
    done.push(await of(one));
  }
  return done;
}

/** The match, or the reason why there is none to be had. */
function matched(pattern: string, text: string): { readonly found: string | undefined } | string {
  const match = matchOf(pattern, text);
  if ('found' in match) return match;
  if ('fault' in match) return 'The pattern is not supported';
  return `It has ${text.length} characters; this pattern can be tested on ${match.most} at most`;
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
  const found = own.find((call) => wanted === undefined || holds(parsedJson(call.arguments), wanted));
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

type WantedFile = NonNullable<EvalCase['output_files']>[number];

/** One file that matches the path must hold everything asked of it. */
async function gradeFile(
  { path, contains = [], matches = [], schema }: WantedFile,
  files: OutputFiles,
  at: number,
  signal: AbortSignal,
): Promise<Graded[]> {
  const isWanted = globMatcher(path);
  const found = isWanted === undefined ? [] : files.paths.filter(isWanted);
  const there = found.length > 0;
  const evidence = there ? found.join(', ') : `Files: ${files.paths.slice(0, 20).join(', ') || 'none'}`;
  const check = async (
    code: Check,
    values: Readonly<Record<string, string>>,
    passes: (text: string) => boolean | string | Promise<boolean | string>,
  ): Promise<Graded> => {
    const graded = (passed: boolean, shown: string) => checked('files', code, { path, ...values }, passed, shown, at);
    let why = there ? `No such text in ${found.join(', ')}` : `There is no ${path}`;
    for (const file of found) {
      const text = await files.text(file);
      await setImmediate();
      if (signal.aborted) break;
      const result = text === undefined ? 'It is no text' : await passes(text);
      if (result === true) return graded(true, file);
      if (typeof result === 'string') why = `${file}: ${result}`;
    }
    return graded(false, why);
  };
  return [
    checked('files', 'writes', { path }, there, evidence, at),
    ...(await eachOf(contains, signal, (part) => check('contains', { part }, (text) => text.includes(part)))),
    ...(await eachOf(matches, signal, (source) => check('matches', { source }, (text) => holdsMatch(source, text)))),
    ...(schema === undefined ? [] : [await check('schema', {}, (text) => fits(text, schema, signal))]),
  ];
}

function holdsMatch(source: string, text: string): boolean | string {
  const match = matched(source, text);
  return typeof match === 'string' ? match : match.found !== undefined;
}

async function fits(text: string, schema: Record<string, JsonValue>, signal: AbortSignal): Promise<true | string> {
  const tests = fitsSchema(text, schema);
  if (typeof tests === 'string') return tests;
  for (const { place, pattern, text: value } of tests) {
    await setImmediate();
    if (signal.aborted) return 'Stopped';
    const result = holdsMatch(pattern, value);
    if (result !== true) return `"${place.slice(1)}": ${result === false ? `does not match /${pattern}/` : result}`;
  }
  return true;
}

type JsonSchema = Readonly<Record<string, unknown>>;

interface PatternTest {
  readonly place: string;
  readonly pattern: string;
  readonly text: string;
}

/** Returns the fault, or the patterns still to be tested: each takes its time, so the caller tests them. */
function fitsSchema(text: string, schema: Record<string, JsonValue>): string | readonly PatternTest[] {
  try {
    const value: unknown = JSON.parse(text);
    const compiled = compileParameters(schema);
    if ('fault' in compiled) return compiled.fault;
    const faults = compiled.check(value);
    return faults.length > 0 ? faults.join(' ') : [...testsOf(schema, value, '')];
  } catch (error) {
    return messageOf(error);
  }
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose schemas apply to a value without any choice. */
const FOLLOWED = new Set(['properties', 'additionalProperties', 'items', 'prefixItems', 'allOf']);
/** Values, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** @throws Error for a pattern at a place where it would not be tested. */
function* testsOf(schema: unknown, value: unknown, place: string): Generator<PatternTest> {
  if (!isObject(schema)) return;
  for (const [keyword, inner] of Object.entries(schema)) {
    const isLeftOut = !FOLLOWED.has(keyword) && !DATA.has(keyword) && keyword !== 'pattern';
    if (keyword === 'patternProperties' || (isLeftOut && hasPattern(inner))) {
      throw new Error(`A pattern in "${keyword}" is not supported; put it beside "type" in "properties" or "items"`);
    }
  }
  const { pattern, properties, additionalProperties, items, prefixItems, allOf } = schema;
  if (typeof pattern === 'string' && typeof value === 'string') yield { place, pattern, text: value };
  for (const one of Array.isArray(allOf) ? allOf : []) yield* testsOf(one, value, place);
  if (Array.isArray(value)) {
    const first = Array.isArray(prefixItems) ? prefixItems : [];
    for (const [at, one] of value.entries()) yield* testsOf(first[at] ?? items, one, `${place}.${at}`);
  } else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      yield* testsOf(own, one, `${place}.${name}`);
    }
  }
}

function hasPattern(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('pattern' in schema && typeof schema.pattern === 'string') return true;
  return 'patternProperties' in schema || Object.values(schema).some(hasPattern);
}

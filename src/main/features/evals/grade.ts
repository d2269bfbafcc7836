/** Grades a run without a model: skills, calls, files, text, limits. Each grade carries what of the run shows it. */
import picomatch from 'picomatch';
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';
import type { Graded } from '../../../shared/evals/benchmark.ts';
import type { EvalCase } from '../../../shared/evals/cases.ts';
import type { JsonValue } from '../../../shared/json.ts';
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
  const skills = (given: readonly string[]) => given.join(', ') || 'none';
  return [
    ...(facts.failure === undefined ? [] : [graded('run', 'The run completes', false, facts.failure)]),
    ...(one.loads ?? []).map((id) =>
      graded('skills', `Loads ${id}`, facts.loads.includes(id), `Loaded: ${skills(facts.loads)}`),
    ),
    ...(one.must_not_load ?? []).map((id) =>
      graded('skills', `Does not load ${id}`, !facts.loads.includes(id), `Loaded: ${skills(facts.loads)}`),
    ),
    ...(one.references ?? []).map((path) =>
      graded(
        'skills',
        `Loads the reference ${path}`,
        facts.references.some((loaded) => loaded === path || loaded.endsWith(`/${path}`)),
        `References loaded: ${skills(facts.references)}`,
      ),
    ),
    ...(one.calls ?? []).map((call) => gradeCall(call, facts)),
    ...(await Promise.all((one.output_files ?? []).map((wanted) => gradeFile(wanted, files)))).flat(),
    ...(one.regex ?? []).map((source) => {
      const found = new RegExp(source, 'u').exec(facts.text);
      return graded('text', `The answer matches /${source}/`, found !== null, found?.[0] ?? facts.text);
    }),
    ...(one.max_tokens === undefined
      ? []
      : [
          graded(
            'limits',
            `Takes at most ${one.max_tokens} tokens`,
            facts.tokens <= one.max_tokens,
            `${facts.tokens} tokens`,
          ),
        ]),
    ...(one.max_seconds === undefined
      ? []
      : [
          graded(
            'limits',
            `Takes at most ${one.max_seconds} s`,
            facts.seconds <= one.max_seconds,
            `${facts.seconds} s`,
          ),
        ]),
  ];
}

export const graded = (grader: Graded['grader'], text: string, passed: boolean, evidence: string): Graded => ({
  text,
  passed,
  evidence: evidence.length > MAX_EVIDENCE ? `${evidence.slice(0, MAX_EVIDENCE - 1)}…` : evidence,
  grader,
});

function gradeCall({ name, arguments: wanted }: NonNullable<EvalCase['calls']>[number], { calls }: RunFacts): Graded {
  const text = wanted === undefined ? `Calls ${name}` : `Calls ${name} with ${JSON.stringify(wanted)}`;
  const own = calls.filter((call) => call.name === name);
  const found = own.find((call) => wanted === undefined || holds(parsed(call.arguments), wanted));
  const names = [...new Set(calls.map((call) => call.name))].join(', ') || 'none';
  const evidence = found?.arguments ?? own.at(-1)?.arguments ?? `Tools called: ${names}`;
  return graded('calls', text, found !== undefined, evidence);
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
): Promise<Graded[]> {
  const isWanted = picomatch(path, { dot: true });
  const found = files.paths.filter((one) => isWanted(one));
  const there = found.length > 0;
  const evidence = there ? found.join(', ') : `Files: ${files.paths.slice(0, 20).join(', ') || 'none'}`;
  const texts = await Promise.all(found.map(async (file) => ({ file, text: await files.text(file) })));
  const check = (what: string, passes: (text: string) => boolean | string): Graded => {
    let why = there ? `No such text in ${found.join(', ')}` : `There is no ${path}`;
    for (const { file, text } of texts) {
      const result = text === undefined ? 'It is no text' : passes(text);
      if (result === true) return graded('files', what, true, file);
      if (typeof result === 'string') why = `${file}: ${result}`;
    }
    return graded('files', what, false, why);
  };
  return [
    graded('files', `Writes ${path}`, there, evidence),
    ...contains.map((part) => check(`${path} contains “${part}”`, (text) => text.includes(part))),
    ...matches.map((source) => check(`${path} matches /${source}/`, (text) => new RegExp(source, 'u').test(text))),
    ...(schema === undefined ? [] : [check(`${path} fits its schema`, (text) => fits(text, schema))]),
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

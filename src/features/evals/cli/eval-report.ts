/** Results of evals for continuous integration: JUnit XML and Markdown. */
import { type Benchmark, type EvalRun, summaryOf } from '../../../shared/evals.ts';

/** Characters that XML 1.0 has no way to write. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** A suite for each configuration, a case for each run. */
export function junit({ metadata, runs }: Benchmark): string {
  const suites = Map.groupBy(runs, ({ configuration }) => configuration);
  const lines = [...suites].flatMap(([name, own]) => {
    const failures = own.filter(({ result }) => result.failed > 0).length;
    const seconds = own.reduce((sum, { result }) => sum + result.time_seconds, 0);
    return [
      `  <testsuite name="${xml(`${metadata.skill_name} ${name}`)}" tests="${own.length}" failures="${failures}" skipped="${own.filter(isSkipped).length}" time="${seconds.toFixed(3)}" timestamp="${metadata.timestamp}">`,
      ...own.flatMap((run) => testCase(metadata.skill_name, run)),
      '  </testsuite>',
    ];
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...lines, '</testsuites>', ''].join('\n');
}

const isSkipped = ({ result }: EvalRun): boolean => result.total === 0;

function testCase(skill: string, run: EvalRun): string[] {
  const { eval_id, run_number, expectations, result } = run;
  const open = `    <testcase classname="${xml(skill)}" name="${xml(`${eval_id} #${run_number}`)}" time="${result.time_seconds.toFixed(3)}"`;
  const failed = expectations.filter(({ passed, skipped }) => !passed && skipped !== true);
  if (isSkipped(run)) return [`${open}>`, '      <skipped/>', '    </testcase>'];
  if (failed.length === 0) return [`${open}/>`];
  const details = failed.map(({ text, evidence, grader }) => `${grader}: ${text}\n  ${evidence}`).join('\n');
  const message = xml(failed.map(({ text }) => text).join('; '));
  return [`${open}>`, `      <failure message="${message}">${xml(details)}</failure>`, '    </testcase>'];
}

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export function markdown(result: Benchmark): string {
  const { metadata, runs, notes } = result;
  const names = [...new Set(runs.map(({ configuration }) => configuration))];
  const rows = names.flatMap((name) => {
    const summary = summaryOf(result, name);
    if (summary === undefined) return [];
    const { pass_rate, time_seconds, tokens } = summary;
    const [low, high] = pass_rate.interval;
    return `| ${cell(name)} | ${percent(pass_rate.mean)} | ${percent(low)}–${percent(high)} | ${time_seconds.mean.toFixed(1)} | ${Math.round(tokens.mean)} |`;
  });
  const failed = runs.flatMap(({ eval_id, configuration, run_number, expectations }) =>
    expectations
      .filter(({ passed, skipped }) => !passed && skipped !== true)
      .map(
        ({ text, evidence }) => `- ${eval_id} · ${configuration} · #${run_number}: ${cell(text)} (${cell(evidence)})`,
      ),
  );
  return [
    `## Evals of ${metadata.skill_name}`,
    '',
    `${metadata.executor_model || 'no model'}, ${metadata.runs_per_configuration} × ${metadata.evals_run.length} cases`,
    '',
    '| Configuration | Pass rate | 95 % | Seconds | Tokens |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...(failed.length === 0 ? [] : ['### Failed', '', ...failed, '']),
    ...(notes.length === 0 ? [] : ['### Notes', '', ...notes.map((note) => `- ${note}`), '']),
  ].join('\n');
}

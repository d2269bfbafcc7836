/** `skilldeck skills eval NAME|DIR`: runs a skill's cases, or tests its triggers. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CommandContext,
  type CoreClient,
  command,
  type Interrupts,
  printJson,
} from '../../../main/hosts/cli/command.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  repeatable,
  UsageError,
} from '../../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../../main/hosts/cli/text/print.ts';
import { defined } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';
import { type Benchmark, benchmarkSchema, type EvalRun, summaryOf, type TriggerReport } from '../../../shared/evals.ts';
import { passedOf } from '../compare.ts';
import type { EvalRequest } from '../contract.ts';
import { PAID_OPTIONS, paidRequest, paidWork, unlessStopped } from './paid-work.ts';

/** Characters that XML 1.0 has no way to write. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** A suite for each configuration, a case for each run. */
function junit({ metadata, runs }: Benchmark): string {
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
  const { eval_id, run_number, result } = run;
  const open = `    <testcase classname="${xml(skill)}" name="${xml(`${eval_id} #${run_number}`)}" time="${result.time_seconds.toFixed(3)}"`;
  const failed = failedIn([run])[0]?.expectations ?? [];
  if (isSkipped(run)) return [`${open}>`, '      <skipped/>', '    </testcase>'];
  if (failed.length === 0) return [`${open}/>`];
  const details = failed.map(({ text, evidence, grader }) => `${grader}: ${text}\n  ${evidence}`).join('\n');
  const message = xml(failed.map(({ text }) => text).join('; '));
  return [`${open}>`, `      <failure message="${message}">${xml(details)}</failure>`, '    </testcase>'];
}

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Name, share of whole runs with its interval, expectations met, seconds and tokens of each side. */
const summaries = (result: Benchmark, number: (value: number) => string): string[][] =>
  [...new Set(result.runs.map(({ configuration }) => configuration))].flatMap((name) => {
    const { pass_rate, time_seconds, tokens } = summaryOf(result, name) ?? {};
    if (pass_rate === undefined || time_seconds === undefined || tokens === undefined) return [];
    const [low, high] = pass_rate.interval;
    const { runs, share } = passedOf(result, name);
    const rates =
      runs === 0 ? ['–', '–', '–'] : [percent(share), `${percent(low)}–${percent(high)}`, percent(pass_rate.mean)];
    return [[name, ...rates, time_seconds.mean.toFixed(1), number(Math.round(tokens.mean))]];
  });

/** Runs with an expectation that was not met, and those alone. */
const failedIn = (runs: readonly EvalRun[]): EvalRun[] =>
  runs
    .map((run) => ({ ...run, expectations: run.expectations.filter((one) => !one.passed && one.skipped !== true) }))
    .filter(({ expectations }) => expectations.length > 0);

function markdown(result: Benchmark): string {
  const { metadata, runs, notes } = result;
  const rows = summaries(result, String).map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  const failed = failedIn(runs).flatMap(({ eval_id, configuration, run_number, expectations }) =>
    expectations.map(
      ({ text, evidence }) => `- ${eval_id} · ${configuration} · #${run_number}: ${cell(text)} (${cell(evidence)})`,
    ),
  );
  return [
    `## Evals of ${metadata.skill_name}`,
    '',
    `${metadata.executor_model || 'no model'}, ${metadata.runs_per_configuration} × ${metadata.evals_run.length} cases`,
    '',
    '| Configuration | Pass rate | 95 % | Expectations met | Seconds | Tokens |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...(failed.length === 0 ? [] : ['### Failed', '', ...failed, '']),
    ...(notes.length === 0 ? [] : ['### Notes', '', ...notes.map((note) => `- ${note}`), '']),
  ].join('\n');
}

const OPTIONS = {
  ...PAID_OPTIONS,
  '--model <ID>': repeatable(({ evals }) => evals.help.model),
  '--case <ID>': repeatable(({ evals }) => evals.help.case),
  '--with-and-without': ({ evals }) => evals.help.withAndWithout,
  '--against <VERSION>': ({ evals }) => evals.help.against,
  '--triggers': ({ evals }) => evals.help.triggers,
  '--min-pass <RATE>': {
    help: ({ evals }) => evals.help.minPass,
    read(typed, { evals }, name) {
      const share = Number(typed);
      if (typed.trim() === '' || !(share >= 0 && share <= 1)) throw new UsageError(evals.share(name, typed));
      return share;
    },
  },
  '--baseline <FILE>': ({ evals }) => evals.help.baseline,
  '--junit <FILE>': ({ evals }) => evals.help.junit,
  '--markdown <FILE>': ({ evals }) => evals.help.markdown,
  '--continue': ({ evals }) => evals.help.continue,
} as const satisfies Options;
type EvalFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

/** Settings have one model. */
const runFlags = ({ model: [model] = [], ...flags }: EvalFlags) => ({ ...flags, ...defined({ model }) });

function requestOf(context: CommandContext, given: string, flags: EvalFlags): EvalRequest {
  const { model: models = [], against, withAndWithout } = flags;
  return {
    skill: isFolder(given) ? path.resolve(given) : given,
    ...paidRequest(context, runFlags(flags), flags.triggers === true ? 3 : 1),
    ...defined({
      withAndWithout,
      against: against === undefined ? undefined : isPath(against) ? path.resolve(against) : against,
      models: models.length < 2 ? undefined : models,
    }),
  };
}

/** A skill's id and the name of a folder here can be the same: a folder is written with a slash, or holds SKILL.md. */
export function isFolder(given: string): boolean {
  if (/[\\/]/.test(given) || given === '.' || given === '..') return true;
  return statSync(path.join(given, 'SKILL.md'), { throwIfNoEntry: false })?.isFile() === true;
}

/** A folder, or an archive: a version or an id otherwise. */
const isPath = (given: string): boolean =>
  isFolder(given) || statSync(given, { throwIfNoEntry: false })?.isFile() === true;

/** Before anything runs: an eval may take an hour. @throws UsageError */
function readBaseline(file: string, { words }: CommandContext): Benchmark {
  try {
    return benchmarkSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(oneLine(words.evals.noBaseline(file, messageOf(error))));
  }
}

async function run(
  { words, note }: CommandContext,
  client: CoreClient,
  request: EvalRequest,
  signal: AbortSignal,
): Promise<Benchmark | undefined> {
  const { evals } = words;
  for await (const item of await client.evals.run(request, { signal })) {
    if (item.kind === 'result') return item.result;
    if (item.kind === 'planned') {
      const tokens = item.tokens === undefined ? undefined : words.number(item.tokens);
      note(evals.planned(item.runs, item.kept, tokens));
    } else if (item.kind === 'limited') note(evals.limited(words.duration(item.until - Date.now())));
    else {
      const { eval_id, configuration, result } = item.run;
      note(oneLine(evals.ran(item.done, item.of, eval_id, configuration, result.passed, result.total)));
    }
  }
  return undefined;
}

async function report(context: CommandContext, result: Benchmark, flags: EvalFlags): Promise<void> {
  const { words, out, note } = context;
  for (const line of result.notes) note(oneLine(line));
  if (flags.json === true) {
    await printJson(out, result);
    return;
  }
  const rows = summaries(result, words.number).map(([name = '', ...figures]) => [oneLine(name), ...figures]);
  await printTable(context, ['configuration', 'passRate', 'interval', 'expectations', 'seconds', 'tokens'], rows);
  for (const { eval_id, configuration, run_number, session, expectations } of failedIn(result.runs)) {
    await out.line(oneLine(words.evals.failed(eval_id, configuration, run_number, session)));
    for (const { text, evidence } of expectations) await out.line(`  ✗ ${oneLine(text)} (${oneLine(evidence)})`);
  }
  for (const { eval_id, configuration, passed, runs, flaky } of result.cases) {
    if (flaky) await out.line(oneLine(words.evals.flaky(eval_id, configuration, passed, runs)));
  }
}

function write({ words, note }: CommandContext, file: string | undefined, text: () => string): boolean {
  if (file === undefined) return true;
  try {
    writeFileSync(file, text());
    return true;
  } catch (error) {
    // The result still goes to stdout: it may have taken an hour.
    note(oneLine(words.evals.cannotWrite(file, messageOf(error))));
    return false;
  }
}

function verdict(
  { words, note }: CommandContext,
  result: Benchmark,
  { minPass, baseline: file = '' }: EvalFlags,
  baseline: Benchmark | undefined,
): number {
  const configuration = Object.keys(result.run_summary)[0] ?? '';
  // CONTRACT §13: 0 where nothing was graded.
  const rate = summaryOf(result, configuration)?.pass_rate.mean ?? 0;
  let status: number = EXIT.done;
  if (minPass !== undefined && rate < minPass) {
    note(words.evals.belowMinimum(percent(rate), percent(minPass)));
    status = EXIT.error;
  }
  const before = baseline === undefined ? undefined : summaryOf(baseline, configuration);
  if (before !== undefined && rate < before.pass_rate.interval[0]) {
    note(words.evals.worse(oneLine(file)));
    status = EXIT.error;
  }
  const everyModelFailed =
    result.runs.length > 0 && result.runs.every(({ result: { tokens, errors } }) => tokens === 0 && errors > 0);
  return everyModelFailed ? EXIT.model : status;
}

async function testTriggers(
  context: CommandContext,
  client: CoreClient,
  { skill, runs, settings }: EvalRequest,
  flags: EvalFlags,
  interrupts: Interrupts,
): Promise<number> {
  const { words, note } = context;
  const { signal } = interrupts;
  const asked = client.evals.triggers({ skill, runs, settings }, { signal });
  const found = await unlessStopped<TriggerReport>(interrupts, asked);
  if (found === undefined) return EXIT.stopped;
  for (const message of found.errors) note(oneLine(message));
  await printTriggers(context, found, flags.json === true);
  const isUnanswered = !found.guess && found.queries.length > 0 && found.queries.every((one) => one.runs === 0);
  if (isUnanswered) return EXIT.model;
  const { minPass } = flags;
  const right = found.queries.filter(({ should_trigger, triggered, runs: all }) =>
    should_trigger ? triggered === all && all > 0 : triggered === 0,
  ).length;
  const rate = found.queries.length === 0 ? 0 : right / found.queries.length;
  if (minPass === undefined || rate >= minPass) return EXIT.done;
  note(words.evals.belowMinimum(percent(rate), percent(minPass)));
  return EXIT.error;
}

async function printTriggers(context: CommandContext, found: TriggerReport, json: boolean) {
  const { words, out, note } = context;
  const { errors: _errors, ...document } = found;
  if (json) return printJson(out, document);
  const { evals } = words;
  const rows = found.queries.map(({ query, should_trigger, runs, triggered, instead }) => [
    oneLine(query),
    should_trigger ? evals.load : evals.ignore,
    `${triggered}/${runs}`,
    Object.entries(instead)
      .map(([id, count]) => `${oneLine(id)} ${count}`)
      .join(', '),
  ]);
  await printTable(context, ['sentence', 'expected', 'triggered', 'instead'], rows);
  const share = (value: number | null) => (value === null ? evals.never : percent(value));
  await out.line(evals.precision(share(found.precision), share(found.recall)));
  if (found.guess) note(evals.guess);
}

export const evalCommand = command({
  name: 'skills eval',
  args: { '<SKILL>': ({ evals }) => evals.help.skill },
  options: OPTIONS,
  async run(context, [given = ''], flags) {
    const { words, note } = context;
    const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline, context);
    const request = requestOf(context, given, flags);
    return await paidWork(context, runFlags(flags), request.settings, async (client, interrupts) => {
      if (flags.triggers === true) return await testTriggers(context, client, request, flags, interrupts);
      const result = await unlessStopped(interrupts, run(context, client, request, interrupts.signal));
      if (result === undefined) {
        await client.evals.stop({ skill: request.skill });
        note(words.evals.stopped);
        return EXIT.stopped;
      }
      const written = [
        write(context, flags.junit, () => junit(result)),
        write(context, flags.markdown, () => markdown(result)),
      ].every((ok) => ok);
      await report(context, result, flags);
      const status = verdict(context, result, flags, baseline);
      return written ? status : status || EXIT.error;
    });
  },
});

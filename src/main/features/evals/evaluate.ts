/** Runs cases against configurations: a few at a time, within a budget, resumable. */
import type { EvalProgress, EvalRequest } from '../../../shared/contract/evals.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { EvalRun } from '../../../shared/evals/benchmark.ts';
import type { EvalCase } from '../../../shared/evals/cases.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { asyncQueue } from '../../api/async-queue.ts';
import type { Core } from '../../core/core.ts';
import { benchmark } from './benchmark.ts';
import { type Configuration, configurationsOf, skillUnderTest } from './configuration.ts';
import { openJournal } from './journal.ts';
import { inputFiles, readCases } from './read-cases.ts';
import { type PlannedRun, runCase } from './run-case.ts';

/** Requests of an average run, for the estimate made before the first one has ended. */
const REQUESTS_A_RUN = 3;

/** @throws SkilldeckError `bad-input`, `skill-not-found`, `config-invalid`. */
export async function* evaluate(core: Core, request: EvalRequest, stopped: AbortSignal): AsyncGenerator<EvalProgress> {
  const skill = await skillUnderTest(core, request.skill);
  const cases = chosen(readCases(skill.dir), request.cases);
  const configurations = await configurationsOf(core, request, skill);
  const states = await Promise.all(configurations.map(({ settings }) => stateFor(core, settings)));
  const judgeState = await judgeFor(core, request, states[0]);
  const planned = plan(skill.dir, cases, configurations, request.runs);
  const { resume = false, concurrency: _width, maxCost, maxTokens, ...same } = request;
  const journal = openJournal(core.home, { ...same, cases, dir: skill.dir }, resume);
  const keyOf = (id: string, configuration: string, number: number) => JSON.stringify([id, configuration, number]);
  const wanted = new Set(planned.map(({ one, configuration, number }) => keyOf(one.id, configuration.name, number)));
  const runs: EvalRun[] = journal.kept.filter((run) =>
    wanted.has(keyOf(run.eval_id, run.configuration, run.run_number)),
  );
  const known = new Set(runs.map((run) => keyOf(run.eval_id, run.configuration, run.run_number)));
  const open = planned.filter(
    ({ one, configuration, number }) => !known.has(keyOf(one.id, configuration.name, number)),
  );
  const budget = createBudget({ maxCost, maxTokens }, runs, await firstRequest(core, states));
  const ending = new AbortController();
  const signal = AbortSignal.any([stopped, ending.signal]);
  const progress = asyncQueue<EvalProgress | 'end'>();
  const total = runs.length + open.length;
  const notes: string[] = [];
  const worker = async () => {
    for (let next = open.shift(); next !== undefined && !signal.aborted; next = open.shift()) {
      const reason = budget.refuses();
      if (reason !== undefined) {
        notes.push(`${reason}: ${open.length + 1} runs were not begun.`);
        open.length = 0;
        return;
      }
      budget.begin();
      const run = await runCase(core, next, judgeState, signal);
      budget.end(run);
      if (run === undefined) return;
      journal.add(run);
      runs.push(run);
      progress.push({ kind: 'ran', done: runs.length, of: total, run });
    }
  };
  let work: Promise<unknown> = Promise.resolve();
  try {
    const tokens = budget.estimate(open.length);
    yield { kind: 'planned', runs: total, kept: runs.length, ...(tokens === undefined ? {} : { tokens }) };
    work = Promise.all(Array.from({ length: request.concurrency }, worker)).then(
      () => progress.push('end'),
      (error: unknown) => progress.fail(error),
    );
    for await (const item of progress.items(stopped)) {
      if (item === 'end') break;
      yield item;
    }
    if (stopped.aborted) return;
    const metadata = {
      skill_name: skill.id,
      executor_model: [...new Set(states.map(({ model }) => model))].join(', '),
      ...(judgeState === undefined ? {} : { judge_model: judgeState.model }),
      timestamp: new Date().toISOString(),
      evals_run: cases.map(({ id }) => id),
      runs_per_configuration: request.runs,
    };
    const names = configurations.map(({ name }) => name);
    yield { kind: 'result', result: benchmark({ metadata, configurations: names, runs, notes: [...new Set(notes)] }) };
  } finally {
    ending.abort();
    await work;
    journal.close();
  }
}

function chosen(cases: readonly EvalCase[], ids: readonly string[] | undefined): readonly EvalCase[] {
  const missing = ids?.find((id) => !cases.some((one) => one.id === id));
  if (missing !== undefined) {
    const there = cases.map(({ id }) => id).join(', ');
    throw new SkilldeckError('bad-input', `There is no case "${missing}". There are: ${there || 'none'}.`);
  }
  return ids === undefined ? cases : cases.filter(({ id }) => ids.includes(id));
}

/** Case by case, its sides next to each other: what an outage takes away is missing on every side. */
function plan(
  dir: string,
  cases: readonly EvalCase[],
  configurations: readonly Configuration[],
  runs: number,
): PlannedRun[] {
  return cases.flatMap((one) => {
    const files = inputFiles(dir, one);
    return Array.from({ length: runs }, (_none, index) =>
      configurations.map((configuration) => ({ one, files, configuration, number: index + 1 })),
    ).flat();
  });
}

export const stateFor = async (core: Core, settings: EvalRequest['settings']): Promise<SessionState> =>
  (await core.sessions.preview(settings)).state;

/** The one asked for, else the run's own; the demo model judges nothing. */
async function judgeFor(
  core: Core,
  { judge, settings }: EvalRequest,
  own: SessionState | undefined,
): Promise<SessionState | undefined> {
  const state = judge === undefined ? own : await stateFor(core, { ...settings, model: judge });
  return state === undefined || isDemo(state) ? undefined : state;
}

/** It answers offline, without an address. */
export const isDemo = ({ route }: SessionState): boolean => (route?.endpoint ?? '') === '';

/** Tokens of a new session's first request, at most of all configurations. */
async function firstRequest(core: Core, states: readonly SessionState[]): Promise<number> {
  const prepared = await Promise.all(states.map((state) => core.context.prepare(state)));
  return Math.max(0, ...prepared.map((one) => ('tokens' in one ? one.tokens.total : 0)));
}

interface Limits {
  readonly maxCost: number | undefined;
  readonly maxTokens: number | undefined;
}

/** Keeps to a budget by what runs took so far: one is begun only where an average one still fits. */
function createBudget({ maxCost, maxTokens }: Limits, kept: readonly EvalRun[], firstRequestTokens: number) {
  const ended: EvalRun['result'][] = kept.map(({ result }) => result);
  let under = 0;
  const average = (value: (result: EvalRun['result']) => number, otherwise: number) =>
    ended.length === 0 ? otherwise : ended.reduce((sum, result) => sum + value(result), 0) / ended.length;
  const tokens = () => average((result) => result.tokens, firstRequestTokens * REQUESTS_A_RUN);
  const spent = (value: (result: EvalRun['result']) => number) => ended.reduce((sum, result) => sum + value(result), 0);
  return {
    begin: () => {
      under += 1;
    },
    end: (run: EvalRun | undefined) => {
      under -= 1;
      if (run !== undefined) ended.push(run.result);
    },
    estimate: (runs: number) => (firstRequestTokens === 0 ? undefined : Math.round(runs * tokens())),
    refuses(): string | undefined {
      if (maxTokens !== undefined && spent((result) => result.tokens) + (under + 1) * tokens() > maxTokens) {
        return `The budget of ${maxTokens} tokens is spent`;
      }
      if (maxCost === undefined) return undefined;
      if (ended.some(({ cost }) => cost === undefined))
        return 'The model has no price, so a budget in money cannot be kept';
      const cost = average((result) => result.cost ?? 0, 0);
      return spent((result) => result.cost ?? 0) + (under + 1) * cost > maxCost
        ? `The budget of ${maxCost} US dollars is spent`
        : undefined;
    },
  };
}

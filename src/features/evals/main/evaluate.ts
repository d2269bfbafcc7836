/** Runs cases against configurations: a few at a time, within a budget, resumable. */

import { z } from 'zod';
import { asyncQueue } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import type { Prices } from '../../../main/session/requests.ts';
import { defined } from '../../../shared/defined.ts';
import {
  benchmarkSchema,
  type EvalCase,
  type EvalRun,
  evalRunSchema,
  type Mark,
  markSchema,
  spentOn,
  type Unbegun,
} from '../../../shared/evals.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import {
  type EvalEstimate,
  type EvalProgress,
  type EvalRequest,
  evalRequestSchema,
  type PastEval,
} from '../contract.ts';
import type { LoopSpending } from '../improving.ts';
import { benchmark } from './benchmark.ts';
import { appendLine, linesIn, namesIn, openJournal, STOPPED } from './journal.ts';
import { createPurse, sumOf } from './purse.ts';
import { inputFiles, readCases } from './read-cases.ts';
import { type PlannedRun, runCase } from './run-case.ts';
import { type Configuration, configurationsOf, skillUnderTest } from './runs.ts';
import { evalsFolder } from './versions.ts';

/** Max evals of one skill in a list. */
const MAX_LISTED = 30;

const planSchema = z.object({
  metadata: benchmarkSchema.shape.metadata,
  configurations: z.array(z.string()),
  total: z.int(),
  request: evalRequestSchema,
});
type Plan = z.infer<typeof planSchema>;

const lineSchema = z.union([
  z.object({ plan: planSchema }),
  z.object({ run: evalRunSchema }),
  z.object({ mark: markSchema }),
  z.object({ end: benchmarkSchema.pick({ unbegun: true }) }),
  STOPPED,
  // Earlier programs wrote runs bare.
  evalRunSchema.transform((run) => ({ run })),
]);
type Line = z.infer<typeof lineSchema>;

const runsIn = (lines: readonly Line[]): EvalRun[] => lines.flatMap((line) => ('run' in line ? [line.run] : []));

/** @param same what makes two evals the same. */
export function openEval(home: string, plan: Plan, same: unknown, resume: boolean) {
  const { skill_name, timestamp: at } = plan.metadata;
  const journal = openJournal(evalsFolder(home, skill_name), lineSchema, { plan: { plan }, same, resume, at });
  return {
    id: journal.id,
    /** Runs that had finished when it was opened. */
    kept: runsIn(journal.kept),
    add: (run: EvalRun) => journal.append({ run }),
    end: (unbegun: Unbegun | undefined) => journal.append({ end: defined({ unbegun }) }),
  };
}

/** Evals of a skill, the latest first, those too that were stopped. */
export function pastEvals(home: string, skill: string): readonly PastEval[] {
  return namesIn(evalsFolder(home, skill))
    .toReversed()
    .slice(0, MAX_LISTED)
    .flatMap((id) => pastEval(home, skill, id) ?? []);
}

/** Undefined where there is none. */
export function pastEval(home: string, skill: string, id: string): PastEval | undefined {
  const lines = linesIn(evalsFolder(home, skill), id, lineSchema);
  const plan = lines.flatMap((line) => ('plan' in line ? [line.plan] : [])).at(-1);
  if (plan === undefined) return undefined;
  const { metadata, configurations, total, request } = plan;
  const runs = runsIn(lines);
  const end = lines.flatMap((line) => ('end' in line ? [line.end] : [])).at(-1);
  const marks = new Map(lines.flatMap((line) => ('mark' in line ? [[line.mark.session, line.mark] as const] : [])));
  return {
    id,
    total,
    ended: end !== undefined,
    ...(lines.some((line) => 'stopped' in line) ? { stopped: true } : {}),
    request,
    result: benchmark({ metadata, configurations, runs, unbegun: end?.unbegun }),
    marks: [...marks.values()],
  };
}

/** @returns whether the eval is there. */
export function writeMark(home: string, skill: string, id: string, mark: Mark): boolean {
  const folder = evalsFolder(home, skill);
  if (!namesIn(folder).includes(id)) return false;
  appendLine(folder, id, { mark });
  return true;
}

/** Requests of an average run, for the estimate made before the first one has ended. */
const REQUESTS_A_RUN = 3;

/** @throws SkilldeckError `bad-input`, `skill-not-found`, `config-invalid`, `import-refused`. */
export async function* evaluate(core: Core, request: EvalRequest, stopped: AbortSignal): AsyncGenerator<EvalProgress> {
  const { plan, same, planned, judgeState, estimating } = await prepare(core, request, {
    keeps: true,
    signal: stopped,
  });
  const journal = openEval(core.home, plan, same, request.resume ?? false);
  const { runs, open } = left(planned, journal.kept);
  const budget = createBudget(request, runs, estimating);
  const ending = new AbortController();
  const signal = AbortSignal.any([stopped, ending.signal]);
  const progress = asyncQueue<EvalProgress | 'end'>();
  const total = planned.length;
  let unbegun: Unbegun | undefined;
  let isCut = false;
  const onLimit = (ms: number) => progress.push({ kind: 'limited', until: Date.now() + ms });
  const worker = async () => {
    for (let next = open.shift(); next !== undefined && !signal.aborted && !isCut; next = open.shift()) {
      const refused = budget.refuses();
      if (refused !== undefined) {
        unbegun = { ...refused, runs: (unbegun?.runs ?? 0) + open.length + 1 };
        open.length = 0;
        return;
      }
      const end = budget.begin();
      const run = await runCase(core, next, judgeState, { signal, onLimit });
      end(run);
      if (run === undefined) {
        isCut = true;
        return;
      }
      journal.add(run);
      runs.push(run);
      progress.push({ kind: 'ran', done: runs.length, of: total, run });
    }
  };
  let work: Promise<unknown> = Promise.resolve();
  try {
    yield { kind: 'planned', id: journal.id, runs: total, kept: runs.length, ...budget.estimate(open) };
    work = Promise.all(Array.from({ length: request.concurrency }, worker)).then(
      () => progress.push('end'),
      (error: unknown) => progress.fail(error),
    );
    for await (const item of progress.items(stopped)) {
      if (item === 'end') break;
      yield item;
    }
    // The app may be closing.
    if (stopped.aborted || isCut) return;
    journal.end(unbegun);
    const { metadata, configurations } = plan;
    yield { kind: 'result', result: benchmark({ metadata, configurations, runs, unbegun }) };
  } finally {
    ending.abort();
    await work;
  }
}

/** Estimates `evaluate`. Nothing is run or kept: a draft is estimated by what is saved. @throws as `evaluate`. */
export async function estimateEval(
  core: Core,
  { unsaved: _draft, ...request }: EvalRequest,
  signal?: AbortSignal,
): Promise<EvalEstimate> {
  const { planned, estimating } = await prepare(core, request, { keeps: false, signal });
  return { runs: planned.length, kept: 0, ...createBudget(request, [], estimating).estimate(planned) };
}

interface How {
  readonly keeps: boolean;
  readonly signal: AbortSignal | undefined;
}

async function prepare(core: Core, request: EvalRequest, how: How) {
  const skill = await skillUnderTest(core, request.skill);
  const cases = chosen(await readCases(skill.dir, how.signal), request.cases);
  const { configurations, version } = await configurationsOf(core, request, skill, how);
  const states = await Promise.all(configurations.map(({ settings }) => stateFor(core, settings)));
  const judgeState = await judgeFor(core, request, states[0]);
  const planned = plannedRuns(skill.dir, cases, configurations, request.runs);
  const { resume: _resume, concurrency: _width, maxCost: _cost, maxTokens: _tokens, ...same } = request;
  const plan = {
    metadata: {
      skill_name: skill.id,
      executor_model: [...new Set(states.map(({ model }) => model))].join(', '),
      ...(judgeState === undefined ? {} : { judge_model: judgeState.model }),
      ...(version === undefined ? {} : { version }),
      timestamp: new Date().toISOString(),
      evals_run: cases.map(({ id }) => id),
      runs_per_configuration: request.runs,
    },
    configurations: configurations.map(({ name }) => name),
    total: planned.length,
    request,
  };
  const models = new Map(configurations.map(({ name }, index) => [name, states[index]?.model ?? '']));
  return {
    plan,
    /** Edited since: another eval. */
    same: { ...same, cases, dir: skill.dir, version },
    planned,
    judgeState,
    estimating: { requestTokens: await firstRequest(core, states), models, prices: core.prices },
  };
}

/** Runs that count already, and those that are still to do. */
function left(planned: readonly PlannedRun[], kept: readonly EvalRun[]) {
  const keyOf = (id: string, configuration: string, number: number) => JSON.stringify([id, configuration, number]);
  const wanted = new Set(planned.map(({ one, configuration, number }) => keyOf(one.id, configuration.name, number)));
  const done = new Map(kept.map((run) => [keyOf(run.eval_id, run.configuration, run.run_number), run] as const));
  const runs = [...done].flatMap(([key, run]) => (wanted.has(key) ? [run] : []));
  const open = planned.filter(({ one, configuration, number }) => !done.has(keyOf(one.id, configuration.name, number)));
  return { runs, open };
}

function chosen(cases: readonly EvalCase[], ids: readonly string[] | undefined): readonly EvalCase[] {
  const missing = ids?.find((id) => !cases.some((one) => one.id === id));
  if (missing !== undefined) {
    const ids = cases.map(({ id }) => id).join(', ');
    throw detailed('bad-input', ids === '' ? 'eval-case-none' : 'eval-case-missing', { id: missing, ids });
  }
  return ids === undefined ? cases : cases.filter(({ id }) => ids.includes(id));
}

/** Case by case, its sides next to each other: what an outage takes away is missing on every side. */
function plannedRuns(
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

interface Estimating {
  /** Tokens of a new session's first request. */
  readonly requestTokens: number;
  /** Keyed by configuration. */
  readonly models: ReadonlyMap<string, string>;
  readonly prices: Prices;
}

/** Keeps to a budget by what runs took so far: one is begun only where an average one still fits. */
function createBudget(
  { maxCost, maxTokens }: Pick<EvalRequest, 'maxCost' | 'maxTokens'>,
  kept: readonly EvalRun[],
  { requestTokens, models, prices }: Estimating,
) {
  const purse = createPurse({ maxTokens, maxCost }, sumOf(kept.map(({ result }) => spentOn(result))));
  let ended = kept.length;
  /** An average run; before the first one has ended, a few requests. */
  const each = (): LoopSpending => {
    const { tokens, cost } = purse.spent();
    if (ended > 0) return { tokens: tokens / ended, ...(cost === undefined ? {} : { cost: cost / ended }) };
    const usage = { promptTokens: Math.round(requestTokens * REQUESTS_A_RUN), completionTokens: 0 };
    const guesses = [...models.values()].map((model) => prices(model, usage) ?? 0);
    return { tokens: usage.promptTokens, cost: Math.max(0, ...guesses) };
  };
  return {
    /** Reserves an average run. @returns to be called with its run, undefined where it was stopped. */
    begin() {
      const release = purse.reserve(each());
      return (run: EvalRun | undefined) => {
        release();
        if (run === undefined) return;
        purse.add(spentOn(run.result));
        ended += 1;
      };
    },
    estimate(open: readonly PlannedRun[]): Pick<EvalEstimate, 'tokens' | 'cost'> {
      if (requestTokens === 0) return {};
      const usage = { promptTokens: Math.round(each().tokens), completionTokens: 0 };
      const costs = open.map(({ configuration }) => prices(models.get(configuration.name) ?? '', usage));
      return sumOf(costs.map((cost) => ({ tokens: usage.promptTokens, ...defined({ cost }) })));
    },
    refuses(): Omit<Unbegun, 'runs'> | undefined {
      const why = purse.refuses(each());
      return why === undefined ? undefined : { why, limit: (why === 'tokens' ? maxTokens : maxCost) ?? 0 };
    },
  };
}

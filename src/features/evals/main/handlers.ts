import type { ToolResult } from '../../../main/agent/ports.ts';
import { done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { findPlace } from '../../../main/skills/files.ts';
import { differenceText } from '../../../main/skills/import/difference.ts';
import type { Edit, SkillWorkshop, Trial } from '../../../main/tools/define-tool.ts';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { type Benchmark, isWhole, spentOn } from '../../../shared/evals.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { passedOf } from '../compare.ts';
import {
  type EvalProgress,
  type EvalRequest,
  evalsContract,
  type ImproveRequest,
  type InterruptedWork,
} from '../contract.ts';
import type { LoopVersion } from '../improving.ts';
import { wilson } from './benchmark.ts';
import { captureCase } from './conversation.ts';
import { draftSkill } from './drafting.ts';
import { estimateEval, evaluate, pastEval, pastEvals, writeMark } from './evaluate.ts';
import { figuresOf, type History, loopsFolder, openHistory, pastLoops } from './history.ts';
import { improve } from './improve.ts';
import { appendLine, namesIn } from './journal.ts';
import { optimise } from './optimise.ts';
import { applyEdits, skillFileName, skillTexts, takeFiles } from './propose.ts';
import { sumOf } from './purse.ts';
import { skillUnderTest } from './runs.ts';
import { tryTriggers } from './triggers.ts';
import { tryOut } from './try-out.ts';
import { evalsFolder } from './versions.ts';

/** Characters of a result. */
const MAX_RESULT = 12_000;

export function createWorkshop(core: Core): SkillWorkshop {
  const tried = async (work: () => Promise<ToolResult>): Promise<ToolResult> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SkilldeckError) return { ok: false, content: messageOf(error) };
      throw error;
    }
  };
  return {
    async plan(trial, state) {
      const { runs } = await estimateEval(core, await requestOf(core, trial, state));
      return { skill: (await skillUnderTest(core, trial.skill)).id, runs };
    },
    evaluate: (trial, state, signal) => tried(() => evaluated(core, trial, state, signal)),
    propose: (asked) => tried(() => proposed(core, asked)),
  };
}

async function requestOf(
  core: Core,
  trial: Trial,
  { environment, model, dialect }: SessionState,
): Promise<EvalRequest> {
  const version = trial.version === undefined ? undefined : await versionOf(core, trial.skill, trial.version);
  const unsaved = version?.files.map(({ path, text }) => ({ path, text })) ?? [];
  return {
    skill: trial.skill,
    runs: trial.runs,
    concurrency: 2,
    maxTokens: trial.maxTokens,
    settings: { environment, model, dialect },
    ...(trial.cases === undefined ? {} : { cases: [...trial.cases] }),
    ...(trial.withAndWithout ? { withAndWithout: true } : {}),
    ...(unsaved.length === 0 ? {} : { unsaved }),
  };
}

async function versionOf(core: Core, given: string, number: number): Promise<LoopVersion> {
  const { id } = await skillUnderTest(core, given);
  const versions = pastLoops(core.home, id).find((loop) => loop.ended === 'conversation')?.versions ?? [];
  const found = versions.find((one) => one.number === number);
  if (found !== undefined) return found;
  const numbers = versions.map((one) => one.number).join(', ');
  throw detailed('bad-input', numbers === '' ? 'version-number-none' : 'version-number', { number, id, numbers });
}

async function evaluated(core: Core, trial: Trial, state: SessionState, signal: AbortSignal): Promise<ToolResult> {
  const request = await requestOf(core, trial, state);
  let [id, planned] = ['', 0];
  let result: Benchmark | undefined;
  for await (const item of evaluate(core, request, signal)) {
    if (item.kind === 'planned') [id, planned] = [item.id, item.runs];
    if (item.kind === 'result') result = item.result;
  }
  const skill = await skillUnderTest(core, trial.skill);
  const { runs = [], notes = [] } = result ?? pastEval(core.home, skill.id, id)?.result ?? {};
  const sides = new Set(runs.map(({ configuration }) => configuration));
  const lines = [...sides].map((side) => {
    const { passed, runs: of } = passedOf({ runs }, side);
    const [low, high] = wilson(passed, of).map((bound) => Math.round(bound * 100));
    return `${side}: ${passed} of ${of} runs passed (95 %: ${low} to ${high} %).`;
  });
  const failed = runs
    .filter((run) => !isWhole(run))
    .flatMap((run) => [
      `Case ${run.eval_id}, ${run.configuration}, run ${run.run_number} (conversation ${run.session}), answer: ${JSON.stringify((run.answer ?? '').slice(0, 300))}`,
      ...run.expectations
        .filter(({ passed }) => !passed)
        .map(
          ({ text, evidence, skipped }) => `- ${skipped === true ? 'not graded' : 'NOT MET'}: ${text} (${evidence})`,
        ),
    ]);
  const { tokens } = sumOf(runs.map(({ result: taken }) => spentOn(taken)));
  if (result !== undefined && result.unbegun === undefined && trial.version !== undefined) {
    await keepFigures(core, trial.skill, { number: trial.version, id, result });
  }
  const cut = result === undefined ? [`Stopped: ${runs.length} of ${planned} runs were done.`] : [];
  const content = [...cut, ...lines, `${tokens} tokens.`, ...notes, ...failed].join('\n').slice(0, MAX_RESULT);
  return { ok: result !== undefined, content };
}

/** The person finds them beside the version. */
async function keepFigures(
  core: Core,
  given: string,
  { number, id, result }: { readonly number: number; readonly id: string; readonly result: Benchmark },
): Promise<void> {
  const history = await historyOf(core, given);
  const { versions } = history.loop();
  const version = versions.find((one) => one.number === number);
  if (version === undefined) return;
  const before = versions.find((one) => one.number === version.parent)?.figures;
  history.measured(number, figuresOf(id, result, before), sumOf(result.runs.map((run) => spentOn(run.result))));
  history.end('conversation');
}

/** Versions that conversations made of a skill with these texts, with the skill itself as the first. */
async function historyOf(core: Core, given: string): Promise<History> {
  const { id, dir } = await skillUnderTest(core, given);
  const saved = await skillTexts(dir);
  const request: ImproveRequest = { skill: id, runs: 1, rounds: 50, concurrency: 2, settings: {}, resume: true };
  const history = openHistory(core.home, { skill: id, request, same: { by: 'conversation', dir, saved: [...saved] } });
  if (history.loop().versions.length === 0) {
    history.add({ number: 0, parent: null, at: new Date().toISOString(), reason: '', files: [] });
  }
  return history;
}

async function proposed(
  core: Core,
  { skill, reason, edits, from }: Parameters<SkillWorkshop['propose']>[0],
): Promise<ToolResult> {
  const { id, dir } = await skillUnderTest(core, skill);
  const saved = await skillTexts(dir);
  const history = await historyOf(core, skill);
  const { versions } = history.loop();
  const parent = from === undefined ? versions.at(-1) : versions.find((one) => one.number === from);
  if (parent === undefined) {
    return {
      ok: false,
      content: `There is no version ${from}. There are: ${versions.map((one) => one.number).join(', ')}.`,
    };
  }
  const before = new Map([...saved, ...parent.files.map(({ path, text }) => [path, text] as const)]);
  const edited = applyEdits(before, skillFileName(dir), edits satisfies readonly Edit[]);
  if ('fault' in edited) return { ok: false, content: `Nothing was proposed: ${edited.fault}.` };
  const number = versions.length;
  const files = [...edited.texts].flatMap(([path, text]) => {
    const old = saved.get(path) ?? null;
    return text === old ? [] : [{ path, before: old, text }];
  });
  history.add({ number, parent: parent.number, at: new Date().toISOString(), reason, files });
  history.end('conversation');
  const shown = files.map(({ path, before: old, text }) => differenceText(path, old ?? '', text)).join('\n');
  const next = `The skill is unchanged. Try it with eval_skill {"skill": "${id}", "version": ${number}}. The person reads and takes it under Evals, Improve in the skill's view, or with: skilldeck skills improve ${id} --take ${number}`;
  return {
    ok: true,
    content: [`Version ${number} of ${id}, made of ${parent.number}.`, shown, next].join('\n').slice(0, MAX_RESULT),
  };
}

const NEVER = new AbortController().signal;

export function evalHandlers(core: Core) {
  const os = implementContract(evalsContract, core.reportBug);
  /** A skill that is there: its id is a folder's name. */
  const idOf = async (skill: string) => findPlace(await core.library.refresh(), skill).id;
  const jobs = createJobs(core);
  /** Skills whose improvement is under way. */
  const improving = new Set<string>();
  return {
    start: os.start.handler(async ({ input, signal = NEVER }) =>
      jobs.start((await skillUnderTest(core, input.skill)).id, input, signal),
    ),
    follow: os.follow.handler(({ input, signal = NEVER }) => jobs.follow(input.skill, signal)),
    stop: os.stop.handler(async ({ input }) => {
      const { id } = await skillUnderTest(core, input.skill);
      await jobs.stop(id);
      return done(putAside(core.home, id));
    }),
    interrupted: os.interrupted.handler(async () => {
      const { skills } = await core.library.refresh();
      const isRunning = (id: string) => jobs.isRunning(id) || improving.has(id);
      return skills.flatMap(({ id }) => (isRunning(id) ? [] : (interruptedOf(core.home, id) ?? [])));
    }),
    tryOut: os.tryOut.handler(({ input, signal = NEVER }) => tryOut(core, input, signal)),
    run: os.run.handler(({ input, signal = NEVER }) => evaluate(core, input, signal)),
    estimate: os.estimate.handler(({ input, signal }) => estimateEval(core, input, signal)),
    past: os.past.handler(async ({ input }) => [...pastEvals(core.home, await idOf(input.skill))]),
    mark: os.mark.handler(async ({ input: { skill, id, mark } }) => {
      if (writeMark(core.home, await idOf(skill), id, mark)) return done(undefined);
      throw detailed('bad-input', 'eval-missing', { id, skill });
    }),
    capture: os.capture.handler(({ input: { sessionId, skill } }) => captureCase(core, sessionId, skill)),
    triggers: os.triggers.handler(({ input, signal = NEVER }) => tryTriggers(core, input, signal)),
    improve: os.improve.handler(async function* ({ input, signal = NEVER }) {
      const { id } = await skillUnderTest(core, input.skill);
      improving.add(id);
      try {
        yield* improve(core, input, signal);
      } finally {
        improving.delete(id);
      }
    }),
    draft: os.draft.handler(({ input, signal = NEVER }) => draftSkill(core, input, signal)),
    loops: os.loops.handler(async ({ input }) => [
      ...pastLoops(core.home, (await skillUnderTest(core, input.skill)).id),
    ]),
    take: os.take.handler(async ({ input: { skill, files } }) => ({ changed: await takeFiles(core, skill, files) })),
    optimise: os.optimise.handler(({ input, signal = NEVER }) => optimise(core, input, signal)),
  };
}

interface Job {
  readonly stop: AbortController;
  /** All so far, for one who comes later. */
  readonly items: EvalProgress[];
  /** Resolves at the next item, and at the end. */
  next: PromiseWithResolvers<void>;
  /** Set at the end. */
  over?: { readonly failure?: unknown };
  work: Promise<void>;
}

/** Evals that the core runs, watched or not: one at a time for each skill. */
function createJobs(core: Core) {
  /** Keyed by the skill's id. */
  const jobs = new Map<string, Job>();
  const run = async (skill: string, request: EvalRequest, job: Job): Promise<void> => {
    const wake = () => {
      job.next.resolve();
      job.next = Promise.withResolvers();
    };
    try {
      for await (const item of evaluate(core, request, job.stop.signal)) {
        job.items.push(item);
        wake();
      }
      job.over = {};
    } catch (failure) {
      job.over = { failure };
    }
    jobs.delete(skill);
    wake();
  };
  return {
    /** Begins one and watches it; it continues when the reader leaves. @throws SkilldeckError as `evaluate`; `bad-input` where one is under way. */
    start(skill: string, request: EvalRequest, signal: AbortSignal): AsyncGenerator<EvalProgress> {
      if (jobs.has(skill)) throw detailed('bad-input', 'eval-running', { skill });
      const job: Job = {
        stop: new AbortController(),
        items: [],
        next: Promise.withResolvers(),
        work: Promise.resolve(),
      };
      jobs.set(skill, job);
      job.work = run(skill, request, job);
      return watch(job, signal);
    },
    /** Progress of the running job, from its beginning; ends at once where there is none. */
    follow: (skill: string, signal: AbortSignal) => watch(jobs.get(skill), signal),
    isRunning: (skill: string): boolean => jobs.has(skill),
    /** Resolves when it has stopped; finished runs are kept. */
    async stop(skill: string): Promise<void> {
      const job = jobs.get(skill);
      job?.stop.abort();
      await job?.work;
    },
  };
}

async function* watch(job: Job | undefined, signal: AbortSignal): AsyncGenerator<EvalProgress> {
  const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  for (let at = 0; job !== undefined && !signal.aborted; ) {
    const item = job.items[at];
    if (item !== undefined) {
      at += 1;
      yield item;
    } else if (job.over === undefined) await Promise.race([job.next.promise, left]);
    else if (job.over.failure === undefined) return;
    else throw job.over.failure;
  }
}

// Evals and improvements that the end of the app or a crash cut off: the latest of each skill, to be continued on request.

/** Undefined where the latest has ended, or a person stopped it. */
export function interruptedOf(home: string, skill: string): InterruptedWork | undefined {
  const [loop] = pastLoops(home, skill);
  const isOpen = loop !== undefined && loop.ended === undefined && loop.stopped !== true;
  // An improvement begins evals itself, and continues them.
  if (isOpen) {
    const done = loop.versions.filter(({ figures }) => figures !== undefined).length;
    return { skill, improve: loop.request, done, of: loop.rounds + 1 };
  }
  const id = namesIn(evalsFolder(home, skill)).at(-1);
  const past = id === undefined ? undefined : pastEval(home, skill, id);
  if (past === undefined || past.ended || past.stopped === true || past.request.unsaved !== undefined) return undefined;
  return { skill, eval: past.request, done: past.result.runs.length, of: past.total };
}

/** It is not offered any more, and can still be continued. */
export function putAside(home: string, skill: string): void {
  const [loop] = pastLoops(home, skill);
  if (loop !== undefined && loop.ended === undefined) appendLine(loopsFolder(home, skill), loop.id, { stopped: true });
  const id = namesIn(evalsFolder(home, skill)).at(-1);
  if (id !== undefined && pastEval(home, skill, id)?.ended === false)
    appendLine(evalsFolder(home, skill), id, { stopped: true });
}

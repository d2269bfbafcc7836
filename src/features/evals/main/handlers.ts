import { asyncQueue, done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { findPlace } from '../../../main/skills/files.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import {
  type EvalProgress,
  type EvalRequest,
  evalsContract,
  type InterruptedWork,
  type WatchedEval,
} from '../contract.ts';
import { byHand, captureCase } from './by-hand.ts';
import { draftSkill } from './drafting.ts';
import { estimateEval, evaluate } from './evaluate.ts';
import { loopsFolder, pastLoops } from './history.ts';
import { improve } from './improve.ts';
import { pastEval, pastEvals, writeMark } from './journal.ts';
import { optimise } from './optimise.ts';
import { takeFiles } from './propose.ts';
import { namesIn, skillUnderTest, writeStopped } from './runs.ts';
import { tryTriggers } from './triggers.ts';
import { tryOut } from './try-out.ts';
import { evalsFolder } from './versions.ts';
import { createWorkshop } from './workshop.ts';

const NEVER = new AbortController().signal;

export function evalHandlers(core: Core) {
  const os = implementContract(evalsContract, core.reportBug);
  core.ports.workshop = async () => createWorkshop(core);
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
    byHand: os.byHand.handler(({ input }) => byHand(core, input)),
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
  readonly request: EvalRequest;
  readonly stop: AbortController;
  /** All so far, for one who comes later. */
  readonly items: EvalProgress[];
  /** Milliseconds since 1970, of the plan. */
  since: number;
  readonly watchers: Set<ReturnType<typeof asyncQueue<EvalProgress | 'end'>>>;
  work: Promise<void>;
}

/** Evals that the core runs, watched or not: one at a time for each skill. */
function createJobs(core: Core) {
  /** Keyed by the skill's id. */
  const jobs = new Map<string, Job>();
  const run = async (skill: string, job: Job): Promise<void> => {
    try {
      for await (const item of evaluate(core, job.request, job.stop.signal)) {
        if (item.kind === 'planned') job.since = Date.now();
        job.items.push(item);
        for (const watcher of job.watchers) watcher.push(item);
      }
      for (const watcher of job.watchers) watcher.push('end');
    } catch (error) {
      for (const watcher of job.watchers) watcher.fail(error);
    } finally {
      jobs.delete(skill);
    }
  };
  return {
    /** Begins one and watches it; it continues when the reader leaves. @throws SkilldeckError as `evaluate`; `bad-input` where one is under way. */
    start(skill: string, request: EvalRequest, signal: AbortSignal): AsyncGenerator<WatchedEval> {
      if (jobs.has(skill)) throw detailed('bad-input', 'eval-running', { skill });
      const job: Job = {
        request,
        stop: new AbortController(),
        items: [],
        since: Date.now(),
        watchers: new Set(),
        work: Promise.resolve(),
      };
      jobs.set(skill, job);
      const watched = watch(job, signal);
      job.work = run(skill, job);
      return watched;
    },
    /** Progress of the running job, from its beginning; ends at once where there is none. */
    follow(skill: string, signal: AbortSignal): AsyncGenerator<WatchedEval> {
      return watch(jobs.get(skill), signal);
    },
    isRunning: (skill: string): boolean => jobs.has(skill),
    /** Resolves when it has stopped; finished runs are kept. */
    async stop(skill: string): Promise<void> {
      const job = jobs.get(skill);
      job?.stop.abort();
      await job?.work;
    },
  };
}

/** Registered at once: nothing is missed between the call and the first item that is read. */
function watch(job: Job | undefined, signal: AbortSignal): AsyncGenerator<WatchedEval> {
  const queue = asyncQueue<EvalProgress | 'end'>();
  for (const item of job?.items ?? []) queue.push(item);
  job?.watchers.add(queue);
  return (async function* watched() {
    if (job === undefined) return;
    try {
      for await (const item of queue.items(signal)) {
        if (item === 'end') return;
        yield { request: job.request, since: job.since, item };
      }
    } finally {
      job.watchers.delete(queue);
    }
  })();
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
  if (loop !== undefined && loop.ended === undefined) writeStopped(loopsFolder(home, skill), loop.id);
  const id = namesIn(evalsFolder(home, skill)).at(-1);
  if (id !== undefined && pastEval(home, skill, id)?.ended === false) writeStopped(evalsFolder(home, skill), id);
}

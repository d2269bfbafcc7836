/** Evals of skills: one at a time for each skill. They go on in the core, without the window too. */

import type { CommandContext } from '../../../renderer/store/command-context.ts';
import { type Failure, failureOf, tryOver } from '../../../renderer/store/slices/failures.ts';
import { newSessionOf, type WindowData } from '../../../renderer/store/slices/window-state.ts';
import type { EvalRun, Mark, TriggerReport } from '../../../shared/evals.ts';
import type { EvalRequest, PastEval, WatchedEval } from '../contract.ts';

/** Without settings, those of a new conversation. */
export type EvalAsked = Omit<EvalRequest, 'settings'> & Partial<Pick<EvalRequest, 'settings'>>;

export interface EvalJob {
  readonly asked: EvalAsked;
  readonly runs: readonly EvalRun[];
  readonly of: number;
  /** Runs of before a resumption: they say nothing about the time left. */
  readonly kept: number;
  /** Milliseconds since 1970, of the first run now. */
  readonly since: number;
  /** A server asks to wait until then: milliseconds since 1970. */
  readonly limitedUntil?: number | undefined;
  /** Estimates made before the first run. */
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
}

export interface SkillEvals {
  /** Under way. */
  readonly job?: EvalJob | undefined;
  readonly failure?: Failure | undefined;
  /** Undefined until they were read. */
  readonly past?: readonly PastEval[] | undefined;
  readonly triggers?: TriggerReport | 'testing' | undefined;
}

export interface EvalsData {
  /** Keyed by skill. */
  readonly evals: Readonly<Record<string, SkillEvals>>;
}

export const NO_EVALS: EvalsData = { evals: {} };
export const NO_SKILL_EVALS: SkillEvals = {};

/** None throws. */
export function evalCommands({ connection, data, attempt }: CommandContext<EvalsData & Pick<WindowData, 'newAgent'>>) {
  const { evals, skills } = connection.client;
  const tried = tryOver(connection);
  const stops = new Map<string, AbortController>();
  const settings = () => newSessionOf(data.getState());
  const put = (skill: string, change: Partial<SkillEvals>): void => {
    const { evals: all } = data.getState();
    data.setState({ evals: { ...all, [skill]: { ...all[skill], ...change } } });
  };
  const readPast = async (skill: string): Promise<void> => {
    const outcome = await tried(() => evals.past({ skill }));
    if (outcome.ok) put(skill, { past: outcome.value });
    else put(skill, { failure: outcome.failure });
  };
  /** @returns whether anything was under way. */
  const watch = async (skill: string, items: AsyncIterable<WatchedEval>): Promise<boolean> => {
    let job: EvalJob | undefined;
    for await (const { request: asked, since, item } of items) {
      job ??= { asked, runs: [], of: 0, kept: 0, since };
      if (item.kind === 'planned') {
        const { runs: of, kept, tokens, cost } = item;
        job = { ...job, of, kept, tokens, cost, since };
      } else if (item.kind === 'limited') job = { ...job, limitedUntil: item.until };
      else if (item.kind === 'ran') job = { ...job, runs: [...job.runs, item.run] };
      put(skill, { job });
    }
    return job !== undefined;
  };
  /** One thing at a time for each skill. */
  const alone = async (skill: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
    if (stops.has(skill)) return false;
    const stop = new AbortController();
    stops.set(skill, stop);
    put(skill, { failure: undefined });
    try {
      await work(stop.signal);
      return !stop.signal.aborted;
    } catch (error) {
      if (!stop.signal.aborted) put(skill, { failure: failureOf(error, connection.status() === 'open') });
      return false;
    } finally {
      stops.delete(skill);
    }
  };

  return {
    /** Resolves when it has ended. @returns whether it ended by itself. */
    async run(asked: EvalAsked) {
      const { skill } = asked;
      const ended = await alone(skill, async (signal) => {
        put(skill, { job: { asked, runs: [], of: 0, kept: 0, since: Date.now() } });
        await watch(skill, await evals.start({ settings: settings(), ...asked }, { signal }));
      });
      await readPast(skill);
      put(skill, { job: undefined });
      return ended;
    },
    /** Follows what is under way since before this window was opened. */
    async follow(skill: string) {
      let some = false;
      await alone(skill, async (signal) => {
        some = await watch(skill, await evals.follow({ skill }, { signal }));
      });
      if (!some) return;
      await readPast(skill);
      put(skill, { job: undefined });
    },
    /** Runs that have finished are kept. */
    stop(skill: string) {
      const stop = stops.get(skill);
      if (data.getState().evals[skill]?.job === undefined) return stop?.abort();
      void tried(() => evals.stop({ skill })).then(() => stop?.abort());
    },
    /** Evals that the end of the app or a crash cut off. */
    async interrupted() {
      const outcome = await tried(() => evals.interrupted({}));
      return outcome.ok ? outcome.value : [];
    },
    /** Stops offering the interrupted work. */
    async putAside(skill: string) {
      await attempt(() => evals.stop({ skill }));
    },
    estimate: (asked: EvalAsked) => tried(() => evals.estimate({ settings: settings(), ...asked })),
    readPast,
    /** Former versions of the skill in the trash, the latest first. */
    async replaced(skill: string) {
      const outcome = await tried(() => skills.trash({}));
      return outcome.ok ? outcome.value.skills.filter(({ id }) => id === skill) : [];
    },
    async mark(skill: string, id: string, mark: Mark) {
      const done = (await attempt(() => evals.mark({ skill, id, mark }))) !== undefined;
      if (done) await readPast(skill);
      return done;
    },
    /** Makes a case of a conversation; its files are written, the case is not. */
    capture: (skill: string, sessionId: string) => attempt(() => evals.capture({ skill, sessionId })),
    async testTriggers(asked: Pick<EvalAsked, 'skill' | 'runs' | 'unsaved'>) {
      const { skill } = asked;
      const before = data.getState().evals[skill]?.triggers;
      put(skill, { triggers: 'testing' });
      let found: TriggerReport | undefined;
      await alone(skill, async (signal) => {
        found = await evals.triggers({ settings: settings(), ...asked }, { signal });
      });
      put(skill, { triggers: found ?? (before === 'testing' ? undefined : before) });
    },
  };
}

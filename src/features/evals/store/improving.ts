/** Improving skills by their evals: one thing at a time for each skill. It continues while other views are open. */

import type { CommandContext } from '../../../renderer/store/command-context.ts';
import { type Failure, failureOf } from '../../../renderer/store/slices/failures.ts';
import { newSessionOf, type WindowData } from '../../../renderer/store/slices/window-state.ts';
import type { ImproveRequest, OptimiseRequest, PastLoop, TakenFile } from '../contract.ts';
import type { Optimised } from '../improving.ts';

export interface ImprovingWork {
  readonly kind: 'loop' | 'description';
  /** Version, or descriptions that were tried. */
  readonly number: number;
  /** Runs of the version; 0 of 0: it is being written. */
  readonly done: number;
  readonly of: number;
  /** Reason why the last edit could not be used. */
  readonly unusable?: string;
}

interface SkillImproving {
  readonly work?: ImprovingWork | undefined;
  readonly failure?: Failure | undefined;
  /** Undefined until they were read; the latest first. */
  readonly loops?: readonly PastLoop[];
  readonly optimised?: Optimised | undefined;
}

export interface ImprovingData {
  /** Keyed by skill. */
  readonly improving: Readonly<Record<string, SkillImproving>>;
}
export const NO_IMPROVING: ImprovingData = { improving: {} };
export const NO_SKILL_IMPROVING: SkillImproving = {};

type Asked<T extends { settings: unknown }> = Omit<T, 'settings'>;

/** None throws. */
export function improvingCommands({
  connection,
  data,
  attempt,
}: CommandContext<ImprovingData & Pick<WindowData, 'newAgent'>>) {
  const { evals } = connection.client;
  const stops = new Map<string, AbortController>();
  const put = (skill: string, change: Partial<SkillImproving>): void => {
    const { improving } = data.getState();
    data.setState({ improving: { ...improving, [skill]: { ...improving[skill], ...change } } });
  };
  const readLoops = async (skill: string): Promise<void> => {
    const loops = await attempt(() => evals.loops({ skill }));
    if (loops !== undefined) put(skill, { loops });
  };
  const alone = async (skill: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (stops.has(skill)) return;
    const stop = new AbortController();
    stops.set(skill, stop);
    try {
      await work(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) put(skill, { failure: failureOf(error, connection.status() === 'open') });
    } finally {
      stops.delete(skill);
      put(skill, { work: undefined });
    }
  };
  const settings = () => newSessionOf(data.getState());

  return {
    async improve(asked: Asked<ImproveRequest> & Partial<Pick<ImproveRequest, 'settings'>>) {
      const { skill } = asked;
      await alone(skill, async (signal) => {
        let work: ImprovingWork = { kind: 'loop', number: 0, done: 0, of: 0 };
        put(skill, { work, failure: undefined });
        for await (const item of await evals.improve({ settings: settings(), ...asked }, { signal })) {
          if (item.kind === 'ran') work = { ...work, number: item.number, done: item.done, of: item.of };
          else if (item.kind === 'unusable') work = { ...work, unusable: item.why };
          else await readLoops(skill);
          // Measured: the next one is being written.
          if (item.kind === 'version' && item.version.figures !== undefined) {
            work = { kind: 'loop', number: item.version.number + 1, done: 0, of: 0 };
          }
          put(skill, { work });
        }
      });
      await readLoops(skill);
    },
    async optimise(asked: Asked<OptimiseRequest>) {
      const { skill } = asked;
      await alone(skill, async (signal) => {
        let work: ImprovingWork = { kind: 'description', number: 0, done: 0, of: 0 };
        put(skill, { work, failure: undefined, optimised: undefined });
        for await (const item of await evals.optimise({ settings: settings(), ...asked }, { signal })) {
          if (item.kind === 'tried') work = { ...work, number: work.number + 1 };
          put(skill, item.kind === 'result' ? { optimised: item.result } : { work });
        }
      });
    },
    /** Finished versions are kept. */
    stop(skill: string) {
      stops.get(skill)?.abort();
      void attempt(() => evals.stop({ skill }));
    },
    readLoops,
    /** @returns the files that were changed; undefined where that failed. */
    async take(skill: string, files: TakenFile[]) {
      return (await attempt(() => evals.take({ skill, files })))?.changed;
    },
  };
}

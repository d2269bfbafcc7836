/** Evals of skills: one at a time for each skill. The core runs them, also without a window. */
import type { CommandContext } from '../../renderer/store/command-context.ts';
import { type Failure, failureOf, tryOver } from '../../renderer/store/slices/failures.ts';
import { newSessionOf, type WindowData } from '../../renderer/store/slices/window-state.ts';
import type { EvalRun, Mark, TriggerReport } from '../../shared/evals.ts';
import type {
  DraftRequest,
  EvalRequest,
  ImproveRequest,
  OptimiseRequest,
  PastEval,
  PastLoop,
  TakenFile,
  WatchedEval,
} from './contract.ts';
import type { ImprovingEnd, Optimised, SkillDraft } from './improving.ts';
import type { ByHandAsked, TryAsked, TrySide } from './try-out.ts';

// Tries of a skill: one at a time for each, with all sides. They go on while other views are open, and end with the window.

/** Without settings, those of a new conversation. */
export type TryRequest = Omit<TryAsked, 'settings'>;
export type ByHandRequest = Omit<ByHandAsked, 'settings'>;

interface SkillTry {
  readonly asked: TryRequest;
  readonly sides: readonly TrySide[];
  readonly running: boolean;
  readonly failure?: Failure | undefined;
}

export interface TryData {
  /** Keyed by skill: the latest. */
  readonly tries: Readonly<Record<string, SkillTry>>;
  /** The author's view that a session was opened from. */
  readonly cameFrom: { readonly skill: string; readonly tab: 'try' | 'evals'; readonly session: string } | undefined;
}

export const NO_TRIES: TryData = { tries: {}, cameFrom: undefined };

/** None throws. */
export function tryCommands({ connection, data }: CommandContext<TryData & Pick<WindowData, 'newAgent'>>) {
  const { evals } = connection.client;
  const stops = new Map<string, AbortController>();
  const settings = () => newSessionOf(data.getState());
  const put = (skill: string, now: SkillTry): void =>
    data.setState({ tries: { ...data.getState().tries, [skill]: now } });
  return {
    /** Resolves when all sides have ended. */
    async start(asked: TryRequest) {
      const { skill } = asked;
      stops.get(skill)?.abort();
      const stop = new AbortController();
      stops.set(skill, stop);
      let now: SkillTry = { asked, sides: [], running: true };
      const show = (change: Partial<SkillTry>) => {
        now = { ...now, ...change };
        if (stops.get(skill) === stop) put(skill, now);
      };
      show({});
      try {
        const sides = await evals.tryOut({ ...asked, settings: settings() }, { signal: stop.signal });
        for await (const all of sides) show({ sides: all });
        show({ running: false });
      } catch (error) {
        const ended = now.sides.map((side) => (isOpen(side) ? { ...side, state: 'stopped' as const } : side));
        const failure = stop.signal.aborted ? undefined : failureOf(error, connection.status() === 'open');
        show({ running: false, sides: ended, failure });
      }
    },
    stop: (skill: string) => stops.get(skill)?.abort(),
    byHand: (asked: ByHandRequest) => tryOver(connection)(() => evals.byHand({ ...asked, settings: settings() })),
    /** Remembers the way back from a session. */
    leaveFor: (session: string, skill: string, tab: 'try' | 'evals') =>
      data.setState({ cameFrom: { session, skill, tab } }),
  };
}

const isOpen = ({ state }: TrySide): boolean => state === 'running' || state === 'asking';

/** At most one command at a time for each key: a skill, or a session. */
function onePerKey(
  connection: CommandContext<unknown>['connection'],
  onFailure: (key: string, failure: Failure | undefined) => void,
) {
  const stops = new Map<string, AbortController>();
  return {
    stop: (key: string) => stops.get(key)?.abort(),
    /**
     * Does nothing while another is under way for the key.
     * @returns whether it ran to its end.
     */
    async run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
      if (stops.has(key)) return false;
      const stop = new AbortController();
      stops.set(key, stop);
      onFailure(key, undefined);
      try {
        await work(stop.signal);
        return !stop.signal.aborted;
      } catch (error) {
        if (!stop.signal.aborted) onFailure(key, failureOf(error, connection.status() === 'open'));
        return false;
      } finally {
        stops.delete(key);
      }
    },
  };
}

// Improving skills by their evals: one thing at a time for each skill. It continues while other views are open.

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

type WithoutSettings<T extends { settings: unknown }> = Omit<T, 'settings'>;

/** None throws. */
export function improvingCommands({
  connection,
  data,
  attempt,
}: CommandContext<ImprovingData & Pick<WindowData, 'newAgent'>>) {
  const { evals } = connection.client;
  const put = (skill: string, change: Partial<SkillImproving>): void => {
    const { improving } = data.getState();
    data.setState({ improving: { ...improving, [skill]: { ...improving[skill], ...change } } });
  };
  const jobs = onePerKey(connection, (skill, failure) => put(skill, { failure }));
  const readLoops = async (skill: string): Promise<void> => {
    const loops = await attempt(() => evals.loops({ skill }));
    if (loops !== undefined) put(skill, { loops });
  };
  const alone = async (skill: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    await jobs.run(skill, async (signal) => {
      await work(signal).finally(() => put(skill, { work: undefined }));
    });
  };
  const settings = () => newSessionOf(data.getState());

  return {
    async improve(asked: WithoutSettings<ImproveRequest> & Partial<Pick<ImproveRequest, 'settings'>>) {
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
    async optimise(asked: WithoutSettings<OptimiseRequest>) {
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
      jobs.stop(skill);
      void attempt(() => evals.stop({ skill }));
    },
    readLoops,
    /** @returns the files that were changed; undefined where that failed. */
    async take(skill: string, files: TakenFile[]) {
      return (await attempt(() => evals.take({ skill, files })))?.changed;
    },
  };
}

// Drafts of skills from conversations: one for each; closing the dialog leaves it at work, closing the window ends it.

export interface DraftWork {
  /** Undefined while it is being written. */
  readonly skill?: string;
  readonly number: number;
  readonly done: number;
  readonly of: number;
  /** Reason why the last answer could not be used. */
  readonly unusable?: string;
}

interface SessionDraft {
  readonly work?: DraftWork | undefined;
  readonly draft?: SkillDraft;
  /** Reason why there is none. */
  readonly none?: ImprovingEnd;
  readonly failure?: Failure;
}

export interface DraftingData {
  /** Keyed by session. */
  readonly drafting: Readonly<Record<string, SessionDraft>>;
}
export const NO_DRAFTING: DraftingData = { drafting: {} };
export const NO_DRAFT: SessionDraft = {};

/** None throws. */
export function draftingCommands({ connection, data }: CommandContext<DraftingData & Pick<WindowData, 'newAgent'>>) {
  const put = (sessionId: string, now: SessionDraft): void =>
    data.setState({ drafting: { ...data.getState().drafting, [sessionId]: now } });
  const jobs = onePerKey(connection, (sessionId, failure) => put(sessionId, failure === undefined ? {} : { failure }));
  return {
    /** Resolves when it has ended. */
    async start(asked: Omit<DraftRequest, 'settings'>) {
      const { sessionId } = asked;
      let now: SessionDraft = {};
      const work = async (signal: AbortSignal): Promise<void> => {
        let shown: DraftWork = { number: 0, done: 0, of: 0 };
        put(sessionId, { work: shown });
        const request = { ...asked, settings: newSessionOf(data.getState()) };
        for await (const item of await connection.client.evals.draft(request, { signal })) {
          if (item.kind === 'result') now = { draft: item.draft };
          else if (item.kind === 'none') now = { none: item.ended };
          else if (item.kind === 'written') shown = { ...shown, skill: item.skill };
          else if (item.kind === 'unusable') shown = { ...shown, unusable: item.why };
          else shown = { ...shown, number: item.number, done: item.done, of: item.of };
          put(sessionId, { work: shown });
        }
        put(sessionId, now);
      };
      await jobs.run(sessionId, work);
    },
    stop: (sessionId: string) => {
      jobs.stop(sessionId);
      put(sessionId, {});
    },
    /** Nothing on the disk is removed. */
    forget: (sessionId: string) => put(sessionId, {}),
  };
}

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
  const jobs = onePerKey(connection, (skill, failure) => put(skill, { failure }));

  return {
    /** Resolves when it has ended. @returns whether it ended by itself. */
    async run(asked: EvalAsked) {
      const { skill } = asked;
      const ended = await jobs.run(skill, async (signal) => {
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
      await jobs.run(skill, async (signal) => {
        some = await watch(skill, await evals.follow({ skill }, { signal }));
      });
      if (!some) return;
      await readPast(skill);
      put(skill, { job: undefined });
    },
    /** Runs that have finished are kept. */
    stop(skill: string) {
      if (data.getState().evals[skill]?.job === undefined) return jobs.stop(skill);
      void tried(() => evals.stop({ skill })).then(() => jobs.stop(skill));
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
    async testTriggers(asked: Pick<EvalAsked, 'skill' | 'runs' | 'unsaved'> & { readonly wordsOnly?: boolean }) {
      const { skill } = asked;
      const before = data.getState().evals[skill]?.triggers;
      put(skill, { triggers: 'testing' });
      let found: TriggerReport | undefined;
      await jobs.run(skill, async (signal) => {
        found = await evals.triggers({ settings: settings(), ...asked }, { signal });
      });
      put(skill, { triggers: found ?? (before === 'testing' ? undefined : before) });
    },
  };
}

/** Evals, improvements, tries and drafts of skills, each one at a time for its skill or session. */
import type { CommandContext } from '../../renderer/store/command-context.ts';
import { type Failure, failureOf, tryOver } from '../../renderer/store/slices/failures.ts';
import { newSessionOf, type WindowData } from '../../renderer/store/slices/window-state.ts';
import type { Mark, TriggerReport } from '../../shared/evals.ts';
import type {
  DraftRequest,
  EvalProgress,
  EvalRequest,
  ImproveRequest,
  OptimiseRequest,
  PastEval,
  PastLoop,
  TakenFile,
  TryAsked,
  TrySide,
} from './contract.ts';
import type { ImprovingEnd, Optimised, SkillDraft } from './improving.ts';

/** Without settings, those of a new conversation. */
type Asked<T extends { settings: unknown }> = Omit<T, 'settings'> & Partial<Pick<T, 'settings'>>;
export type EvalAsked = Asked<EvalRequest>;
export type TryRequest = Asked<TryAsked>;

export interface EvalJob {
  /** Runs, those of before a resumption too; 0 of 0: it is being planned. */
  readonly done: number;
  readonly of: number;
  /** The server asks to wait until then; absent when that is over. */
  readonly until?: number | undefined;
}

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

export interface SkillEvals {
  /** Under way: an eval, or an improvement. */
  readonly job?: EvalJob | undefined;
  readonly work?: ImprovingWork | undefined;
  readonly failure?: Failure | undefined;
  /** Undefined until they were read; the latest first. */
  readonly past?: readonly PastEval[];
  readonly loops?: readonly PastLoop[];
  readonly triggers?: TriggerReport | 'testing' | undefined;
  readonly optimised?: Optimised | undefined;
}

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
  readonly failure?: Failure | undefined;
}

interface SkillTry {
  readonly asked: TryRequest;
  readonly sides: readonly TrySide[];
  readonly running: boolean;
  readonly failure?: Failure | undefined;
}

export interface EvalsData {
  /** Keyed by skill. */
  readonly evals: Readonly<Record<string, SkillEvals>>;
  /** The latest of each skill. */
  readonly tries: Readonly<Record<string, SkillTry>>;
  /** Keyed by session. */
  readonly drafting: Readonly<Record<string, SessionDraft>>;
  /** The author's view that a session was opened from. */
  readonly cameFrom: { readonly skill: string; readonly tab: 'try' | 'evals'; readonly session: string } | undefined;
}
export const NO_EVALS: EvalsData = { evals: {}, tries: {}, drafting: {}, cameFrom: undefined };
export const NO_SKILL_EVALS: SkillEvals = {};
const PLANNING: EvalJob = { done: 0, of: 0 };
export const NO_DRAFT: SessionDraft = {};

type Context = CommandContext<EvalsData & Pick<WindowData, 'newAgent'>>;

/** At most one command at a time for each key: a skill, or a session. */
function onePerKey(connection: Context['connection'], onFailure: (key: string, failure: Failure | undefined) => void) {
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

/** None throws. */
export function evalCommands({ connection, data, attempt }: Context) {
  const { evals, skills } = connection.client;
  const tried = tryOver(connection);
  const settings = () => newSessionOf(data.getState());
  const put = (skill: string, change: Partial<SkillEvals>): void => {
    const { evals: all } = data.getState();
    data.setState({ evals: { ...all, [skill]: { ...all[skill], ...change } } });
  };
  const jobs = onePerKey(connection, (skill, failure) => put(skill, { failure }));
  const readPast = async (skill: string): Promise<void> => {
    const outcome = await tried(() => evals.past({ skill }));
    put(skill, outcome.ok ? { past: outcome.value } : { failure: outcome.failure });
  };
  const readLoops = async (skill: string): Promise<void> => {
    const loops = await attempt(() => evals.loops({ skill }));
    if (loops !== undefined) put(skill, { loops });
  };
  const wait = (skill: string, until: number): void => {
    put(skill, { job: { ...PLANNING, ...data.getState().evals[skill]?.job, until } });
    setTimeout(() => {
      const { job } = data.getState().evals[skill] ?? {};
      // Another wait may have begun.
      if (job?.until === until) put(skill, { job: { ...job, until: undefined } });
    }, until - Date.now());
  };
  /** @returns whether it ended by itself. */
  const watched = (skill: string, open: (signal: AbortSignal) => Promise<AsyncIterable<EvalProgress>>) =>
    jobs.run(skill, async (signal) => {
      try {
        for await (const item of await open(signal)) {
          const { job = PLANNING } = data.getState().evals[skill] ?? {};
          if (item.kind === 'planned') put(skill, { job: { done: item.kept, of: item.runs } });
          if (item.kind === 'limited') wait(skill, item.until);
          if (item.kind === 'ran') put(skill, { job: { ...job, done: item.done, of: item.of } });
        }
      } finally {
        if (data.getState().evals[skill]?.job !== undefined) {
          await readPast(skill);
          put(skill, { job: undefined });
        }
      }
    });
  const improved = (skill: string, kind: ImprovingWork['kind'], doIt: (signal: AbortSignal) => Promise<void>) =>
    jobs.run(skill, (signal) => {
      put(skill, { work: { kind, number: 0, done: 0, of: 0 } });
      return doIt(signal).finally(() => put(skill, { work: undefined }));
    });
  return {
    /** Resolves when it has ended. @returns whether it ended by itself. */
    run: (asked: EvalAsked) =>
      watched(asked.skill, (signal) => {
        put(asked.skill, { job: PLANNING });
        return evals.start({ settings: settings(), ...asked }, { signal });
      }),
    /** Follows what is under way since before this window was opened. */
    follow: (skill: string) => watched(skill, (signal) => evals.follow({ skill }, { signal })),
    /** Runs and versions that are finished are kept. */
    async stop(skill: string) {
      const { job, work } = data.getState().evals[skill] ?? {};
      if (job !== undefined || work !== undefined) await tried(() => evals.stop({ skill }));
      jobs.stop(skill);
    },
    /** Evals that the end of the app or a crash cut off. */
    async interrupted() {
      const outcome = await tried(() => evals.interrupted({}));
      return outcome.ok ? outcome.value : [];
    },
    /** Stops offering the interrupted work. */
    putAside: (skill: string) => attempt(() => evals.stop({ skill })),
    estimate: (asked: EvalAsked) => tried(() => evals.estimate({ settings: settings(), ...asked })),
    readPast,
    /** Former versions of the skill in the trash, the latest first. */
    async replaced(skill: string) {
      const outcome = await tried(() => skills.trash({}));
      return outcome.ok ? outcome.value.skills.filter(({ id }) => id === skill) : [];
    },
    async mark(skill: string, id: string, mark: Mark) {
      if ((await attempt(() => evals.mark({ skill, id, mark }))) !== undefined) await readPast(skill);
    },
    /** Makes a case of a conversation; its files are written, the case is not. */
    capture: (skill: string, sessionId: string) => attempt(() => evals.capture({ skill, sessionId })),
    async testTriggers(asked: Pick<EvalAsked, 'skill' | 'runs'>) {
      let triggers = data.getState().evals[asked.skill]?.triggers;
      await jobs.run(asked.skill, async (signal) => {
        put(asked.skill, { triggers: 'testing' });
        triggers = await evals.triggers({ settings: settings(), ...asked }, { signal });
      });
      put(asked.skill, { triggers });
    },
    async improve(asked: Asked<ImproveRequest>) {
      const { skill } = asked;
      await improved(skill, 'loop', async (signal) => {
        for await (const item of await evals.improve({ settings: settings(), ...asked }, { signal })) {
          const { work = { kind: 'loop', number: 0, done: 0, of: 0 } } = data.getState().evals[skill] ?? {};
          if (item.kind === 'ran') put(skill, { work: { ...work, number: item.number, done: item.done, of: item.of } });
          else if (item.kind === 'unusable') put(skill, { work: { ...work, unusable: item.why } });
          else await readLoops(skill);
          // Measured: the next one is being written.
          if (item.kind === 'version' && item.version.figures !== undefined)
            put(skill, { work: { kind: 'loop', number: item.version.number + 1, done: 0, of: 0 } });
        }
      });
      await readLoops(skill);
    },
    async optimise(asked: Asked<OptimiseRequest>) {
      const { skill } = asked;
      await improved(skill, 'description', async (signal) => {
        put(skill, { optimised: undefined });
        let number = 0;
        for await (const item of await evals.optimise({ settings: settings(), ...asked }, { signal })) {
          if (item.kind === 'result') put(skill, { optimised: item.result });
          if (item.kind !== 'tried') continue;
          number += 1;
          put(skill, { work: { kind: 'description', number, done: 0, of: 0 } });
        }
      });
    },
    readLoops,
    /** @returns the files that were changed; undefined where that failed. */
    take: async (skill: string, files: TakenFile[]) => (await attempt(() => evals.take({ skill, files })))?.changed,
  };
}

/** One message on both sides of a skill. It continues while other views are open, and ends with the window. */
export function tryCommands({ connection, data }: Context) {
  const { evals } = connection.client;
  const settings = () => newSessionOf(data.getState());
  const put = (skill: string, change: Partial<SkillTry>): void => {
    const { tries } = data.getState();
    const before = tries[skill];
    if (before !== undefined) data.setState({ tries: { ...tries, [skill]: { ...before, ...change } } });
  };
  const jobs = onePerKey(connection, (skill, failure) => put(skill, { failure }));
  return {
    /** Resolves when all sides have ended. */
    async start(asked: TryRequest) {
      const { skill } = asked;
      await jobs.run(skill, async (signal) => {
        data.setState(({ tries }) => ({ tries: { ...tries, [skill]: { asked, sides: [], running: true } } }));
        const all = await evals.tryOut({ settings: settings(), ...asked }, { signal });
        for await (const sides of all) put(skill, { sides });
      });
      const sides = data.getState().tries[skill]?.sides ?? [];
      put(skill, {
        running: false,
        sides: sides.map((side) => (OPEN.has(side.state) ? { ...side, state: 'stopped' } : side)),
      });
    },
    stop: jobs.stop,
    /** Remembers the way back from a session. */
    leaveFor: (session: string, skill: string, tab: 'try' | 'evals') =>
      data.setState({ cameFrom: { session, skill, tab } }),
  };
}

const OPEN: ReadonlySet<TrySide['state']> = new Set(['running', 'asking']);

/** Drafts of skills from conversations: closing the dialog leaves one at work, closing the window ends it. */
export function draftingCommands({ connection, data }: Context) {
  const put = (sessionId: string, now: SessionDraft): void =>
    data.setState(({ drafting }) => ({ drafting: { ...drafting, [sessionId]: now } }));
  const jobs = onePerKey(connection, (sessionId, failure) => put(sessionId, { failure }));
  return {
    /** Resolves when it has ended. */
    async start(asked: Omit<DraftRequest, 'settings'>) {
      const { sessionId } = asked;
      await jobs.run(sessionId, async (signal) => {
        let work: DraftWork = { number: 0, done: 0, of: 0 };
        put(sessionId, { work });
        const request = { ...asked, settings: newSessionOf(data.getState()) };
        for await (const item of await connection.client.evals.draft(request, { signal })) {
          if (item.kind === 'result') return put(sessionId, { draft: item.draft });
          if (item.kind === 'none') return put(sessionId, { none: item.ended });
          if (item.kind === 'written') work = { ...work, skill: item.skill };
          else if (item.kind === 'unusable') work = { ...work, unusable: item.why };
          else work = { ...work, number: item.number, done: item.done, of: item.of };
          put(sessionId, { work });
        }
        put(sessionId, {});
      });
    },
    stop(sessionId: string) {
      jobs.stop(sessionId);
      put(sessionId, {});
    },
    /** Nothing on the disk is removed. */
    forget: (sessionId: string) => put(sessionId, {}),
  };
}

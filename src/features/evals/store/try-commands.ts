/** Tries of a skill: one at a time for each, with all sides. They go on while other views are open, and end with the window. */

import type { CommandContext } from '../../../renderer/store/command-context.ts';
import { type Failure, failureOf, tryOver } from '../../../renderer/store/slices/failures.ts';
import { newSessionOf, type WindowData } from '../../../renderer/store/slices/window-state.ts';
import type { ByHandAsked, TryAsked, TrySide } from '../try-out.ts';

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

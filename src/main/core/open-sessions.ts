/**
 * Sessions open in a UI. Where a person has worked in one since it was opened, changes on disk are logged at once; for all
 * others with their next request: looking at a session never writes to it.
 */
import { isSkilldeckError } from '../../shared/errors.ts';
import { ABOUT_THE_LIST } from '../../shared/session-list-events.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { SessionDeps } from '../session/deps.ts';
import type { LiveSession } from '../session/live-session.ts';

export interface OpenSessions {
  isOpen(sessionId: string): boolean;
  /** Marks the session open while the stream is read. */
  during<T>(sessionId: string, stream: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void>;
}

interface OpenSession {
  readonly readers: number;
  /** Number of its last event at that time. */
  readonly openedAt: number;
}

/** Names, marks and notes are no work in it. */
const isWorkedIn = ({ events }: Pick<LiveSession, 'events'>, openedAt = Number.POSITIVE_INFINITY): boolean =>
  events.some(({ seq, type }) => seq > openedAt && !ABOUT_THE_LIST.has(type));

/** @param oneLook skills for one round over the sessions: each file is looked at once for all of them. */
export function createOpenSessions(
  sessions: Pick<SessionCommands, 'get' | 'refresh' | 'onChange'>,
  onSkillsChange: (listener: () => void) => () => void,
  oneLook: () => SessionDeps['skillsOf'],
  reportBug: (error: unknown) => void,
): OpenSessions {
  const open = new Map<string, OpenSession>();
  /** Sessions with changes during a run that may make no further request. */
  const waiting = new Set<string>();
  let stop: (() => void) | undefined;

  const refresh = async (id: string, skillsOf?: SessionDeps['skillsOf']): Promise<void> => {
    const session = sessions.get(id);
    const { deleted, catalog, loadedSkills } = session.state;
    // A run looks for itself before each request.
    if (session.running) waiting.add(id);
    else waiting.delete(id);
    // A session that never had a request has nothing to bring up to date.
    if (session.running || deleted || catalog.length + loadedSkills.length === 0) return;
    if (!isWorkedIn(session, open.get(id)?.openedAt)) return;
    try {
      await sessions.refresh(id, skillsOf);
    } catch (error) {
      // An imported session is not written to.
      if (!isSkilldeckError(error)) reportBug(error);
    }
  };
  const listen = (): (() => void) => {
    const offSkills = onSkillsChange(() => {
      const skillsOf = oneLook();
      for (const id of open.keys()) void refresh(id, skillsOf);
    });
    const offSessions = sessions.onChange(() => {
      for (const id of waiting) if (!open.has(id)) waiting.delete(id);
      for (const id of waiting) if (!sessions.get(id).running) void refresh(id);
    });
    return () => {
      offSkills();
      offSessions();
      waiting.clear();
    };
  };
  const look = (id: string, change: 1 | -1): void => {
    const { readers = 0, openedAt = sessions.get(id).state.lastSeq } = open.get(id) ?? {};
    if (readers + change > 0) open.set(id, { readers: readers + change, openedAt });
    else open.delete(id);
    if (open.size > 0) stop ??= listen();
    else {
      stop?.();
      stop = undefined;
    }
  };

  return {
    isOpen: (sessionId) => open.has(sessionId),
    async *during(sessionId, stream) {
      look(sessionId, 1);
      try {
        yield* stream;
      } finally {
        look(sessionId, -1);
      }
    },
  };
}

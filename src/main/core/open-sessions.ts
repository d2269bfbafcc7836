/** Sessions open in a UI: changes on disk are logged for them at once, for others with their next request. */
import { isSkilldeckError } from '../../shared/errors.ts';
import type { SessionCommands } from '../session/commands.ts';

export interface OpenSessions {
  isOpen(sessionId: string): boolean;
  /** Marks the session open while the stream is read. */
  during<T>(sessionId: string, stream: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void>;
}

export function createOpenSessions(
  sessions: Pick<SessionCommands, 'get' | 'refresh' | 'onChange'>,
  onSkillsChange: (listener: () => void) => () => void,
  reportBug: (error: unknown) => void,
): OpenSessions {
  /** Number of readers by session. */
  const open = new Map<string, number>();
  /** Sessions with changes during a run that may make no further request. */
  const waiting = new Set<string>();
  let stop: (() => void) | undefined;

  const refresh = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    const { deleted, catalog, loadedSkills } = session.state;
    // A run looks for itself before each request.
    if (session.running) waiting.add(id);
    else waiting.delete(id);
    // A session that never had a request has nothing to bring up to date.
    if (session.running || deleted || catalog.length + loadedSkills.length === 0) return;
    try {
      await sessions.refresh(id);
    } catch (error) {
      // An imported session is not written to.
      if (!isSkilldeckError(error)) reportBug(error);
    }
  };
  const listen = (): (() => void) => {
    const offSkills = onSkillsChange(() => {
      for (const id of open.keys()) void refresh(id);
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
    const count = (open.get(id) ?? 0) + change;
    if (count > 0) open.set(id, count);
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

import { SkilldeckError } from '../../../shared/errors.ts';
import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';

export function terminalRoutes(os: Implementer, deps: ApiDeps) {
  /** @throws SkilldeckError `session-not-found`, `nothing-running`. */
  const running = (sessionId: string, callId: string) => {
    const { id } = deps.sessions.get(sessionId);
    const terminal = deps.liveTerminal(id, callId);
    if (terminal !== undefined) return terminal;
    throw new SkilldeckError('nothing-running', 'This program has ended, so nothing can be typed into it.');
  };
  return {
    read: os.terminal.read.handler(async ({ input }) => ({
      data: await deps.terminal(input.sessionId, input.callId),
    })),
    write: os.terminal.write.handler(async ({ input }) =>
      done(await running(input.sessionId, input.callId).type(input.data, 'user')),
    ),
    resize: os.terminal.resize.handler(({ input: { sessionId, callId, columns, rows } }) =>
      done(running(sessionId, callId).resize({ columns, rows })),
    ),
    recording: os.terminal.recording.handler(({ input }) => deps.recording(input.sessionId, input.callId)),
  };
}

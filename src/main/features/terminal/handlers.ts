import { SkilldeckError } from '../../../shared/errors.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';

export function terminalHandlers(os: Implementer, { runner, sessions, tools }: Core) {
  /** @throws SkilldeckError `session-not-found`, `nothing-running`. */
  const running = (sessionId: string, callId: string) => {
    const { id } = sessions.get(sessionId);
    const terminal = tools.terminals.find(id, callId);
    if (terminal !== undefined) return terminal;
    throw new SkilldeckError('nothing-running', 'This program has ended, so nothing can be typed into it.');
  };
  return {
    read: os.terminal.read.handler(async ({ input }) => ({
      data: await runner.readTerminal(input.sessionId, input.callId),
    })),
    write: os.terminal.write.handler(async ({ input }) =>
      done(await running(input.sessionId, input.callId).type(input.data, 'user')),
    ),
    resize: os.terminal.resize.handler(({ input: { sessionId, callId, columns, rows } }) =>
      done(running(sessionId, callId).resize({ columns, rows })),
    ),
    recording: os.terminal.recording.handler(({ input }) => runner.readRecording(input.sessionId, input.callId)),
  };
}

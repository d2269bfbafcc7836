import { done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { detailed } from '../../shared/messages/detail.ts';
import { terminalContract } from './contract.ts';

export function terminalHandlers({ runner, sessions, tools, reportBug }: Core) {
  const os = implementContract(terminalContract, reportBug);
  /** @throws SkilldeckError `session-not-found`, `nothing-running`. */
  const running = (sessionId: string, callId: string) => {
    const { id } = sessions.get(sessionId);
    const terminal = tools.terminals.find(id, callId);
    if (terminal !== undefined) return terminal;
    throw detailed('nothing-running', 'program-over');
  };
  return {
    read: os.read.handler(async ({ input }) => ({ data: await runner.readTerminal(input.sessionId, input.callId) })),
    write: os.write.handler(async ({ input }) =>
      done(await running(input.sessionId, input.callId).type(input.data, 'user')),
    ),
    resize: os.resize.handler(({ input: { sessionId, callId, columns, rows } }) =>
      done(running(sessionId, callId).resize({ columns, rows })),
    ),
    recording: os.recording.handler(({ input }) => runner.readRecording(input.sessionId, input.callId)),
  };
}

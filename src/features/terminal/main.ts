import { done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { terminalContract } from './contract.ts';

export function terminalHandlers({ runner, sessions, tools, reportBug }: Core) {
  const os = implementContract(terminalContract, reportBug);
  return {
    read: os.read.handler(async ({ input }) => ({ data: await runner.readTerminal(input.sessionId, input.callId) })),
    write: os.write.handler(async ({ input: { sessionId, callId, data } }) => {
      const terminal = tools.terminals.find(sessions.get(sessionId).id, callId);
      if (terminal === undefined) throw detailed('nothing-running', 'program-over');
      return done(await terminal.type(data, 'user'));
    }),
    recording: os.recording.handler(({ input }) => runner.readRecording(input.sessionId, input.callId)),
  };
}
